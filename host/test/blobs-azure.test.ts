/** Responses of Azure's URLs to browsers and CDNs, and errors of an account. */
import { BlobServiceClient, ContainerSASPermissions } from '@azure/storage-blob';
import assert from 'node:assert/strict';
import test from 'node:test';
import { createAzureBlobs } from '../src/storage/azure/azure-blobs.js';
import { HostError } from '../src/lib/host-error.js';
import { startAzurite } from './support/azurite.js';
import { sendRequest } from './support/client.js';
import { recordingLog } from './support/recording-log.js';
import { assertServed, BLOB, BLOB_KEY, encodeKey } from './support/served-blob.js';
import { pollUntil } from '../../tests/lib/wait-until.js';

const azurite = await startAzurite();
const service = BlobServiceClient.fromConnectionString(azurite.connectionString);

const urlOf = (container: string, key: string): string => `${azurite.url}/${container}/${encodeKey(key)}`;

test('published blobs are public, with their headers, by GET and HEAD, from any origin', async () => {
  const { log, messages } = recordingLog();
  const store = createAzureBlobs(azurite.connectionString, 'public-1', log);
  await store.put(BLOB_KEY, BLOB);
  const url = urlOf('public-1', BLOB_KEY);
  const origin = 'https://shop.example';
  await assertServed(url, 'x-ms-meta-');
  const preflight = await sendRequest(url, {
    method: 'OPTIONS',
    headers: { origin, 'access-control-request-method': 'GET', 'access-control-request-headers': 'x-custom' },
  });
  assert.equal(preflight.status, 200);
  assert.deepEqual(messages, []);
});

test('blobs that a browser would open as a page are downloaded but still usable within pages, also those of earlier versions', async () => {
  const store = createAzureBlobs(azurite.connectionString, 'documents', recordingLog().log);
  const rows: [string, string, string | undefined][] = [
    ['media/demo/a.svg', 'image/svg+xml; charset=utf-8', 'attachment'],
    ['media/demo/a.html', 'text/html; charset=utf-8', 'attachment'],
    ['media/demo/a.xml', 'application/xml; charset=utf-8', 'attachment'],
    [BLOB_KEY, 'text/html; charset=utf-8', 'attachment'],
    ['media/demo/a.png', 'image/png', undefined],
    ['media/demo/a.pdf', 'application/pdf', undefined],
    ['styles/demo/published.css', 'text/css; charset=utf-8', undefined],
  ];
  for (const [key, contentType, disposition] of rows) {
    await store.put(key, { ...BLOB, contentType });
    const { headers } = await sendRequest(urlOf('documents', key));
    assert.equal(headers['content-disposition'], disposition, key);
    assert.equal(headers['content-type'], contentType, key);
  }
  const old = service.getContainerClient('documents').getBlockBlobClient('media/demo/old.svg');
  const blobHTTPHeaders = { blobContentType: 'image/svg+xml', blobCacheControl: 'public, max-age=3600' };
  await old.upload('<svg/>', 6, { blobHTTPHeaders });
  await createAzureBlobs(azurite.connectionString, 'documents', recordingLog().log).head(BLOB_KEY);
  const { headers } = await pollUntil(
    () => sendRequest(urlOf('documents', 'media/demo/old.svg')),
    (answer) => answer.headers['content-disposition'] === 'attachment',
  );
  assert.deepEqual(
    [headers['content-disposition'], headers['content-type'], headers['cache-control']],
    ['attachment', 'image/svg+xml', 'public, max-age=3600'],
  );
});

test('drafts are readable by the host only', async () => {
  const store = createAzureBlobs(azurite.connectionString, 'public-2', recordingLog().log);
  const drafts = [
    'components/demo/hero/responsive/staged.html',
    'components/demo/hero/responsive/saved.html',
    'styles/demo/staged.css',
  ];
  for (const key of [...drafts, 'styles/demo/published.css']) await store.put(key, BLOB);
  for (const key of drafts) {
    assert.ok(await store.get(key));
    for (const container of ['public-2', 'public-2-drafts']) {
      const { status, text } = await sendRequest(urlOf(container, key));
      assert.ok(status === 404 || status === 403, `${container} ${key}: ${status}`);
      assert.doesNotMatch(text, /<p>published/);
    }
  }
  assert.equal((await sendRequest(urlOf('public-2', 'styles/demo/published.css'))).status, 200);
});

test('a public drafts container is reported at each start', async () => {
  for (const access of ['blob', 'container', undefined] as const) {
    const name = `opened-${access ?? 'none'}`;
    await service.getContainerClient(`${name}-drafts`).create(access === undefined ? {} : { access });
    for (let start = 0; start < 2; start++) {
      const { log, messages } = recordingLog();
      const store = createAzureBlobs(azurite.connectionString, name, log);
      await store.put('styles/demo/staged.css', BLOB);
      const warning = `Anybody may read the drafts in container '${name}-drafts': its public access is '${access}'. Make it private.`;
      assert.deepEqual(messages, access === undefined ? [] : [warning]);
    }
  }
});

