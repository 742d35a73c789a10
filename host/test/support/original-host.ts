/** A server that serves a library like the original product: blobs with their headers, pages and sitemaps. */
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { gzipSync } from 'node:zlib';
import { cleanUp } from '../../../tests/lib/clean-up';

export type ServedFile =
  | string
  | Buffer
  | {
      readonly body?: string | Buffer;
      readonly status?: number;
      readonly headers?: Readonly<Record<string, string>>;
    }
  | ((request: IncomingMessage, response: ServerResponse) => void);

export interface OriginalHost {
  readonly url: string;
  /** Files by path; a test may change them. */
  readonly files: Map<string, ServedFile>;
  /** Requested paths in order, with the status of each response. */
  readonly requests: { readonly path: string; status: number; readonly agent: string }[];
  /** The largest number of concurrent requests. */
  readonly maxConcurrency: number;
}

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html',
  css: 'text/css',
  xml: 'application/xml',
  txt: 'text/plain',
  gz: 'application/gzip',
};

export async function startOriginalHost(
  t: TestContext,
  files: Readonly<Record<string, ServedFile>>,
): Promise<OriginalHost> {
  const served = new Map(Object.entries(files));
  const requests: OriginalHost['requests'] = [];
  let running = 0;
  let maxConcurrency = 0;
  const server = createServer((request, response) => {
    maxConcurrency = Math.max(maxConcurrency, ++running);
    const entry = { path: request.url!, status: 0, agent: request.headers['user-agent'] ?? '' };
    requests.push(entry);
    response.on('close', () => {
      running--;
      entry.status = response.statusCode;
    });
    const found = served.get(decodeURI(request.url!));
    if (typeof found === 'function') return found(request, response);
    const {
      body = '',
      status,
      headers,
    } = found === undefined
      ? // The response of Azure.
        {
          status: 404,
          body: '\ufeff<?xml version="1.0" encoding="utf-8"?><Error><Code>BlobNotFound</Code></Error>',
          headers: { 'content-type': 'application/xml', 'x-ms-error-code': 'BlobNotFound' },
        }
      : typeof found === 'string' || Buffer.isBuffer(found)
        ? { body: found, status: 200, headers: {} }
        : { status: 200, ...found };
    const etag = `"${createHash('md5').update(body).digest('hex')}"`;
    if (status === 200 && request.headers['if-none-match'] === etag) {
      response.writeHead(304, { etag });
      return response.end();
    }
    response.writeHead(status ?? 200, {
      'content-type': TYPES[request.url!.split('.').at(-1)!] ?? 'text/html',
      ...(status === 200 ? { etag, 'last-modified': 'Mon, 06 May 2024 07:08:09 GMT' } : {}),
      ...headers,
    });
    return response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanUp(t, () => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    files: served,
    requests,
    get maxConcurrency() {
      return maxConcurrency;
    },
  };
}

const HERO =
  '<section class="-theme--dusk"><h1 data-path="page.title">Grüße</h1>' +
  '<feaas-external data-external-id="Weather?city=Oslo" city="Oslo"></feaas-external>' +
  '<byoc-clock zone="UTC">now</byoc-clock></section>';

/** A library like real ones: nested components, forks, drafts, deleted content, unusual encodings and broken parts. */
export const originalLibrary = (): Record<string, ServedFile> => ({
  '/components/acme/hero/responsive/published.html': HERO,
  '/components/acme/hero/responsive/staged.html': HERO.replace('Grüße', 'Neu'),
  '/components/acme/hero/home/published.html': '<section><h1>Home</h1></section>',
  '/components/acme/list/responsive/published.html':
    '<ul><li data-path-scope="news.*"><feaas-component component="card" version="small"></feaas-component></li></ul>',
  '/components/acme/list/responsive/staged.html':
    '<ul><li data-path-scope="news.*"><feaas-component component="card" version="small"></feaas-component></li></ul>',
  '/components/acme/card/small/published.html': '<p class="-theme--lost">Card</p>',
  '/components/acme/draft/responsive/staged.html': '<p>Draft</p>',
  '/components/acme/gone/responsive/published.html': {
    body: '<p>Gone</p>',
    headers: { 'x-ms-meta-versionDeletedAt': '2024-01-01T00:00:00Z' },
  },
  '/components/acme/broken/responsive/published.html': '<p onclick="go()">One<div>Two</p></div><b><i>mis</b>nested</i>',
  '/components/acme/latin/responsive/published.html': {
    body: Buffer.from('<p>Gr\xfc\xdfe</p>', 'latin1'),
    headers: { 'content-type': 'text/html; charset=windows-1252' },
  },
  '/components/acme/bytes/responsive/published.html': Buffer.from([0x3c, 0x70, 0x3e, 0xff, 0x3c, 0x2f, 0x70, 0x3e]),
  '/components/acme/huge/responsive/published.html': Buffer.alloc(5 * 1024 * 1024, 'x'),
  '/components/acme/locked/responsive/published.html': { status: 403 },
  '/styles/acme/published.css':
    '/* .-theme--comment */ .-theme--dusk, .-theme--light-blue > p { color: teal } a::after { content: ".-theme--text" }',
  '/styles/acme/staged.css': '.-theme--dusk { color: coral } .-theme--next { color: red }',
});

/** Pages that use the library, listed in a sitemap index; one of the sitemaps is compressed. */
export function originalPages(url: string): Record<string, ServedFile> {
  const sitemap = (...paths: readonly string[]): string =>
    `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">${paths
      .map(
        (path) =>
          `<url><loc>${url}${path}</loc><image:image><image:loc>${url}/picture.png</image:loc></image:image></url>`,
      )
      .join('\n')}</urlset>`;
  const use = (attributes: string): string =>
    `<feaas-component cdn="${url}" library="acme" ${attributes}></feaas-component>`;
  return {
    '/sitemap.xml': `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><sitemap><loc><![CDATA[${url}/one.xml]]></loc></sitemap><sitemap><loc>${url}/two.xml.gz</loc></sitemap></sitemapindex>`,
    '/one.xml': sitemap('/', '/about?a=1&amp;b=2'),
    // Truncated in the middle of a tag.
    '/two.xml.gz': gzipSync(`${sitemap('/products', '/missing')}<url><loc>`),
    '/': `<!doctype html><html><head><link rel="stylesheet" href="${url}/styles/acme/published.css"></head><body>
      ${use('component="hero" instance="home"')}${use('component="list"')}
      ${use('component="broken"')}${use('component="latin"')}${use('component="bytes"')}</body></html>`,
    '/about?a=1&b=2': {
      body: Buffer.from(
        `<html><head><meta charset="utf-16le"><body library="acme" hostname="${url}"><feaas-component component="hero" instance="about"></feaas-component>
        <feaas-component src="${url}/components/acme/draft"></feaas-component><feaas-component component="gone"></feaas-component>`,
      ),
      headers: { 'content-type': 'text/html; charset=utf-8' },
    },
    '/products': `<feaas-context library="acme" cdn="${url}"></feaas-context><div><p><feaas-component component="huge">
      <feaas-component component="locked"></feaas-component><feaas-component component="absent"></feaas-component>
      <feaas-component src="nonsense" ></feaas-component>`,
  };
}
