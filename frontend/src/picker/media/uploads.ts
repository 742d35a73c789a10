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
  let queue: File[] = [];
  let running: Promise<void> | undefined;
  let current: AbortController | undefined;

  async function run(): Promise<void> {
    for (let file = queue.shift(); file; file = queue.shift()) {
      const { name } = file;
      const controller = (current = new AbortController());
      const cancel = (): void => controller.abort();
      const progress = (sent: number): void => changed({ name, sent, cancel });
      progress(0);
      try {
        arrived(await catalog.upload(library, { file, name, progress, signal: controller.signal }));
      } catch (error) {
        if (!controller.signal.aborted) failed(name, error as Error);
      }
    }
    running = current = undefined;
    changed(undefined);
  }

  return {
    send(files) {
      queue.push(...files);
      return (running ??= run());
    },
    stop() {
      queue = [];
      current?.abort();
    },
  };
}
