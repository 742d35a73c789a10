/** A React hook for uploads that run while the user continues to browse and edit. */
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { logError } from '../../../../src/global/logger';
import type { Picture } from '../../../../src/utils/gateway/catalog/catalog';
import { usePicker } from '../context';
import { createUploads, type Uploading } from './uploads';

interface SentFiles {
  /** The current upload. */
  readonly uploading: Uploading | undefined;
  /** Messages of failed uploads. */
  readonly failures: readonly string[];
  send(files: ArrayLike<File> | null | undefined): void;
  /** Whether uploads continue after the picker is unmounted. Otherwise they are canceled. */
  keep(isKept: boolean): void;
}

/** @param arrived receives each picture, and whether it is the first of a batch */
export function useUploads(arrived: (picture: Picture, isFirst: boolean) => void): SentFiles {
  const { shell, messages, catalog, announce } = usePicker();
  const { library } = shell;
  const [uploading, setUploading] = useState<Uploading>();
  const [failures, setFailures] = useState<readonly string[]>([]);
  const isFirst = useRef(true);
  const isKept = useRef(false);
  // Uploads may outlive renders, so they call the latest handlers.
  const onArrived = useEffectEvent((picture: Picture) => {
    arrived(picture, isFirst.current);
    isFirst.current = false;
    announce(messages.t('media.uploaded', { name: picture.name }));
  });
  const onFailed = useEffectEvent((name: string, reason: string) => {
    setFailures((before) => [...before, messages.t('media.failed', { name, reason })]);
  });
  const uploads = useRef<ReturnType<typeof createUploads>>(null);
  useEffect(() => {
    let isMounted = true;
    const queue = createUploads({
      ...{ catalog, library, changed: setUploading },
      arrived(picture) {
        if (isMounted) onArrived(picture);
      },
      failed(name, error) {
        if (isMounted) onFailed(name, error.message);
        else logError(`The picture ${name} was not uploaded`, error);
      },
    });
    uploads.current = queue;
    return () => {
      isMounted = false;
      if (!isKept.current) queue.stop();
    };
  }, [catalog, library]);
  return {
    uploading,
    failures,
    send(files) {
      setFailures([]);
      if (!files?.length) return;
      if (!uploading) isFirst.current = true;
      void uploads.current!.send(Array.from(files));
    },
    keep: (shouldKeep) => void (isKept.current = shouldKeep),
  };
}
