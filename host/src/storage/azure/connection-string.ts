import { HostError } from '../../lib/host-error.js';
import type { Read } from '../../lib/setting.js';

/** The error does not repeat the value, because it contains a key. */
export const connectionString: Read<string> = (text, source) => {
  const parts = new Set(
    text
      .split(';')
      .filter((part) => part.includes('='))
      .map((part) => part.slice(0, part.indexOf('=')).trim()),
  );
  const isUsable = parts.has('UseDevelopmentStorage') || parts.has('AccountName') || parts.has('BlobEndpoint');
  if (!isUsable) {
    throw new HostError(
      `${source} must be like 'DefaultEndpointsProtocol=https;AccountName=…;AccountKey=…;EndpointSuffix=core.windows.net'; ` +
        'its value is not (it is not shown here).',
    );
  }
  return text;
};

/** The account in a connection string, without its secret key and signature. */
export function accountOf(connectionString: string): string {
  const [, name] = /(?:^|;)\s*AccountName\s*=\s*([^;]+)/i.exec(connectionString) ?? [];
  const [, endpoint] = /(?:^|;)\s*BlobEndpoint\s*=\s*([^;?]+)/i.exec(connectionString) ?? [];
  return `Azure account ${name ?? endpoint ?? 'of the emulator'}`;
}
