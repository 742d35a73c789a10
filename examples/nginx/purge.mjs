/** The purge hook of an nginx cache: checks who calls, and requests each changed path again, so that nginx replaces its copy. */
import { Buffer } from 'node:buffer';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

const { FEAAS_PURGE_SECRET, CACHE_SECRET, CACHE_URL = 'http://127.0.0.1:8080', PURGE_PORT = '8081' } = process.env;
if (!FEAAS_PURGE_SECRET || !CACHE_SECRET) throw new Error('Set FEAAS_PURGE_SECRET and CACHE_SECRET.');

/** Seconds for which a call is valid: nobody can repeat it later. */
const VALID = 300;
/** Requests to nginx at a time. */
const CONCURRENCY = 16;

function isFromHost({ headers }, body) {
  const timestamp = String(headers['x-feaas-timestamp']);
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) < VALID)) return false;
  const expected = createHmac('sha256', FEAAS_PURGE_SECRET).update(`${timestamp}.${body}`).digest('hex');
  const given = Buffer.from(String(headers['x-feaas-signature']));
  return given.length === expected.length + 7 && timingSafeEqual(given, Buffer.from(`sha256=${expected}`));
}

async function renew(paths) {
  const left = [...paths];
  const next = async () => {
    for (let path = left.pop(); path !== undefined; path = left.pop()) {
      const response = await fetch(new URL(path, CACHE_URL), { headers: { 'x-cache-renew': CACHE_SECRET } });
      await response.arrayBuffer();
      // 404 and 410 are answers, too. After anything else the host calls again.
      if (response.status >= 500) throw new Error(`${path} answered ${response.status}`);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, next));
}

createServer(async (request, response) => {
  try {
    const body = await text(request);
    if (request.method !== 'POST' || !isFromHost(request, body)) return void response.writeHead(401).end();
    await renew(JSON.parse(body).paths);
    response.writeHead(204).end();
  } catch (error) {
    console.error(`purge: ${error.message}`);
    response.writeHead(502).end();
  }
}).listen(Number(PURGE_PORT), '127.0.0.1', () => console.log(`purge hook at http://127.0.0.1:${PURGE_PORT}`));
