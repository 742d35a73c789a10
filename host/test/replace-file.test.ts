import assert from 'node:assert/strict';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'node:test';
import { readBody } from '../src/lib/guarded-fetch/read-body.js';
import { readIfExists, replaceFile } from '../src/lib/replace-file.js';
import { makeTemporaryFolder } from './support/cli.js';

test('a file is replaced in one step, whatever its name', async (t) => {
  const folder = await makeTemporaryFolder(t);
  // The longest file names of the file system: 255 bytes.
  for (const name of ['a'.repeat(255), '名'.repeat(85), 'styles.css']) {
    const path = join(folder, 'new', 'folders', name);
    assert.equal(await readIfExists(path), undefined);
    for (const text of ['first', 'second']) {
      await replaceFile(path, text);
      assert.equal((await readIfExists(path))?.toString(), text);
    }
  }
  assert.equal((await readdir(join(folder, 'new/folders'))).length, 3);
});

test('a file that cannot be replaced is kept, and no temporary file is left', async (t) => {
  const folder = await makeTemporaryFolder(t);
  await mkdir(join(folder, 'taken/inside'), { recursive: true });
  await assert.rejects(replaceFile(join(folder, 'taken'), 'text'));
  assert.deepEqual(await readdir(folder), ['taken']);
  await replaceFile(join(folder, 'file'), 'text');
  await assert.rejects(replaceFile(join(folder, 'file/below'), 'text'));
  assert.equal(await readFile(join(folder, 'file'), 'utf8'), 'text');
});

test('a body is read up to its limit only', async () => {
  let read = 0;
  async function* body(): AsyncGenerator<Uint8Array> {
    for (;;) {
      read++;
      yield Buffer.from('four');
      if (read === 3) return;
    }
  }
  assert.equal((await readBody(body(), 12))?.toString(), 'fourfourfour');
  read = 0;
  assert.equal(await readBody(body(), 7), undefined);
  assert.equal(read, 2);
});
