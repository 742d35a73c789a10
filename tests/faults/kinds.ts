/** Kinds of faults that occur between a first and a second visit, and how they are repaired. */
import { gzipSync } from 'node:zlib';
import type { EvaluateFunc, Page } from 'puppeteer';
import type { ContentHost, Fault } from '../lib/content-host';

/** The visit that a fault affects. */
export interface Case {
  readonly host: ContentHost;
  /** The page of the second visit, before navigation. */
  readonly page: Page;
  /** Another page of the same origin, which stays open. */
  readonly other: Page;
  readonly random: () => number;
}

export interface Kind {
  readonly name: string;
  /** Causes the fault; called before the second visit. */
  begin(at: Case): unknown;
  /** Repairs the fault. */
  heal?(at: Case): unknown;
  /** Whether the page renders a cached copy during the fault. Otherwise it renders the content of the host. */
  readonly copy: boolean;
  /** Whether the host does not respond. */
  readonly silent?: boolean;
}

const host = (name: string, fault: Fault, silent = false): Kind => ({
  name,
  copy: true,
  silent,
  begin: (at) => void (at.host.fault = fault),
  heal: (at) => void (at.host.fault = undefined),
});

const CORS = { 'access-control-allow-origin': '*', 'access-control-expose-headers': '*' };
const HTML = { ...CORS, 'content-type': 'text/html' };

/** Responds with a status and the HTML body of a proxy. */
const status = (code: number, headers: Record<string, string> = {}): Fault => {
  return (_request, response) => {
    response.writeHead(code, { ...HTML, ...headers }).end(`<h1>${code}</h1>`);
    return true;
  };
};

/** A fault that a script causes in the page before its own scripts run. */
const inPage = (name: string, script: string, copy: boolean): Kind => ({
  name,
  copy,
  begin: (at) => at.page.evaluateOnNewDocument(script),
});

/** A fault in the storage of the origin between the visits. `change` runs in a page, so it can only use its arguments. */
const inStorage = <Arguments extends unknown[]>(
  name: string,
  change: EvaluateFunc<Arguments>,
  ...args: Arguments
): Kind => ({
  name,
  copy: false,
  begin: (at) => at.other.evaluate(change, ...args),
});

/** Names of the databases: metadata of URLs, and bodies. */
const METADATA = 'feaas-kit';
const BODIES = 'feaas-kit-bodies';

const deleteDatabases = (...names: string[]): Promise<unknown> =>
  Promise.all(
    names.map(
      (name) =>
        new Promise((resolve) => {
          const request = indexedDB.deleteDatabase(name);
          request.onsuccess = request.onerror = request.onblocked = resolve;
        }),
    ),
  );

/** Corrupts the values of a database: replaces them by other values in turn, and truncates texts. */
async function corrupt(name: string, others: unknown[]): Promise<void> {
  const db = await new Promise<IDBDatabase>((resolve) => {
    const request = indexedDB.open(name);
    request.onsuccess = () => resolve(request.result);
  });
  const store = db.transaction('entries', 'readwrite').objectStore('entries');
  await new Promise((resolve) => {
    const cursors = store.openCursor();
    let count = 0;
    cursors.onsuccess = () => {
      const cursor = cursors.result;
      if (!cursor) return;
      const value: unknown = cursor.value;
      cursor.update(typeof value === 'string' ? value.slice(0, 4) : others[count++ % others.length]);
      cursor.continue();
    };
    store.transaction.oncomplete = resolve;
  });
  db.close();
}

