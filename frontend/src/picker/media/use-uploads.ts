/** Uploads of somebody who goes on looking for pictures, and writing about them, meanwhile. */
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { logError } from '../../../../src/global/logger';
import type { Picture } from '../../../../src/utils/gateway/catalog/catalog';
import { usePicker } from '../context';
import { createUploads, type Uploading } from './uploads';

interface SentFiles {
  /** What is sent now. */
  readonly uploading: Uploading | undefined;
  /** Why some could not be sent. */
  readonly failures: readonly string[];
  send(files: ArrayLike<File> | null | undefined): void;
  /** Whether all that was sent is to arrive even where nothing of the picker is left; else it is given up with it. */
  keep(isKept: boolean): void;
}

/** @param arrived told of each picture, and whether it is the first of those that were sent together */
export function useUploads(arrived: (picture: Picture, isFirst: boolean) => void): SentFiles {
  const { shell, messages, catalog, announce } = usePicker();
  const { library } = shell;
  const [uploading, setUploading] = useState<Uploading>();
  const [failures, setFailures] = useState<readonly string[]>([]);
  const isFirst = useRef(true);
  const isKept = useRef(false);
  // Uploads outlive the list in which somebody searches: they report to what was rendered last.
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
    const own = createUploads({
      ...{ catalog, library, changed: setUploading },
      arrived(picture) {
        if (isMounted) onArrived(picture);
      },
      failed(name, error) {
        if (isMounted) onFailed(name, error.message);
        else logError(`The picture ${name} was not uploaded`, error);
      },
    });
    uploads.current = own;
    return () => {
      isMounted = false;
      if (!isKept.current) own.stop();
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
    keep: (wanted) => void (isKept.current = wanted),
  };
}
