import { join } from 'node:path';

/** The paths in the data folder. */
export const pathsIn = (
  data: string,
): { readonly database: string; readonly blobs: string; readonly uploads: string; readonly builds: string } => ({
  database: join(data, 'feaas.db'),
  blobs: join(data, 'blobs'),
  uploads: join(data, '.uploads'),
  builds: join(data, 'builds'),
});
