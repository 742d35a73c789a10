/** An ETag matches the bytes of its response, however the file changes meanwhile. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdir, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import test from 'node:test';
import { LIMITS } from '../src/lib/limits.js';
import { sendRequest } from './support/client.js';
import { ContentChangedError } from '../src/lib/content.js';
import { createFileReader } from '../src/server/static/file-reader.js';
import { makeFixtureFolder, startHost } from './support/folder-host.js';

/** Larger than the buffers between a host and a client that does not read. */
const BYTES = 64 * 1024 * 1024;
const PATH = '/media/demo/films/one.mp4';

const content = (letter: string): Buffer => Buffer.alloc(BYTES, letter);
const etagOf = (bytes: Buffer): string => `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;

/** The beginning of a response whose rest is not read yet. */
const beginRequest = (url: string, headers = {}): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    get(url, { headers, agent: false }, (response) => {
      response.once('readable', () => resolve(response));
    }).on('error', reject);
  });

async function rest(response: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

test('a large file that is replaced while it is sent is sent completely, or cut off if it was changed in place', async (t) => {
  const { url, folder } = await startHost(t);
  const file = join(folder, 'libraries/demo/media/films/one.mp4');
  await mkdir(join(file, '..'));
  const [old, fresh] = [content('a'), content('b')];
  assert.ok(old.length > LIMITS.keptFileBytes);

  await writeFile(file, old);
  const replaced = await beginRequest(url + PATH);
  assert.equal(replaced.headers.etag, etagOf(old));
  await writeFile(`${file}.new`, fresh);
  await rename(`${file}.new`, file);
  assert.ok((await rest(replaced)).equals(old), 'the answer goes on with the file that was opened');
  const after = await beginRequest(url + PATH);
  assert.equal(after.headers.etag, etagOf(fresh));
  await rm(file);
  assert.ok((await rest(after)).equals(fresh), 'removed');
  assert.equal((await sendRequest(url + PATH)).status, 404);

  await writeFile(file, old);
  const overwritten = await beginRequest(url + PATH, { range: 'bytes=1-' });
  await writeFile(file, fresh, { flag: 'r+' });
  await assert.rejects(rest(overwritten), /aborted/, 'written in place: cut, so that nobody takes a mixture for it');
  assert.equal((await beginRequest(url + PATH)).headers.etag, etagOf(fresh));
});

test('the hashed file is read, not a file that replaced it', async (t) => {
  const root = await makeFixtureFolder(t);
  const file = join(root, 'large.bin');
  const [old, fresh] = ['a', 'b'].map((letter) => Buffer.alloc(LIMITS.keptFileBytes + 1, letter)) as [Buffer, Buffer];
  await writeFile(file, old);
  const files = createFileReader();
  const found = (await files.read(root, ['large.bin']))!;
  await writeFile(`${file}.new`, fresh);
  await rename(`${file}.new`, file);
  await assert.rejects(found.open!(), ContentChangedError);
  await assert.rejects(buffer(found.stream(0, found.size - 1)), ContentChangedError);
  const again = (await files.read(root, ['large.bin']))!;
  const open = await again.open!();
  await rm(file);
  assert.ok((await buffer(open.stream(0, again.size - 1))).equals(fresh));
  await open.close();
});

test('a file that is replaced during a request is served completely, with its own ETag', async (t) => {
  const { url, folder } = await startHost(t);
  const file = join(folder, 'libraries/demo/media/films/one.mp4');
  await mkdir(join(file, '..'));
  const versions = ['a', 'b', 'c', 'd'].map((letter) => Buffer.alloc(LIMITS.keptFileBytes + 1, letter));
  const letters = new Map(versions.map((bytes) => [etagOf(bytes), String.fromCharCode(bytes[0]!)]));
  const replace = async (version: number): Promise<void> => {
    await writeFile(`${file}.new`, versions[version % versions.length]!);
    // The same modification time for all, as some deployment tools set it.
    await utimes(`${file}.new`, 1_700_000_000, 1_700_000_000);
    await rename(`${file}.new`, file);
  };
  await replace(0);
  const seen = new Set<string>();
  for (let round = 1; round <= 60; round++) {
    const replaced = replace(round);
    // The request comes at a different time of the replacement in each round.
    for (let turn = 0; turn < round; turn++) await new Promise(setImmediate);
    const { status, headers, text } = await sendRequest(url + PATH);
    assert.equal(status, 200);
    const letter = letters.get(String(headers.etag))!;
    assert.equal(text, letter.repeat(LIMITS.keptFileBytes + 1));
    seen.add(letter);
    await replaced;
  }
  assert.ok(seen.size > 1, 'different files');
});

test('a file that changes at each read is a 503 with Retry-After', async (t) => {
  const { url, folder } = await startHost(t);
  const file = join(folder, 'libraries/demo/media/films/one.mp4');
  await mkdir(join(file, '..'));
  await writeFile(file, Buffer.alloc(BYTES, 'a'));
  let done = false;
  const touching = (async () => {
    // The modification time changes many times while 64 MiB are hashed.
    for (let second = 1_700_000_000; !done; second++) await utimes(file, second, second);
  })();
  const { status, headers, text } = await sendRequest(url + PATH);
  done = true;
  await touching;
  assert.equal(status, 503);
  assert.equal(headers['retry-after'], '5');
  assert.match(text, /one\.mp4 changed during the read: try again in a few seconds\./);
});
