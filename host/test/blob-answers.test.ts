/**
 * What the network drivers make of the answers of a store: refusals, throttling, redirects, and answers that are not the
 * store's. Broken connections are in `blob-faults`.
 */
import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import type { ContentServiceOptions } from '../src/publishing/create-content-service.js';
import { createAzureBlobs } from '../src/storage/azure/azure-blobs.js';
import { type BlobStore, BlobStoreError } from '../src/storage/blob-store.js';
import type { StorageDrivers } from '../src/storage/drivers/registry.js';
import { openS3Blobs } from '../src/storage/s3/s3-blobs.js';
import { startAzurite } from './support/azurite.js';
import { writeOptions, makeLibrary, openContentService, silentLog } from './support/content-services.js';
import { testStores } from './support/databases.js';
import { type FaultyProxy, type InjectedResponse, startFaultyProxy } from './support/faulty-proxy.js';
import { recordingLog } from './support/recording-log.js';
import { s3Options, startS3ForFile } from './support/s3.js';
import { cleanUp } from '../../tests/lib/clean-up.js';
import { waitUntil } from '../../tests/lib/wait-until.js';

const LIMIT = { timeout: 120_000 };
const TIMEOUT = 30_000;
const KEY = 'components/demo/hero/responsive/published.html';
const BLOB = { contentType: 'text/html', cacheControl: 'no-cache', metadata: {}, bytes: Buffer.from('one') };

const azurite = await startAzurite();
const s3 = await startS3ForFile();
let stores = 0;

type Driver = Exclude<keyof StorageDrivers, 'folder'>;