export const KINDS: readonly Kind[] = [
  { name: 'host down', copy: true, begin: ({ host }) => host.kill(), heal: ({ host }) => host.start() },
  {
    name: 'host name unknown',
    copy: true,
    begin: async ({ page, host }) => {
      await page.setRequestInterception(true);
      page.on('request', (request) => {
        if (request.isInterceptResolutionHandled()) return;
        const down = request.url().startsWith(host.origin) && !host.headers['x-well'];
        void (down ? request.abort('namenotresolved') : request.continue()).catch(() => {});
      });
    },
    heal: ({ host }) => void (host.headers['x-well'] = '1'),
  },
  {
    name: 'offline',
    copy: true,
    // The site is loaded from its cache or not at all: only the host is unreachable.
    begin: ({ host }) => void (host.fault = (request) => Boolean(request.socket.destroy())),
    heal: ({ host }) => void (host.fault = undefined),
  },
  host('connection reset', (request) => {
    request.socket.resetAndDestroy();
    return true;
  }),
  host('no answer', () => true, true),
  host(
    'body stalls',
    (request, response, document) => {
      if (request.method === 'HEAD') return false;
      response.writeHead(200, HTML).write((document?.body ?? '').slice(0, 5));
      return true;
    },
    true,
  ),
  host('head without end, body cut short', (_request, response, document) => {
    response.writeHead(200, { ...HTML, 'content-length': 1000 }).write((document?.body ?? '').slice(0, 5));
    setTimeout(() => response.destroy(), 5);
    return true;
  }),
  host('chunked body cut short', (request, response, document) => {
    if (request.method === 'HEAD') {
      response.writeHead(200, { ...HTML, 'last-modified': new Date(0).toUTCString() }).end();
      return true;
    }
    response.writeHead(200, HTML).write((document?.body ?? '').slice(0, 5));
    setTimeout(() => response.destroy(), 5);
    return true;
  }),
  host('body trickles, then reset', (request, response, document) => {
    if (request.method === 'HEAD') return false;
    response.writeHead(200, HTML);
    let at = 0;
    const timer = setInterval(() => {
      response.write((document?.body ?? '')[at++] ?? ' ');
      if (at < 4) return;
      clearInterval(timer);
      request.socket.resetAndDestroy();
    }, 5);
    return true;
  }),
  host('no HTTP at all', (request) => {
    request.socket.end('\x16\x03\x01 hello\r\n\r\n');
    return true;
  }),
  host('corrupt gzip', (request, response) => {
    const packed = gzipSync('<p>never</p>'.repeat(50));
    packed.fill(0xff, 12, 30);
    response.writeHead(200, { ...HTML, 'content-encoding': 'gzip', 'last-modified': new Date(0).toUTCString() });
    response.end(request.method === 'HEAD' ? undefined : packed);
    return true;
  }),
  host('500', status(500)),
  host('502 of a proxy', status(502)),
  host('503', status(503)),
  host('429 with Retry-After', status(429, { 'retry-after': '1' })),
  host('408', status(408)),
  host('404 without a tombstone', status(404)),
  host('403', status(403)),
  host('JSON of a captive portal', (_request, response) => {
    response.writeHead(200, { ...CORS, 'content-type': 'application/json' }).end('{"login":true}');
    return true;
  }),
  host('no CORS headers', (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<p>never</p>');
    return true;
  }),
  host('redirect loop', (request, response) => {
    response.writeHead(302, { ...CORS, location: request.url! }).end();
    return true;
  }),
  host(
    'every other answer fails',
    (() => {
      let count = 0;
      return (_request, response) => {
        if (count++ % 2) return false;
        response.destroy();
        return true;
      };
    })(),
  ),
  {
    name: 'HEAD not known',
    copy: true,
    begin: ({ host }) =>
      void (host.fault = (request, response) => {
        if (request.method !== 'HEAD') return false;
        response.writeHead(405, CORS).end();
        return true;
      }),
  },
  {
    name: 'no validators',
    copy: true,
    begin: ({ host }) =>
      void (host.fault = (request, response, document) => {
        if (!document) return false;
        response.writeHead(200, { ...CORS, 'content-type': request.url!.startsWith('/styles') ? 'text/css' : 'text/html' });
        response.end(request.method === 'HEAD' ? undefined : document.body);
        return true;
      }),
  }, // prettier-ignore
  inPage(
    'storage forbidden, as in an opaque frame',
    `for (const name of ['indexedDB', 'caches', 'localStorage'])
       Object.defineProperty(window, name, { get() { throw new DOMException('no', 'SecurityError') } });
     BroadcastChannel = class { constructor() { throw new DOMException('no', 'SecurityError') } };
     navigator.locks.request = async () => { throw new DOMException('no', 'SecurityError') };`,
    false,
  ),
  inPage('IndexedDB never answers', 'IDBFactory.prototype.open = () => ({})', false),
  inPage('IndexedDB opens, reads never answer', 'IDBObjectStore.prototype.get = () => ({})', false),
  inPage('IndexedDB broken', `IDBFactory.prototype.open = () => { throw new DOMException('', 'UnknownError') }`, false),
  inPage(
    'transactions fail now and then',
    `{ const real = IDBDatabase.prototype.transaction; let count = 0;
       IDBDatabase.prototype.transaction = function (...all) {
         if (count++ % 3 === 1) throw new DOMException('closing', 'InvalidStateError');
         return real.apply(this, all); } }`,
    true,
  ),
  inPage('no locks, no channel', `Object.defineProperty(navigator, 'locks', { value: undefined }); window.BroadcastChannel = undefined`, true), // prettier-ignore
  inPage(
    'out of quota',
    `IDBObjectStore.prototype.put = () => { throw new DOMException('', 'QuotaExceededError') };`,
    true,
  ),
  inStorage('databases deleted', deleteDatabases, METADATA, BODIES),
  inStorage('bodies deleted', deleteDatabases, BODIES),
  inStorage('bodies torn', corrupt, BODIES, []),
  inStorage('metadata corrupt', corrupt, METADATA, [null, 42, 'text', {}, { url: 7 }, []]),
  inStorage('database of another make', async () => {
    await new Promise((resolve) => {
      const request = indexedDB.deleteDatabase('feaas-kit');
      request.onsuccess = request.onerror = request.onblocked = resolve;
    });
    await new Promise((resolve) => {
      const request = indexedDB.open('feaas-kit', 1);
      request.onupgradeneeded = () => request.result.createObjectStore('something else');
      request.onsuccess = () => {
        request.result.close();
        resolve(undefined);
      };
    });
  }),
  {
    name: 'storage deleted in mid-session',
    copy: true,
    begin: ({ page, random }) =>
      page.evaluateOnNewDocument(
        (after: number) =>
          addEventListener('feaasRender', () =>
            setTimeout(() => {
              indexedDB.deleteDatabase('feaas-kit');
              indexedDB.deleteDatabase('feaas-kit-bodies');
            }, after),
          ),
        random() * 20,
      ),
  },
];
