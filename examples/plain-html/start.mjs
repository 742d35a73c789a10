/**
 * `npm start`: the content host, then this folder as it is; nothing is built. With `FEAAS_HOST`, the address of a host that runs
 * already, the folder can stand anywhere.
 */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';

/** Where the page's files say that the host is. */
const WRITTEN = 'http://127.0.0.1:3333';
const TYPES = { html: 'text/html; charset=utf-8', js: 'text/javascript; charset=utf-8' };

const { FEAAS_HOST, FEAAS_TOKEN } = process.env;
const { url, token } = FEAAS_HOST
  ? { url: FEAAS_HOST, token: FEAAS_TOKEN ?? '' }
  : await (await import('../host.mjs')).startHost();

/** Pictures of the demo library stand on the content host. */
async function media(path, response) {
  const answer = await fetch(url + path);
  response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'text/plain' });
  response.end(new Uint8Array(await answer.arrayBuffer()));
}

async function answer({ url: path }, response) {
  if (path.startsWith('/media/')) return media(path, response);
  if (path === '/token') return response.end(token);
  const name = { '/': 'index.html', '/page.js': 'page.js' }[path];
  if (!name) return response.writeHead(404).end();
  const text = await readFile(new URL(name, import.meta.url), 'utf8');
  response.writeHead(200, { 'content-type': TYPES[name.split('.').pop()] });
  response.end(text.replaceAll(WRITTEN, url));
}

const port = Number(process.env.PORT ?? 4173);
createServer((request, response) => {
  answer(request, response).catch((error) => response.writeHead(502).end(String(error)));
}).listen(port, '127.0.0.1', () => console.log(`The page is at http://127.0.0.1:${port}`));
