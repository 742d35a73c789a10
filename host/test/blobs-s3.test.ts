/** Responses of a bucket's URLs to browsers and CDNs, errors of a service, and values of the setting. */
import {
  CreateBucketCommand,
  GetBucketCorsCommand,
  PutBucketCorsCommand,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import assert from 'node:assert/strict';
import test from 'node:test';
import { gunzipSync } from 'node:zlib';
import { BlobChangedError, type BlobContent, DamagedBlobError } from '../src/storage/blob-store.js';
import { HostError } from '../src/lib/host-error.js';
import { parseStorage, storageAt } from '../src/storage/drivers/registry.js';
import { parseS3Location } from '../src/storage/s3/location.js';
import { openS3Blobs } from '../src/storage/s3/s3-blobs.js';
import { sendRequest } from './support/client.js';
import { recordingLog } from './support/recording-log.js';
import { assertServed, BLOB, BLOB_KEY, encodeKey } from './support/served-blob.js';
import { S3_ACCESS_KEY as ID, s3Options, startS3ForFile } from './support/s3.js';

const s3 = await startS3ForFile();
const client = new S3Client({
  region: 'us-east-1',
  endpoint: s3.url,
  forcePathStyle: true,
  credentials: { accessKeyId: ID, secretAccessKey: ID },
});

const urlOf = (bucket: string, key: string): string => `${s3.url}/${bucket}/${encodeKey(key)}`;

const open = (bucket: string, parameters?: string, log = recordingLog().log, endpoint = s3.url) =>
  openS3Blobs(s3Options(bucket, endpoint, parameters), log);

test('published blobs are public, with their final headers, by GET, HEAD and range, from any origin', async () => {
  const { log, messages } = recordingLog();
  const store = await open('public/site', '', log);
  await store.put(BLOB_KEY, BLOB);
  const url = urlOf('public', `site/${BLOB_KEY}`);
  const origin = 'https://shop.example';
  await assertServed(url, 'x-amz-meta-');
  const range = await sendRequest(url, { headers: { range: 'bytes=3-11' } });
  assert.deepEqual([range.status, range.text, range.headers['content-range']], [206, 'published', 'bytes 3-11/16']);
  const preflight = await sendRequest(url, {
    method: 'OPTIONS',
    headers: { origin, 'access-control-request-method': 'GET', 'access-control-request-headers': 'x-custom' },
  });
  assert.equal(preflight.status, 200);
  assert.equal(messages.length, 1);
  assert.match(messages[0]!, /^Made bucket 'public'\. It is private/);
});

test('drafts are readable by the host only', async () => {
  const store = await open('shop');
  const drafts = [
    'components/demo/hero/responsive/staged.html',
    'components/demo/hero/responsive/saved.html',
    'styles/demo/staged.css',
  ];
  for (const key of [...drafts, 'styles/demo/published.css']) await store.put(key, BLOB);
  for (const key of drafts) {
    assert.ok(await store.get(key));
    assert.equal((await sendRequest(urlOf('shop', key))).status, 404, key);
    assert.equal((await sendRequest(urlOf('shop-drafts', key))).status, 403, key);
  }
  assert.equal((await sendRequest(urlOf('shop', 'styles/demo/published.css'))).status, 200);
});

test('blobs that a browser would open as a page are downloaded; pictures and stylesheets are not', async () => {
  const store = await open('documents');
  for (const [key, contentType, disposition] of [
    ['media/demo/a.svg', 'image/svg+xml; charset=utf-8', 'attachment'],
    ['media/demo/a.xml', 'application/xml; charset=utf-8', 'attachment'],
    ['media/demo/a.png', 'image/png', undefined],
    ['styles/demo/published.css', 'text/css; charset=utf-8', undefined],
  ] as const) {
    await store.put(key, { ...BLOB, contentType });
    assert.equal((await sendRequest(urlOf('documents', key))).headers['content-disposition'], disposition, key);
  }
});

test('encoding=gzip compresses compressible blobs, and they are read unchanged', async () => {
  const store = await open('packed', 'encoding=gzip');
  const bytes = Buffer.from('<p>published</p>'.repeat(100));
  await store.put(BLOB_KEY, { ...BLOB, bytes });
  await store.put('media/demo/a.png', { ...BLOB, contentType: 'image/png', bytes });
  const { headers, body } = await sendRequest(urlOf('packed', BLOB_KEY));
  assert.equal(headers['content-encoding'], 'gzip');
  assert.ok(body.length < bytes.length / 4);
  assert.ok(gunzipSync(body).equals(bytes));
  assert.equal((await sendRequest(urlOf('packed', 'media/demo/a.png'))).headers['content-encoding'], undefined);
  // A store without encoding=gzip reads compressed blobs, too.
  assert.ok((await (await open('packed')).get(BLOB_KEY))?.bytes.equals(bytes));
});

test('a compressed object that cannot be decompressed is damaged: the host writes it again, or names it', async () => {
  const store = await open('torn', 'encoding=gzip');
  const bytes = Buffer.from('<p>published</p>'.repeat(100));
  await store.put(BLOB_KEY, { ...BLOB, bytes });
  const packed = (await sendRequest(urlOf('torn', BLOB_KEY))).body;
  for (const Body of [packed.subarray(0, -9), Buffer.from('torn'), Buffer.alloc(0)]) {
    const command = { Bucket: 'torn', Key: BLOB_KEY, Body, ContentLength: Body.length, ContentEncoding: 'gzip' };
    await client.send(new PutObjectCommand(command));
    await assert.rejects(store.get(BLOB_KEY), (error: Error) => {
      assert.ok(error instanceof DamagedBlobError, String(error));
      assert.match(
        error.message,
        /^Object '.*' of bucket 'torn' has an invalid form: its bytes do not unpack\. Write it again\.$/,
      );
      return true;
    });
  }
  await store.put(BLOB_KEY, { ...BLOB, bytes });
  assert.ok((await store.get(BLOB_KEY))?.bytes.equals(bytes));
});

test('the CORS rule is added once and keeps other rules', async () => {
  await client.send(new CreateBucketCommand({ Bucket: 'rules' }));
  const other = { AllowedOrigins: ['https://other.example'], AllowedMethods: ['PUT'], AllowedHeaders: ['x-a'] };
  await client.send(new PutBucketCorsCommand({ Bucket: 'rules', CORSConfiguration: { CORSRules: [other] } }));
  for (let opened = 0; opened < 3; opened++) await (await open('rules')).put('a', BLOB);
  const { CORSRules = [] } = await client.send(new GetBucketCorsCommand({ Bucket: 'rules' }));
  assert.deepEqual(
    CORSRules.map((rule) => rule.AllowedOrigins),
    [['https://other.example'], ['*']],
  );
});

test('with setup=off the store only requests blobs', async () => {
  await open('prepared');
  s3.requests.length = 0;
  const store = await open('prepared', 'setup=off&conditional-writes=on');
  assert.deepEqual(s3.requests, []);
  await store.put('a', BLOB);
  assert.deepEqual(s3.requests, ['PUT /prepared/a?x-id=PutObject']);
  await assert.rejects(
    (await open('missing', 'setup=off&conditional-writes=off')).put('a', BLOB),
    /Blob 'a' could not be written in bucket 'missing' of http.*: 404 NoSuchBucket\.$/,
  );
});

test('support of conditional writes is detected without leaving an object', async () => {
  for (const conditions of ['honored', 'ignored', 'refused'] as const) {
    const service = await startS3ForFile({ conditions });
    const store = await open('conditions', '', undefined, service.url);
    assert.equal(store.fence !== undefined, conditions === 'honored', conditions);
    for await (const key of store.list('')) assert.fail(key);
    assert.equal((await open('conditions', 'conditional-writes=off', undefined, service.url)).fence, undefined);
  }
});

test('fenced writes fail if another writer wrote or removed the object meanwhile', async () => {
  const store = await open('fenced');
  const blob = (text: string): BlobContent => ({ ...BLOB, bytes: Buffer.from(text) });
  const [one, other] = [await store.fence!(BLOB_KEY), await store.fence!(BLOB_KEY)];
  await one(blob('one'));
  await assert.rejects(other(blob('other')), BlobChangedError, 'there was none, and there is one');
  const [third, fourth, fifth] = [
    await store.fence!(BLOB_KEY),
    await store.fence!(BLOB_KEY),
    await store.fence!(BLOB_KEY),
  ];
  await fourth(blob('four'));
  await assert.rejects(third(blob('three')), BlobChangedError);
  await store.delete(BLOB_KEY);
  await assert.rejects(fifth(blob('five')), BlobChangedError);
  assert.equal(await store.get(BLOB_KEY), undefined);
});

test('a truncated upload is rejected by its checksum, whatever checksums the service supports', async () => {
  for (const [checksums, header] of [
    ['when-required', undefined],
    ['when-supported', 'x-amz-checksum-crc32'],
  ] as const) {
    const seen: Record<string, unknown>[] = [];
    const off = s3.onRequest((headers) => void seen.push(headers));
    await (
      await open('summed', `checksums=${checksums}&setup=off&conditional-writes=off`)
    )
      .put('a', BLOB)
      .catch(() => {});
    off();
    assert.equal(seen[0]?.['content-md5'], 'Hsk9h3CTlkiab7+yNjQlkQ==');
    assert.equal(header === undefined || header in seen[0]!, true, checksums);
    assert.equal(
      Object.keys(seen[0]!).some((name) => name.startsWith('x-amz-checksum-')),
      header !== undefined,
    );
  }
  const torn = client.send(
    new PutObjectCommand({ Bucket: 'shop', Key: 'a', Body: 'torn', ContentMD5: 'Hsk9h3CTlkiab7+yNjQlkQ==' }),
  );
  await assert.rejects(torn, { name: 'BadDigest' });
});

test('a removed bucket is an error that names it, and is created again for the next write', async () => {
  const store = await open('removed');
  await store.put('a', BLOB);
  await s3.removeBucket('removed');
  await assert.rejects(store.put('a', BLOB), /Blob 'a' could not be written in bucket 'removed' of http.*: 404/);
  await store.put('a', BLOB);
  assert.ok((await store.get('a'))?.bytes.equals(BLOB.bytes));
});

test('a service that does not respond, or rejects the credentials, is named in an error within seconds', async () => {
  const nowhere = await open('nowhere', '', undefined, 'http://127.0.0.1:1');
  assert.equal(nowhere.fence, undefined);
  assert.ok((await open('nowhere', 'conditional-writes=on', undefined, 'http://127.0.0.1:1')).fence);
  await assert.rejects(
    nowhere.get('a'),
    /Blob 'a' could not be read in bucket 'nowhere' of http:\/\/127.0.0.1:1: .*ECONNREFUSED/,
  );
  const wrong = { ...s3Options('shop', s3.url), credentials: { accessKeyId: 'WRONG', secretAccessKey: ID } };
  const { log, messages } = recordingLog();
  await assert.rejects((await openS3Blobs(wrong, log)).get('a'), /in bucket 'shop' of http.*: 403 InvalidAccessKeyId/);
  assert.match(messages.join('\n'), /May not look at bucket 'shop' \(403 /);
  assert.match(messages.join('\n'), /May not set the CORS rules of bucket 'shop' \(403 InvalidAccessKeyId\)/);
});

test('a region that no setting names is requested from the service', async () => {
  const before = process.env['AWS_REGION'];
  delete process.env['AWS_REGION'];
  try {
    await assert.rejects(openS3Blobs({ ...s3Options('a-bucket', s3.url), region: undefined }), (error: Error) => {
      assert.ok(error instanceof HostError);
      assert.match(error.message, /names no region\. Add region=… to it, or set AWS_REGION\.$/);
      return true;
    });
  } finally {
    if (before !== undefined) process.env['AWS_REGION'] = before;
  }
});

test('an invalid setting is named with its error, without the key in it', () => {
  const rows: readonly (readonly [string, RegExp])[] = [
    ['', /--storage must be like 's3:\/\/bucket/],
    ['my-bucket', /but is 'my-bucket'\.$/],
    ['https://s3.example/bucket', /must be like 's3:/],
    ['s3://bucket:99', /must be like 's3:/],
    ['s3://Bucket_1', /The bucket in --storage must be the name of a bucket/],
    ['s3://ab', /3 to 63 lower-case letters, digits and dashes, but is 'ab'/],
    [`s3://${'x'.repeat(60)}`, /Name the private bucket with drafts=…\.$/],
    ['s3://bucket?drafts=bucket', /drafts in --storage must be another bucket than the public one/],
    ['s3://bucket/a%20b', /The prefix in --storage must be of letters/],
    ['s3://bucket?regoin=a', /unknown parameter 'regoin'\. The nearest is 'region'; all are region, /],
    ['s3://bucket?endpoint=s3.example', /endpoint in --storage must be a URL with http or https/],
    ['s3://bucket?setup=maybe', /setup in --storage must be one of on, off, but is 'maybe'/],
    ['s3://bucket?region=x%20y', /region in --storage must be the name of a region/],
  ];
  for (const [text, message] of rows) {
    assert.throws(() => parseS3Location(text, '--storage'), message, text);
  }
  assert.throws(
    () => parseS3Location('s3://key:hush@bucket', '--storage'),
    ({ message }: Error) => /^--storage contains credentials/.test(message) && !message.includes('hush'),
  );
});

test('two configured stores, or a key without its secret, are errors', () => {
  const storage = 's3://my-bucket/site?region=eu-central-1';
  const location = parseStorage({ storage });
  assert.equal(location.driver, 's3');
  assert.equal(storageAt(location).describe('/data'), 'bucket my-bucket/site of AWS');
  assert.throws(
    () => parseStorage({ storage, azureConnection: 'AccountName=shop;AccountKey=hush' }),
    /^HostError: AZURE_STORAGE_CONNECTION_STRING and FEAAS_STORAGE each name a blob store\. Remove one of them\.$/,
  );
  assert.throws(
    () => parseStorage({ storage, s3AccessKeyId: 'an-id' }),
    /AWS_ACCESS_KEY_ID has a value, but AWS_SECRET_ACCESS_KEY has none/,
  );
  assert.equal(parseStorage({ s3AccessKeyId: 'an-id' }).driver, 'folder', 'a key alone chooses nothing');
});
