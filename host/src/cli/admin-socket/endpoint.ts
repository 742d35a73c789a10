import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isMissing } from '../../lib/locate-file.js';

/**
 * Where a running host hears its operator: `control.json` in the data folder, which only its user may read. Whoever
 * can read it has the secret and so the right of an admin.
 */
export interface Endpoint {
  /** Path of a Unix domain socket, or name of a Windows pipe. */
  readonly path: string;
  readonly secret: string;
  readonly pid: number;
}

const FILE = 'control.json';

/** The longest path of a socket that every system takes (macOS: 104 bytes with the final zero). */
const MAX_PATH_BYTES = 100;

/** Sockets of hosts that were killed. Only for who has the data folder locked. */
export async function sweepEndpoints(data: string): Promise<void> {
  for (const name of await readdir(data)) {
    if (/^control-\d+-[0-9a-f]{8}\.sock$/.test(name)) await rm(join(data, name), { force: true });
  }
}

/** A path that no other process has, and what to do when it is no longer needed. */
export async function newEndpoint(data: string): Promise<{ endpoint: Endpoint; remove(): Promise<void> }> {
  const secret = randomBytes(32).toString('base64url');
  const own = { secret, pid: process.pid };
  const name = `control-${process.pid}-${randomBytes(4).toString('hex')}`;
  if (process.platform === 'win32') {
    return { endpoint: { ...own, path: `\\\\.\\pipe\\feaas-${name}` }, remove: async () => {} };
  }
  const near = join(data, `${name}.sock`);
  if (Buffer.byteLength(near) <= MAX_PATH_BYTES) {
    return { endpoint: { ...own, path: near }, remove: () => rm(near, { force: true }) };
  }
  // mkdtemp gives the folder to this user alone.
  const folder = await mkdtemp(join(tmpdir(), 'feaas-'));
  return {
    endpoint: { ...own, path: join(folder, 'control.sock') },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

export async function publishEndpoint(data: string, endpoint: Endpoint): Promise<void> {
  const path = join(data, FILE);
  // The mode counts for new files only: one that is left over may be anybody's.
  await rm(path, { force: true });
  try {
    await writeFile(path, `${JSON.stringify(endpoint)}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}

/** Only its own: another host may have begun since. */
export async function withdrawEndpoint(data: string, endpoint: Endpoint): Promise<void> {
  const now = await findEndpoint(data);
  if (now?.secret === endpoint.secret) await rm(join(data, FILE), { force: true });
}

/** What stands in the data folder; its host may have ended without a word. */
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
