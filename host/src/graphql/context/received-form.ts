import type { FileOnDisk } from '../../content/media/file-on-disk.js';

/** A file of a request, which exists until the response. Resolvers receive it for the scalar `File`. */
export interface ReceivedFile extends FileOnDisk {
  readonly name: string;
}

export interface ReceivedForm {
  /** The GraphQL request, with the files inserted. */
  readonly operations: unknown;
  /** Removes the files. */
  dispose(): Promise<void>;
}
