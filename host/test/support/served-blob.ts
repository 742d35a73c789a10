/** How a blob store must serve blobs to browsers of other sites, at the URLs of the store. */
import assert from 'node:assert/strict';
import { sendRequest } from './client.js';

export const BLOB_KEY = 'components/demo/größe/Groß 1/published.html';
export const BLOB = {
  contentType: 'text/html; charset=utf-8',
  cacheControl: 'public, max-age=0, must-revalidate',
  metadata: { versionid: 'responsive', versiondeletedat: '2024-05-06T07:08:09.000Z' },
  bytes: Buffer.from('<p>published</p>'),
};

/** The path of a key relative to the URL of a bucket or container. */
export const encodeKey = (key: string): string => key.split('/').map(encodeURIComponent).join('/');

/**
 * Asserts that `BLOB` is served with its headers, by GET and HEAD, to pages of any origin, and with 304 if it is unchanged.
 * @param prefix the prefix of metadata headers, such as `x-ms-meta-`
 */
export async function assertServed(url: string, prefix: string): Promise<void> {
  for (const method of ['GET', 'HEAD']) {
    const { status, headers, text } = await sendRequest(url, { method, headers: { origin: 'https://shop.example' } });
    assert.equal(status, 200);
    assert.equal(text, method === 'GET' ? '<p>published</p>' : '');
    assert.equal(headers['content-type'], BLOB.contentType);
    assert.equal(headers['cache-control'], BLOB.cacheControl);
    assert.equal(headers['content-length'], String(BLOB.bytes.length));
    assert.equal(headers['content-disposition'], 'attachment');
    assert.ok(headers.etag);
    assert.ok(Date.parse(String(headers['last-modified'])) > 0);
    assert.equal(headers[`${prefix}versionid`], 'responsive');
    assert.equal(headers[`${prefix}versiondeletedat`], '2024-05-06T07:08:09.000Z');
    assert.equal(headers['access-control-allow-origin'], '*');
    const exposed = String(headers['access-control-expose-headers']).toLowerCase();
    for (const name of ['etag', 'last-modified', 'date', `${prefix}versiondeletedat`, `${prefix}deletedat`]) {
      assert.ok(exposed.split(/, ?/).includes(name), name);
    }
  }
  const { headers } = await sendRequest(url);
  assert.equal((await sendRequest(url, { headers: { 'if-none-match': String(headers.etag) } })).status, 304);
}
