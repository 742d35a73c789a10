/** `feaas types`: the files of a library that it reads, the data of a host, and its error messages. */
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { CommandError } from '../../cli/command-error';
import { typesCommand } from '../../cli/types-command';
import { startRealHost } from '../lib/real-host';
import { cleanUp } from '../lib/clean-up';

const LIBRARY = new URL('../../host/library/', import.meta.url).pathname;
const MAIN = new URL('../../cli/main.ts', import.meta.url).pathname;

async function folderWith(t: TestContext, files: Readonly<Record<string, string>> = {}): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'feaas-types-'));
  cleanUp(t, () => rm(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  return folder;
}

interface Result {
  readonly code: number;
  readonly out: string;
  readonly err: string;
  /** The generated file as one line without its first lines; undefined if there is none. */
  readonly text: string | undefined;
}

async function types(folder: string, argv: readonly string[], token?: string): Promise<Result> {
  let [out, err] = ['', ''];
  const code = await typesCommand(argv, token === undefined ? {} : { FEAAS_TOKEN: token }, folder, {
    out: (text) => void (out += text),
    err: (text) => void (err += text),
  });
  const text = await readFile(join(folder, 'feaas-content.d.ts'), 'utf8').catch(() => undefined);
  return { code, out, err, text: text?.replace(/^.*?npx feaas[^\n]*\n \*\//s, '').replace(/\s+/g, ' ') };
}

const p = (path: string): string => `<p data-path="${path}">x</p>`;

test('types use published content, or else staged or saved content; deleted versions and histories do not count', async (t) => {
  const folder = await folderWith(t, {
    'shop/library.json': '{"id": "my shop"}',
    'shop/components/a/responsive.html': p('x.plain'),
    'shop/components/a/responsive.saved.html': p('x.saved'),
    'shop/components/a/wide.published.html': p('x.published'),
    'shop/components/a/wide.html': p('x.rest'),
    'shop/components/a/draft.staged.html': p('x.staged'),
    'shop/components/a/draft.saved.html': p('x.unstaged'),
    'shop/components/a/gone.html': p('x.gone'),
    'shop/components/a/gone.html.deleted': '',
    'shop/components/a/responsive.3.html': p('x.history'),
    'shop/components/a/component.json': '{}',
    'shop/components/a/.hidden.html': p('x.hidden'),
    'shop/components/a%2Fb%3A/responsive.html': p('y'),
    'shop/components/empty/component.json': '{}',
    'shop/data/z%2F.json': '{"n": 1}',
    'shop/data/z%2F.settings.json': '{"url": "/"}',
    'shop/components/z/responsive.html': p("['z/'].n"),
  });
  const { code, out, text } = await types(folder, ['shop']);
  assert.equal(code, 0);
  assert.equal(out, 'feaas-content.d.ts: types of 3 components, written\n');
  for (const expected of [
    '"my shop": { a: { x?: Maybe<{ plain?: Maybe<Text>; published?: Maybe<Text>; staged?: Maybe<Text>; }>; };',
    '"a/b:": { y?: Maybe<Text>; };',
    'z: { "z/"?: Maybe<MyShopZ>; };',
    'export type MyShopZ = { n?: Maybe<number>; };',
  ])
    assert.ok(text!.includes(expected), `${expected}\n${text}`);
});

test('a folder of libraries gives all libraries; without library.json, the folder name is the id', async (t) => {
  const folder = await folderWith(t, {
    'all/one/components/a/v.html': p('x'),
    'all/two/components/a/v.html': p('y'),
    'all/two/library.json': '{"id": "second"}',
    'all/notes/readme.txt': '',
  });
  const { text } = await types(folder, ['all']);
  assert.ok(text!.includes('one: { a: { x?: Maybe<Text>; }; }; second: { a: { y?: Maybe<Text>; }; };'), text);
});

test('errors name the argument, its value and the remedy', async (t) => {
  const folder = await folderWith(t, {
    'broken/library.json': '{',
    'data/components/a/v.html': p('x'),
    'data/data/x.json': 'no',
    'one/library.json': '{"id": "same"}',
    'two/library.json': '{"id": "same"}',
    'none/readme.txt': '',
    'folders/components/a/responsive.html/readme.txt': '',
  });
  for (const [argv, message] of [
    [[], /^'types' needs <library>\. Add it:\n\nUsage: feaas types/],
    [['nowhere'], /^<library> is 'nowhere', which is no folder\. Give a library's folder or the URL of a host\.$/],
    [
      ['none'],
      /^<library> is 'none', which holds no library\. Give a folder with library\.json or a folder components\.$/,
    ],
    [['broken'], /library\.json is not JSON \(.+\)\. Correct it, then run the command again\.$/],
    [['data'], /x\.json is not JSON/],
    [
      ['folders'],
      /a\/responsive\.html is a folder, but must be a file\. Rename or remove it, then run the command again\.$/,
    ],
    [[''], /^<library> is '', but must name a folder or a URL\. /],
    [['one', ' '], /^<library> is ' ', but must name a folder or a URL\. /],
    [['one', 'two'], /^Two libraries have the id 'same'\. Give one of them\.$/],
    [['one', '--out', 'x.json'], /^--out is 'x\.json', but must end with \.d\.ts\.$/],
    [['one', '--out', 'main.ts'], /^--out is 'main\.ts', but must end with \.d\.ts\.$/],
    [
      ['one', '--out', 'none/readme.txt/x.d.ts'],
      /^could not write none\/readme\.txt\/x\.d\.ts \(.+\)\. Check the path and its permissions\.$/,
    ],
    [
      ['http://localhost:99999'],
      /^<library> is 'http:\/\/localhost:99999', which is not a valid URL\. Use the form https:\/\/host\.example\.$/,
    ],
    [['one', '--chek'], /^Unknown option '--chek'\.\n\nUsage/],
    [['one', '--library', 'same'], /^--library is for hosts, but no <library> is a URL\. Give the folder of 'same'\.$/],
    [['http://127.0.0.1:9'], /^could not reach http:\/\/127\.0\.0\.1:9\/graphql \(.+\)\. Check that the host runs\.$/],
  ] as const)
    await assert.rejects(types(folder, argv), (error) => {
      assert.ok(error instanceof CommandError, String(error));
      assert.match(error.message, message);
      return true;
    });
});

test('a host gives the same types as its folder, with a token also from samples', async (t) => {
  const host = await startRealHost(t);
  const folder = await folderWith(t);
  const ofFolder = (await types(folder, [LIBRARY])).text;
  const open = await types(folder, [host.url]);
  assert.match(open.err, /FEAAS_TOKEN is not set/);
  assert.match(open.text!, /hero: \{ site\?: Maybe<\{ hero\?: Maybe<\{ eyebrow\?: Maybe<Text>;/);
  const withToken = await types(folder, [host.url, '--library', 'aurora'], await host.token('types'));
  assert.equal(withToken.err, '');
  assert.equal(withToken.text, ofFolder);
  await assert.rejects(types(folder, [host.url, '--library', 'aurra']), {
    message: `--library: ${host.url} has no library 'aurra'; there are aurora. Name an existing one.`,
  });
  await assert.rejects(types(folder, [host.url], 'feaas_wrong'), /answered/);
});

/** Runs the command in a process. */
const command = (folder: string, out: 'pipe' | number) =>
  spawn(process.execPath, ['--import', import.meta.resolve('tsx'), MAIN, 'types', LIBRARY], {
    cwd: folder,
    stdio: ['ignore', out, 'pipe'],
  });

test('a command whose output pipe is closed ends silently', async (t) => {
  const child = command(await folderWith(t), 'pipe');
  const told: string[] = [];
  child.stderr!.on('data', (text) => told.push(String(text)));
  child.stdout!.destroy();
  assert.deepEqual(await once(child, 'close'), [0, null], told.join(''));
  assert.doesNotMatch(told.join(''), /EPIPE|^ +at /m);
});

test(
  'an output that can not be written is reported in a sentence',
  { skip: process.platform !== 'linux' },
  async (t) => {
    const child = command(await folderWith(t), openSync('/dev/full', 'w'));
    const told: string[] = [];
    child.stderr!.on('data', (text) => told.push(String(text)));
    assert.deepEqual(await once(child, 'close'), [1, null], told.join(''));
    assert.equal(
      told.join(''),
      'feaas: could not write the output (ENOSPC: no space left on device, write). Check where it goes.\n',
    );
  },
);