const DRIVERS: Readonly<Record<Driver, { port: number; open: (port: number) => Promise<BlobStore> }>> = {
  azure: {
    port: Number(new URL(azurite.url).port),
    open: async (port) => {
      const connection = azurite.connectionString.replace(/:\d+\//, `:${port}/`);
      return createAzureBlobs(connection, `answers-${++stores}`, silentLog, TIMEOUT);
    },
  },
  s3: {
    port: s3.port,
    open: (port) => openS3Blobs(s3Options(`answers-${++stores}`, `http://127.0.0.1:${port}`), silentLog, TIMEOUT),
  },
};

async function start(t: TestContext, driver: Driver): Promise<{ store: BlobStore; proxy: FaultyProxy }> {
  const { port, open } = DRIVERS[driver];
  const proxy = await startFaultyProxy(port);
  cleanUp(t, () => proxy.close());
  const store = await open(proxy.port);
  await store.put(KEY, BLOB);
  return { store, proxy };
}

/** Starts a content service with a component on such a store. By default it gives up waiting for a delivery soon. */
async function startContentService(
  t: TestContext,
  driver: Driver,
  options: Partial<ContentServiceOptions> = { timeout: 100 },
) {
  const { store, proxy } = await start(t, driver);
  const { log, messages } = recordingLog();
  const database = await testStores('libsql').newStore();
  const service = await openContentService(database, { blobs: store, log, ...options });
  cleanUp(t, () => service.close());
  return { store, proxy, service, hero: await makeLibrary(service, 'demo'), messages };
}

/** An error of the store. Azure also has its code in a header. */
const refusal = (status: number, code: string, headers: Record<string, string> = {}): InjectedResponse => ({
  status,
  headers: { 'x-ms-error-code': code, ...headers },
  body: `<?xml version="1.0"?><Error><Code>${code}</Code><Message>No. AKIASECRET</Message></Error>`,
});

const list = async (store: BlobStore): Promise<void> => {
  for await (const key of store.list('')) void key;
};

/** Each operation of a store; `head` and `fence` get a response without a body. */
const OPERATIONS: Readonly<Record<string, (store: BlobStore) => Promise<unknown>>> = {
  put: (store) => store.put(KEY, BLOB),
  get: (store) => store.get(KEY),
  head: (store) => store.head(KEY),
  delete: (store) => store.delete(KEY),
  list,
  fence: (store) => store.fence!(KEY),
};
const HAS_NO_BODY = new Set(['head', 'fence']);

async function failureOf(work: Promise<unknown>): Promise<BlobStoreError> {
  const error = await work.then(
    () => assert.fail('It succeeded.'),
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof BlobStoreError, String(error));
  return error;
}

interface Refused {
  readonly response: InjectedResponse;
  readonly reason: string;
  /** Reason of a response without a body. */
  readonly bare: string;
  readonly hint?: RegExp;
}

const REFUSALS: Readonly<Record<Driver, readonly Refused[]>> = {
  azure: [
    {
      response: refusal(403, 'AuthenticationFailed'),
      reason: '403 AuthenticationFailed',
      bare: '403 AuthenticationFailed',
      hint: /check the key, .* SAS token, and the clock of this machine/,
    },
    {
      response: refusal(409, 'ContainerBeingDeleted'),
      reason: '409 ContainerBeingDeleted',
      bare: '409 ContainerBeingDeleted',
    },
    { response: refusal(412, 'LeaseIdMissing'), reason: '412 LeaseIdMissing', bare: '412 LeaseIdMissing' },
    { response: refusal(416, 'InvalidRange'), reason: '416 InvalidRange', bare: '416 InvalidRange' },
    { response: refusal(429, 'TooManyRequests'), reason: '429 TooManyRequests', bare: '429 TooManyRequests' },
    { response: refusal(503, 'ServerBusy'), reason: '503 ServerBusy', bare: '503 ServerBusy' },
    {
      response: { status: 502, headers: { 'content-type': 'text/html' }, body: '<html>Bad</html>' },
      reason: '502 Bad Gateway',
      bare: '502 Bad Gateway',
    },
  ],
  s3: [
    {
      response: refusal(403, 'InvalidAccessKeyId'),
      reason: '403 InvalidAccessKeyId',
      bare: '403 Forbidden',
      hint: /check the access key, its permissions and its expiry, and the clock of this machine/,
    },
    {
      response: refusal(403, 'RequestTimeTooSkewed'),
      reason: '403 RequestTimeTooSkewed',
      bare: '403 Forbidden',
      hint: /clock of this machine/,
    },
    { response: refusal(400, 'ExpiredToken'), reason: '400 ExpiredToken', bare: '400 Bad Request' },
    { response: refusal(409, 'OperationAborted'), reason: '409 OperationAborted', bare: '409 Conflict' },
    { response: refusal(416, 'InvalidRange'), reason: '416 InvalidRange', bare: '416 Range Not Satisfiable' },
    { response: refusal(503, 'SlowDown'), reason: '503 SlowDown', bare: '503 Service Unavailable' },
    ...[
      [301, 'PermanentRedirect', '301 Moved Permanently'],
      [307, 'TemporaryRedirect', '307 Temporary Redirect'],
      [400, 'AuthorizationHeaderMalformed', '400 Bad Request'],
    ].map(([status, code, bare]) => ({
      response: refusal(status as number, code as string, { 'x-amz-bucket-region': 'eu-west-1' }),
      reason: `${status} ${code}`,
      bare: bare as string,
      hint: /check region and endpoint in FEAAS_STORAGE: the bucket is in eu-west-1/,
    })),
  ],
};

/** Answers that are not the store's, such as the page of a proxy. */
const STRANGE: readonly InjectedResponse[] = [
  { status: 200, headers: { 'content-type': 'text/html' }, body: '<html><body>We will be back soon.</body></html>' },
  { status: 200, body: '<?xml version="1.0"?><Error><Code>InternalError</Code><Message>No.</Message></Error>' },
  { status: 200, body: '' },
  { status: 204 },
];

for (const driver of ['azure', 's3'] as const) {
  for (const { response, reason, bare, hint } of REFUSALS[driver])
    test(`${driver}: each operation names the status and code of ${reason}, and no secret`, LIMIT, async (t) => {
      const { store, proxy } = await start(t, driver);
      proxy.setResponse(response);
      for (const [name, operate] of Object.entries(OPERATIONS)) {
        const error = await failureOf(operate(store));
        const expected = HAS_NO_BODY.has(name) ? bare : reason;
        assert.equal(error.reason, expected, name);
        assert.ok(error.message.includes(expected), error.message);
        if (hint) assert.match(error.message, hint);
        assert.doesNotMatch(error.message, /AKIASECRET/);
      }
      proxy.setResponse();
      assert.equal((await store.get(KEY))?.bytes.toString(), 'one');
    });

  test(`${driver}: an error has the wait that the store asked for`, LIMIT, async (t) => {
    const { store, proxy } = await start(t, driver);
    const ask = async (headers: Record<string, string>): Promise<number | undefined> => {
      proxy.setResponse(refusal(409, 'OperationAborted', headers));
      return (await failureOf(store.get(KEY))).retryAfter;
    };
    assert.equal(await ask({}), undefined);
    assert.equal(await ask({ 'retry-after': '120' }), 120);
    assert.equal(await ask({ 'retry-after': '86400' }), 3600, 'at most an hour');
    // The clock of the store is years behind: only the difference counts.
    const date = { date: 'Wed, 21 Oct 2015 07:28:00 GMT' };
    assert.equal(await ask({ ...date, 'retry-after': 'Wed, 21 Oct 2015 07:29:30 GMT' }), 90);
    if (driver === 'azure') assert.equal(await ask({ 'x-ms-retry-after-ms': '1500' }), 1.5);
  });

  for (const response of STRANGE)
    test(`${driver}: ${response.status} ${response.body ?? ''} is no answer of the store`, LIMIT, async (t) => {
      const { store, proxy } = await start(t, driver);
      proxy.setResponse(response);
      for (const [name, operate] of Object.entries(OPERATIONS))
        // An empty response to DELETE is one of S3.
        if (name !== 'delete') await failureOf(operate(store));
      proxy.setResponse();
      assert.equal((await store.get(KEY))?.bytes.toString(), 'one');
    });

  test(`${driver}: a failed write waits as long as the store asks, and is not lost`, LIMIT, async (t) => {
    const time = { now: 0, reads: 0 };
    const elapsed = (): number => (time.reads++, time.now);
    const options = { timeout: TIMEOUT, outbox: { elapsed, pollInterval: 5 } };
    const { store, proxy, service, hero, messages } = await startContentService(t, driver, options);
    proxy.setResponse(refusal(409, 'OperationAborted', { 'retry-after': '120' }));
    await service.save(hero, '<p>new</p>', writeOptions(0));
    await service.step('publish', hero, writeOptions(1));
    assert.ok(messages.some((line) => /once more in 120 s: .*: 409 /.test(line)));
    proxy.setResponse();
    const { requests } = proxy;
    const { now } = Date;
    let hours = 0;
    const date = t.mock.method(Date, 'now', () => now.call(Date) + hours * 3_600_000);
    // Each check for open deliveries reads the clock. A request would come after some more reads.
    const checkOften = async (): Promise<void> => {
      // The backoff, which the database has, is over.
      hours++;
      const { reads } = time;
      await waitUntil(() => time.reads >= reads + 20);
    };
    await checkOften();
    time.now += 119_999;
    await checkOften();
    assert.equal(proxy.requests, requests, 'nothing is sent before the end of the wait');
    // Stores refuse requests of another time.
    date.mock.restore();
    time.now += 1;
    await waitUntil(() => service.isDelivered(hero));
    assert.ok(proxy.requests > requests);
    assert.equal((await store.get(KEY))?.bytes.toString(), '<p>new</p>');
  });

  const conflict = driver === 'azure' ? refusal(412, 'ConditionNotMet') : refusal(412, 'PreconditionFailed');
  test(`${driver}: a store that always reports another writer is reported, with growing waits`, LIMIT, async (t) => {
    const { store, proxy, service, hero, messages } = await startContentService(t, driver);
    proxy.setResponse(conflict, (method) => method === 'PUT');
    await service.save(hero, '<p>new</p>', writeOptions(0));
    await service.step('publish', hero, writeOptions(1));
    assert.equal(await service.isDelivered(hero), false);
    await waitUntil(async () => messages.some((line) => /once more in 1 s: Another writer changed blob/.test(line)));
    assert.ok(proxy.requests < 200, `${proxy.requests} requests`);
    proxy.setResponse();
    await service.delivered();
    assert.equal((await store.get(KEY))?.bytes.toString(), '<p>new</p>');
  });
}
