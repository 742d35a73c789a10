import { join } from 'node:path';

/** What lies where in the data folder. */
export const pathsIn = (data: string): { readonly database: string; readonly blobs: string } => ({
  database: join(data, 'feaas.db'),
  blobs: join(data, 'blobs'),
});
