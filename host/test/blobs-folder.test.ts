/** Behavior that only a blob folder has: files, crashes, several processes. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { createFolderBlobs } from '../src/storage/folder/folder-blobs.js';
import type { BlobStore } from '../src/storage/blob-store.js';
import { endWithTests } from './support/end-with-tests.js';
import { makePublishedFolder } from './support/published-host.js';
import { killAfterTest } from '../../tests/lib/clean-up.js';

const LONG = process.env['FEAAS_LONG'] === '1';
const KILLS = LONG ? 100 : 4;
/** Kills are repeated until enough of them have hit a write. */
const LIMIT = { timeout: LONG ? 600_000 : 60_000 };
const HEADERS = { contentType: 'text/html', cacheControl: 'no-cache', metadata: { letter: 'a' } };
const KEY = 'components/demo/hero/responsive/published.html';
const put = (store: BlobStore, key: string, text = key): Promise<void> =>
  store.put(key, { ...HEADERS, bytes: Buffer.from(text) });

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

/** Runs the text of a module in its own process, with the folder as its argument. */
function run(t: TestContext, folder: string, code: string) {
  const store = new URL('../src/storage/folder/', import.meta.url).href;
  const script = `const FOLDER = ${JSON.stringify(folder)}; const at = (name) => import(${JSON.stringify(store)} + name);\n${code}`;
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
    cwd: new URL('../..', import.meta.url),
  });
  // Also after a failure; otherwise the test would wait for the process.
  endWithTests(child);
  killAfterTest(t, child);
  return child;
}

test('a blob is one file with a readable name', async (t) => {
  const folder = await makePublishedFolder(t);
  const store = createFolderBlobs(folder);
  await put(store, KEY);
  await put(store, KEY, 'again');
  assert.deepEqual(await filesBelow(folder), [join(folder, `${KEY}.blob`)]);
});

test('names that differ only by case, Unicode form or a Windows rule get distinct files', async (t) => {
  const folder = await makePublishedFolder(t);
  const store = createFolderBlobs(folder);
  const names = [
    'Hero',
    'hero',
    'HERO',
    'ß',
    'é',
    'e\u0301',
    'con',
    'nul.txt',
    'x',
    'x.',
    'x ',
    'a+',
    'a%2b',
    '日'.repeat(99),
  ];
  for (const name of names) await put(store, `a/${name}`);
  const files = await filesBelow(folder);
  const folded = new Set(
    files.map((path) =>
      path
        .toLowerCase()
        .normalize('NFD')
        .replace(/[. ]+$/, ''),
    ),
  );
  assert.equal(folded.size, names.length);
  for (const path of files) {
    for (const entry of path.slice(folder.length + 1).split('/')) {
      assert.match(entry, /^[a-z0-9%_.+-]+$/);
      assert.ok(entry.length <= 255);
      assert.doesNotMatch(entry, /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)|[. ]$/);
    }
  }
});

test(
  'a process that is killed while it writes leaves the old blob or the new one, and no other file',
  LIMIT,
  async (t) => {
    const folder = await makePublishedFolder(t);
    const letters = ['a', 'b', 'c'];
    const size = 2_000_000;
    const writing = join(folder, '.writing');
    for (let within = 0; within < KILLS;) {
      const child = run(
        t,
        folder,
        `const { createFolderBlobs } = await at('folder-blobs.ts');
       const store = createFolderBlobs(FOLDER);
       for (;;) for (const letter of ${JSON.stringify(letters)}) {
         await store.put('${KEY}', { ...${JSON.stringify(HEADERS)}, metadata: { letter },
           bytes: Buffer.from(letter.repeat(${size})) });
         console.log(letter);
       }`,
      );
      const [first] = (await once(child.stdout, 'data')) as [Buffer];
      assert.match(first.toString(), /^[abc]/);
      child.stdout.resume();
      // A stopped process can be inspected; if it is not within a write, it continues.
      for (;;) {
        child.kill('SIGSTOP');
        if ((await readdir(writing)).length > 0) break;
        child.kill('SIGCONT');
        await new Promise(setImmediate);
      }
      child.kill('SIGKILL');
      await once(child, 'close');
      // A rename that was pending at the stop has been completed: that round does not count.
      within += (await readdir(writing)).length;

      const store = createFolderBlobs(folder);
      const blob = await store.get(KEY);
      assert.ok(blob);
      assert.equal(blob.bytes.length, size);
      assert.ok(blob.bytes.equals(Buffer.from(blob.metadata['letter']!.repeat(size))));
      await put(store, 'opened', '');
      assert.deepEqual(await readdir(writing), []);
    }
  },
);

