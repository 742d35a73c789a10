import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isMissing } from '../../lib/locate-file.js';

/**
 * The endpoint for operator commands of a running host: `control.json` in the data folder, readable only by its user.
 * It contains a secret that gives the rights of an admin.
 */
export interface Endpoint {
  /** Path of a Unix domain socket, or name of a Windows pipe. */
  readonly path: string;
  readonly secret: string;
  readonly pid: number;
}

const FILE = 'control.json';

/** The longest socket path that every system supports (macOS: 104 bytes with the final zero). */
const MAX_PATH_BYTES = 100;

/** Removes sockets of hosts that were killed. The caller must have locked the data folder. */
export async function sweepEndpoints(data: string): Promise<void> {
  for (const name of await readdir(data)) {
    if (/^control-\d+-[0-9a-f]{8}\.sock$/.test(name)) await rm(join(data, name), { force: true });
  }
}

/** Creates a unique path, and a function to remove it. */
export async function newEndpoint(data: string): Promise<{ endpoint: Endpoint; remove(): Promise<void> }> {
  const secret = randomBytes(32).toString('base64url');
  const common = { secret, pid: process.pid };
  const name = `control-${process.pid}-${randomBytes(4).toString('hex')}`;
  if (process.platform === 'win32') {
    return { endpoint: { ...common, path: `\\\\.\\pipe\\feaas-${name}` }, remove: async () => {} };
  }
  const path = join(data, `${name}.sock`);
  if (Buffer.byteLength(path) <= MAX_PATH_BYTES) {
    return { endpoint: { ...common, path }, remove: () => rm(path, { force: true }) };
  }
  // mkdtemp makes the folder accessible to this user only.
  const folder = await mkdtemp(join(tmpdir(), 'feaas-'));
  return {
    endpoint: { ...common, path: join(folder, 'control.sock') },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

export async function publishEndpoint(data: string, endpoint: Endpoint): Promise<void> {
  const path = join(data, FILE);
  // The mode applies only to new files, so an old one is removed.
  await rm(path, { force: true });
  try {
    await writeFile(path, `${JSON.stringify(endpoint)}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}

/** Removes the endpoint only if it is this host's, because another host may have started since. */
export async function withdrawEndpoint(data: string, endpoint: Endpoint): Promise<void> {
  const current = await findEndpoint(data);
  if (current?.secret === endpoint.secret) await rm(join(data, FILE), { force: true });
}

/** Reads the endpoint in the data folder. Its host may have crashed. */
export async function findEndpoint(data: string): Promise<Endpoint | undefined> {
  try {
    const found = JSON.parse(await readFile(join(data, FILE), 'utf8')) as Partial<Endpoint>;
    const { path, secret, pid } = found;
    return typeof path === 'string' && typeof secret === 'string' && typeof pid === 'number'
      ? { path, secret, pid }
      : undefined;
  } catch (error) {
    if (isMissing(error) || error instanceof SyntaxError) return undefined;
    throw error;
  }
}
