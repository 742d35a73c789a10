/** Uploads files to the host, one after the other. */
import type { Catalog, Picture } from '../../../../src/utils/gateway/catalog/catalog';

export interface Uploading {
  readonly name: string;
  /** Progress from 0 to 1. */
  readonly sent: number;
  cancel(): void;
}

export interface Uploads {
  /** Sends files. Resolves when each has completed, failed or been canceled. */
  send(files: readonly File[]): Promise<void>;
  /** Cancels the current upload and the queue. */
  stop(): void;
}

interface UploadsOptions {
  readonly catalog: Pick<Catalog, 'upload'>;
  readonly library: string;
  /** Called with the current upload; undefined at the end. */
  changed(uploading: Uploading | undefined): void;
  arrived(picture: Picture): void;
  failed(name: string, error: Error): void;
}

export function createUploads({ catalog, library, changed, arrived, failed }: UploadsOptions): Uploads {
  let waiting: File[] = [];
  let running: Promise<void> | undefined;
  let current: AbortController | undefined;

  async function run(): Promise<void> {
    for (let file = waiting.shift(); file; file = waiting.shift()) {
      const { name } = file;
      const given = (current = new AbortController());
      const cancel = (): void => given.abort();
      const progress = (sent: number): void => changed({ name, sent, cancel });
      progress(0);
      try {
        arrived(await catalog.upload(library, { file, name, progress, signal: given.signal }));
      } catch (error) {
        if (!given.signal.aborted) failed(name, error as Error);
      }
    }
    running = current = undefined;
    changed(undefined);
  }

  return {
    send(files) {
      waiting.push(...files);
      return (running ??= run());
    },
    stop() {
      waiting = [];
      current?.abort();
    },
  };
}
