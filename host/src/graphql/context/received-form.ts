import type { FileOnDisk } from '../../content/media/file-on-disk.js';

/** A file of a request, there until that is answered; what resolvers get for the scalar `File`. */
export interface ReceivedFile extends FileOnDisk {
  readonly name: string;
}

export interface ReceivedForm {
  /** What GraphQL is asked, with the files in their places. */
  readonly operations: unknown;
  /** Removes the files. */
  dispose(): Promise<void>;
}
