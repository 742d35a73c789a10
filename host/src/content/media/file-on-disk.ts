import { createHash } from 'node:crypto';

/** An uploaded file on disk. Its bytes are read only when they are processed. */
export interface FileOnDisk {
  readonly byteLength: number;
  /** SHA-256 in hexadecimal digits. */
  readonly sha256: string;
  arrayBuffer(): Promise<Uint8Array>;
}

export const bytesOf = async (file: Uint8Array | FileOnDisk): Promise<Uint8Array> =>
  file instanceof Uint8Array ? file : file.arrayBuffer();

export const hashOfFile = (file: Uint8Array | FileOnDisk): string =>
  file instanceof Uint8Array ? createHash('sha256').update(file).digest('hex') : file.sha256;