test('an authorization error names its possible cause: an expired SAS token, a missing permission, a wrong key', async () => {
  const container = service.getContainerClient('refused');
  await container.create();
  const sasOf = async (permissions: string, expiresOn: Date): Promise<string> => {
    const startsOn = new Date(Date.now() - 7_200_000);
    const url = await container.generateSasUrl({
      permissions: ContainerSASPermissions.parse(permissions),
      ...{ startsOn, expiresOn },
    });
    return `BlobEndpoint=${azurite.url};SharedAccessSignature=${url.slice(url.indexOf('?') + 1)}`;
  };
  const hour = 3_600_000;
  for (const connection of [
    await sasOf('racwdl', new Date(Date.now() - hour)),
    await sasOf('l', new Date(Date.now() + hour)),
    azurite.connectionString.replace(/AccountKey=[^;]+/, `AccountKey=${Buffer.from('another').toString('base64')}`),
  ]) {
    const store = createAzureBlobs(connection, 'refused', recordingLog().log);
    await assert.rejects(store.get('styles/demo/published.css'), (error: Error) => {
      assert.match(
        error.message,
        /could not be read in container 'refused' of http.*: 403 \w+ \(check the key, or the perm/,
      );
      assert.match(error.message, /the expiry of the SAS token, and the clock of this machine\)\.$/);
      assert.ok(!error.message.includes('sig='));
      return true;
    });
  }
});

test('the CORS rule is added once and keeps other rules', async () => {
  const other = {
    allowedOrigins: 'https://other.example',
    allowedMethods: 'PUT',
    allowedHeaders: 'x-a',
    exposedHeaders: 'x-b',
    maxAgeInSeconds: 5,
  };
  await service.setProperties({ cors: [other] });
  for (let opened = 0; opened < 3; opened++) {
    await createAzureBlobs(azurite.connectionString, 'public-3', recordingLog().log).put('a', BLOB);
  }
  const { cors = [] } = await service.getProperties();
  assert.deepEqual(
    cors.map((rule) => rule.allowedOrigins),
    ['https://other.example', '*'],
  );
});

test('with a key for one container only, the store warns and works', async () => {
  // An operator has created the containers.
  const sas: string[] = [];
  for (const name of ['granted', 'granted-drafts']) {
    const container = service.getContainerClient(name);
    await container.create(name === 'granted' ? { access: 'blob' } : undefined);
    const url = await container.generateSasUrl({
      permissions: ContainerSASPermissions.parse('racwdl'),
      expiresOn: new Date(Date.now() + 600_000),
    });
    sas.push(url.slice(url.indexOf('?') + 1));
  }
  const { log, messages } = recordingLog();
  const connection = `BlobEndpoint=${azurite.url};SharedAccessSignature=${sas[0]}`;
  const store = createAzureBlobs(connection, 'granted', log);
  await store.put('styles/demo/published.css', BLOB);
  assert.ok((await store.get('styles/demo/published.css'))?.bytes.equals(BLOB.bytes));
  assert.equal((await sendRequest(urlOf('granted', 'styles/demo/published.css'))).status, 200);
  assert.match(messages.join('\n'), /May not make container 'granted'/);
  assert.match(messages.join('\n'), /May not set the CORS rules of http/);
  // The key is not valid for the drafts container, and the error names the container.
  await assert.rejects(store.put('styles/demo/staged.css', BLOB), (error: Error) => {
    assert.match(error.message, /'styles\/demo\/staged.css' could not be written in container 'granted-drafts'/);
    assert.ok(!error.message.includes('sig='), 'the signature stays secret');
    return true;
  });
  assert.ok(!messages.join('\n').includes('sig='));
});

test('a removed container is an error that names it, and is created again for the next write', async () => {
  const store = createAzureBlobs(azurite.connectionString, 'removed', recordingLog().log);
  await store.put('a', BLOB);
  const remove = () => service.getContainerClient('removed').delete();
  await remove();
  await assert.rejects(store.get('a'), /Blob 'a' could not be read in container 'removed' of http.*: 404/);
  await store.put('a', BLOB);
  await remove();
  await assert.rejects(store.put('a', BLOB), /Blob 'a' could not be written in container 'removed'/);
  await store.put('a', BLOB);
  await remove();
  const list = async () => (await store.list('')[Symbol.asyncIterator]().next()).value;
  await assert.rejects(list(), /Could not list container 'removed' of http/);
  await store.put('a', BLOB);
  assert.equal(await list(), 'a');
});

test('invalid settings are named in the error, without the secret', () => {
  const connect = (connection: string, container: string) => () => createAzureBlobs(connection, container);
  for (const connection of ['', 'nonsense', 'AccountKey=c2VjcmV0', 'UseDevelopmentStorage=maybe']) {
    assert.throws(connect(connection, 'feaas'), (error: Error) => {
      assert.ok(error instanceof HostError);
      assert.match(error.message, /AZURE_STORAGE_CONNECTION_STRING/);
      assert.ok(!error.message.includes('c2VjcmV0'));
      return true;
    });
  }
  for (const container of ['', 'ab', 'Upper', 'a--b', '-a', 'a-', 'a_b', 'a/b', '$root', 'x'.repeat(57)]) {
    assert.throws(
      connect(azurite.connectionString, container),
      { message: /^AZURE_STORAGE_CONTAINER must be of 3 to 56 / },
      container,
    );
  }
});

test('a name that ends with a dot is rejected, because Azure does not preserve it', async () => {
  const store = createAzureBlobs(azurite.connectionString, 'dots', recordingLog().log);
  await assert.rejects(store.put('a./b', BLOB), /ends with a dot/);
});

test('an account that does not respond is named in an error within seconds', async () => {
  const nowhere = azurite.connectionString.replace(/:\d+\//, ':1/');
  const store = createAzureBlobs(nowhere, 'nowhere', recordingLog().log);
  await assert.rejects(store.get('a'), /Blob 'a' could not be read in container 'nowhere' of http.*ECONNREFUSED/);
});
