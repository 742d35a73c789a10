/** Many large concurrent uploads, and their effect on the memory of the host. */
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';

const UPLOADS = 60;
const BYTES = 16 * 1024 * 1024;
const MEBIBYTE = 1024 * 1024;

const QUERY = 'mutation ($file: File!) { uploadMedia(library: "isolation", file: $file, expectedRevision: 0) { id } }';

/** Returns the response statuses of the host, and the growth of its memory during the uploads. */
export async function uploadConcurrently(url: string, pid: number, token: string): Promise<string> {
  const before = await residentBytes(pid);
  let peak = before;
  const ended = new AbortController();
  const sampling = (async () => {
    while (!ended.signal.aborted) {
      peak = Math.max(peak, await residentBytes(pid));
      await sleep(20, undefined, { signal: ended.signal }).catch(() => {});
    }
  })();
  const pool = new Pool(url, { connections: UPLOADS, pipelining: 1 });
  const statuses = new Map<string, number>();
  await Promise.all(
    Array.from({ length: UPLOADS }, async () => {
      const status = await upload(pool, token).catch(() => 'cut off');
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }),
  );
  ended.abort();
  await sampling;
  await pool.close();
  const counts = [...statuses].map(([status, count]) => `${count} x ${status}`).join(', ');
  return `${counts}; ${Math.round((peak - before) / MEBIBYTE)} MiB more memory`;
}

async function upload(pool: Pool, token: string): Promise<string> {
  const field = (name: string, text: string): string =>
    `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`;
  const head =
    field('operations', JSON.stringify({ query: QUERY, variables: { file: null } })) +
    field('map', '{"0":["variables.file"]}') +
    '--x\r\nContent-Disposition: form-data; name="0"; filename="a.png"\r\n\r\n';
  const body = Buffer.alloc(BYTES, 'x');
  body.write(head);
  body.write('\r\n--x--\r\n', BYTES - 9);
  const { statusCode, body: answer } = await pool.request({
    method: 'POST',
    path: '/graphql',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'multipart/form-data; boundary=x',
      'apollo-require-preflight': 'yes',
    },
    body,
  });
  await answer.dump();
  return String(statusCode);
}

async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024;
}
