import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { TestContext } from 'node:test';
import { createHost, type HostOptions } from '../../src/index.js';
import type { Log } from '../../src/lib/log.js';
import { cleanUp } from '../../../tests/lib/clean-up.js';

/** The modification time of every fixture file. The clock of the host is a quarter of an hour later. */
export const MODIFIED_AT = Date.UTC(2024, 4, 6, 7, 8, 9);
export const NOW = MODIFIED_AT + 15 * 60_000;

export const HERO_HTML = '<section class="hero"><h1 data-path="page.title">Title</h1></section>\n';
export const LONG_HTML = `<ul>${'<li data-path-scope="news.items.*" data-path="news.items.*.title">Item ü</li>\n'.repeat(200)}</ul>`;
export const STYLES = '.hero { color: teal; }\n';
export const SECRET_TEXT = 'the secret outside';

const FILES: Readonly<Record<string, string>> = {
  'libraries/demo/library.json': '{"name":"Demo"}',
  'libraries/demo/styles.css': STYLES,
  'libraries/demo/styles.staged.css': '.hero { color: coral; }\n',
  'libraries/demo/components/hero/responsive.html': HERO_HTML,
  'libraries/demo/components/hero/responsive.staged.html': '<p>staged</p>',
  'libraries/demo/components/hero/responsive.7.html': '<p>seven</p>',
  'libraries/demo/components/hero/old.html': '<p>old</p>',
  'libraries/demo/components/hero/old.html.deleted': '',
  'libraries/demo/components/hero/half.html': '<p>half</p>',
  'libraries/demo/components/hero/half.saved.html': '<p>half saved</p>',
  'libraries/demo/components/hero/half.saved.html.deleted': '',
  'libraries/demo/components/hero/gone.html.deleted': '',
  'libraries/demo/components/list/responsive.html': LONG_HTML,
  'libraries/demo/components/empty/responsive.html': '',
  'libraries/demo/components/größe/groß.html': '<p>ß</p>',
  'libraries/demo/data/news.json': '{"items":[{"title":"One"}]}',
  'libraries/demo/media/pixel.svg': '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
  'libraries/demo/media/photos/pixel.png': 'not really a picture',
  'libraries/demo/media/page.html': '<script>alert(1)</script>',
  'libraries/retired/styles.css': STYLES,
  'libraries/retired/styles.css.deleted': '',
  'libraries/retired/data/news.json': '{"items":[]}',
  'libraries/retired/data/only.json': '{"only":"retired"}',
  'site/index.html': '<!doctype html><title>Home</title>',
  'site/playground.html': '<!doctype html><title>Playground</title>',
  'site/build/feaas.esm.js': 'export const plain = 1;\n',
  'site/build/feaas-external.entry.js': 'export const word = 1;\n',
  'site/build/p-DQuL1Twl.js': 'export const hashed = 1;\n',
  'site/build/p-8ca4b5d1.entry.js': 'export const hashed = 2;\n',
  'site/context.js': "export * from './assets/p-D6_S-UNx.js';\n",
  'site/editor.js': "export * from './assets/p-D6_S-UNx.js';\n",
  'site/picker.js': "export * from './assets/p-D6_S-UNx.js';\n",
  'site/assets/p-D6_S-UNx.js': 'export const api = 1;\n',
  'site/assets/index-B7xQ2k9Z.js': 'export const vite = 1;\n',
  'site/assets/photo-20240101.jpg': 'a date, not a hash',
  'site/site/site.css': 'body { margin: 0 }\n',
  'site/.env': SECRET_TEXT,
  'secret.txt': SECRET_TEXT,
  'secret.html': SECRET_TEXT,
};

export interface FolderHost {
  readonly folder: string;
  readonly url: string;
  readonly port: number;
  readonly log: string[];
  /** Writes a file of the fixture and sets its modification time. */
  write(path: string, text: string | Buffer, changed?: number): Promise<void>;
  close(): Promise<void>;
}

export async function makeFixtureFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'feaas-host-'));
  cleanUp(t, () => rm(folder, { recursive: true, force: true }));
  for (const [path, text] of Object.entries(FILES)) await writeFileModifiedAt(join(folder, path), text, MODIFIED_AT);
  return folder;
}

/** Starts a host on a new fixture folder; both are removed after the test. */
export async function startHost(t: TestContext, options: HostOptions = {}): Promise<FolderHost> {
  const folder = await makeFixtureFolder(t);
  const lines: string[] = [];
  const log: Log = {
    info: (message) => lines.push(message),
    warn: (message) => lines.push(message),
    error: (message, cause) => lines.push(`${message} ${String(cause)}`),
  };
  const host = createHost({
    libraries: join(folder, 'libraries'),
    site: join(folder, 'site'),
    port: 0,
    clock: () => NOW,
    log,
    ...options,
  });
  const url = await host.listen();
  cleanUp(t, () => host.close());
  return {
    folder,
    url,
    port: Number(new URL(url).port),
    log: lines,
    write: (path, text, changed = MODIFIED_AT) => writeFileModifiedAt(join(folder, path), text, changed),
    close: () => host.close(),
  };
}

async function writeFileModifiedAt(path: string, text: string | Buffer, changed: number): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
  await utimes(path, changed / 1000, changed / 1000);
}
