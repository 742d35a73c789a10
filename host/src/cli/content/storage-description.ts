import { locationOf } from '../../db/dsn.js';
import { pathsIn } from '../../lib/data-folder.js';
import type { Settings } from '../../config/read-settings.js';

/** Where everything is kept, in words without secrets. */
export function describeStorage({ databaseUrl, data, azure }: Settings): {
  readonly database: string;
  readonly blobs: string;
} {
  const { database, blobs } = pathsIn(data);
  return {
    database: databaseUrl === undefined ? `file ${database}` : `PostgreSQL at ${locationOf(databaseUrl)}`,
    blobs: azure ? `container ${azure.container} of ${accountOf(azure.connectionString)}` : `folder ${blobs}`,
  };
}

/** What names the account in a connection string; its key and signature are secret. */
function accountOf(connectionString: string): string {
  const [, name] = /(?:^|;)\s*AccountName\s*=\s*([^;]+)/i.exec(connectionString) ?? [];
  const [, endpoint] = /(?:^|;)\s*BlobEndpoint\s*=\s*([^;?]+)/i.exec(connectionString) ?? [];
  return `Azure account ${name ?? endpoint ?? 'of the emulator'}`;
}
