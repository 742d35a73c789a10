/** Uploads of somebody who goes on looking for pictures, and writing about them, meanwhile. */
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
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
  const isHere = useRef(true);
  // What is sent outlives each list in which it is looked for: what hears of it is as it was drawn last.
  const told = useRef({ arrived, announce, messages });
  useLayoutEffect(() => {
    told.current = { arrived, announce, messages };
  });
  const uploads = useMemo(
    () =>
      createUploads({
        ...{ catalog, library, changed: setUploading },
        arrived(picture) {
          if (!isHere.current) return;
          const { arrived, announce, messages } = told.current;
          arrived(picture, isFirst.current);
          isFirst.current = false;
          announce(messages.t('media.uploaded', { name: picture.name }));
        },
        failed(name, error) {
          if (!isHere.current) return logError(`The picture ${name} was not uploaded`, error);
          const text = told.current.messages.t('media.failed', { name, reason: error.message });
          setFailures((before) => [...before, text]);
        },
      }),
    [catalog, library],
  );
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
      if (!isKept.current) uploads.stop();
    };
  }, [uploads]);
  return {
    uploading,
    failures,
    send(files) {
      setFailures([]);
      if (!files?.length) return;
      if (!uploading) isFirst.current = true;
      void uploads.send(Array.from(files));
    },
    keep: (wanted) => void (isKept.current = wanted),
  };
}