test('a write keeps temporary files of a running process and removes old ones and those of ended processes', async (t) => {
  const folder = await makePublishedFolder(t);
  const child = run(
    t,
    folder,
    `const { openTemporaryFiles } = await at('../../lib/temporary-files.ts');
     const { writeFileSync } = await import('node:fs');
     const path = await (await openTemporaryFiles(FOLDER + '/.writing')).path();
     writeFileSync(path, 'half');
     console.log(path);
     setInterval(() => {}, 1000);`,
  );
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const path = line.toString().trim();
  await put(createFolderBlobs(folder), 'first', '');
  assert.equal(await readFile(path, 'utf8'), 'half', 'its process lives');
  const old = new Date(Date.now() - 2 * 3_600_000);
  await utimes(path, old, old);
  await put(createFolderBlobs(folder), 'second', '');
  await assert.rejects(stat(path), { code: 'ENOENT' }, 'nobody writes for hours');
  await writeFile(path, 'half');
  child.kill('SIGKILL');
  await once(child, 'close');
  await put(createFolderBlobs(folder), 'third', '');
  await assert.rejects(stat(path), { code: 'ENOENT' }, 'its process is gone');
});

test('a damaged file is an error that names it, and its content is never returned', async (t) => {
  const folder = await makePublishedFolder(t);
  const store = createFolderBlobs(folder);
  await put(store, KEY, 'the content');
  const path = join(folder, `${KEY}.blob`);
  const whole = await readFile(path);
  const flipped = Buffer.from(whole);
  flipped[flipped.length - 1]! ^= 1;
  const cut = whole.subarray(0, -1);
  const headless = Buffer.from(whole);
  headless[14] = 0;
  for (const [damage, bytes, why] of [
    ['a changed byte', flipped, 'do not match its hash'],
    ['a byte less', cut, 'holds 10 bytes, not 11'],
    ['nothing', Buffer.alloc(0), 'no blob file'],
    ['zeros', Buffer.alloc(whole.length), 'no blob file'],
    ['a broken head', headless, 'head is no JSON'],
    ['another file', Buffer.from('<p>hello, I am a file</p>'), 'no blob file'],
  ] as const) {
    await writeFile(path, bytes);
    await assert.rejects(store.get(KEY), (error: Error) => {
      assert.ok(error.message.includes(path) && error.message.includes(why), `${damage}: ${error.message}`);
      return true;
    });
  }
  await put(store, KEY, 'mended');
  assert.equal((await store.get(KEY))?.bytes.toString(), 'mended');
});

test('foreign files are neither listed nor served', async (t) => {
  const folder = await makePublishedFolder(t);
  const store = createFolderBlobs(folder);
  await put(store, 'a/b');
  for (const name of ['README.md', '.DS_Store', 'UPPER.blob', '%zz.blob', '%61.blob', '.hidden.blob', 'a.blob.blob']) {
    await writeFile(join(folder, 'a', name), 'x');
  }
  const keys: string[] = [];
  for await (const key of store.list('')) keys.push(key);
  assert.deepEqual(keys, ['a/b']);
});

test('a removed folder is created again', async (t) => {
  const folder = await makePublishedFolder(t);
  const store = createFolderBlobs(folder);
  await put(store, KEY);
  await rm(join(folder, 'components'), { recursive: true });
  assert.equal(await store.get(KEY), undefined);
  await put(store, KEY, 'again');
  assert.equal((await store.get(KEY))?.bytes.toString(), 'again');
});

test('a write to a read-only folder fails with the name of the blob and leaves no file', async (t) => {
  const folder = await makePublishedFolder(t);
  const store = createFolderBlobs(folder);
  await writeFile(join(folder, 'components'), 'a file where the folder should be');
  await assert.rejects(put(store, KEY), (error: Error) => {
    assert.ok(error.message.includes(KEY));
    assert.match(String((error.cause as Error).message), /components/);
    return true;
  });
  assert.deepEqual(await readdir(join(folder, '.writing')), []);
  await mkdir(join(folder, 'styles'));
  await put(store, 'styles/demo/published.css');
});

test('concurrent writers of many blobs leave complete blobs', async (t) => {
  const folder = await makePublishedFolder(t);
  const store = createFolderBlobs(folder);
  const count = LONG ? 20_000 : 400;
  const keys = Array.from({ length: count }, (_, at) => `components/demo/c${at % (count / 2)}/v${at}/published.html`);
  await Promise.all(keys.map((key) => put(store, key)));
  let listed = 0;
  for await (const key of store.list('components/demo/')) {
    assert.equal((await store.get(key))?.bytes.toString(), key);
    listed++;
  }
  assert.equal(listed, count);
});
