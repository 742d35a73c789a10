/** `npm run build -- --if-changed` builds again after each change of a source, and only then. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { sourcesChangedAt } from '../../scripts/fresh';

const root = process.cwd();
const project = mkdtempSync(join(tmpdir(), 'feaas-sources-'));
process.chdir(project);
after(() => {
  process.chdir(root);
  rmSync(project, { recursive: true, force: true });
});

/** Seconds since 1970. */
const LONG_AGO = 1_700_000_000;
const CHANGED = LONG_AGO + 60;

function write(path: string, seconds: number): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, path);
  utimesSync(path, seconds, seconds);
}

const SOURCES = [
  ...['src/index.ts', 'src/components/feaas-component/feaas-component.css', 'cli/main.ts', 'site/index.html'],
  ...['frontend/src/editor.ts', 'frontend/vite.config.ts', 'host/src/cli.ts', 'host/schema.graphql'],
  ...['host/starter/library.json', 'host/README.md', 'react-wrapper/src/index.ts', 'compat/src/index.ts'],
  ...['create-feaas/templates/html/index.html', 'scripts/build.ts', 'docs/index.md', 'README.md', 'package-lock.json'],
];
const OTHERS = [
  ...['dist/index.js', 'www/editor.js', 'host/dist/cli.js', 'host/www/editor.js', '.dev/built', 'src/components.d.ts'],
  ...['react-wrapper/src/generated/components.ts', 'src/components/feaas-component/readme.md'],
  ...['tests/errors.test.ts', 'host/test/cli.test.ts', 'bench/run.ts', 'node_modules/quill/package.json'],
  ...['my-libraries/shop/library.json', 'tsconfig.tsbuildinfo', 'feaas-kit.cdx.json', 'examples/next/next.config.ts'],
];
for (const path of [...SOURCES, ...OTHERS]) write(path, LONG_AGO);

for (const path of SOURCES)
  test(`${path} is a source`, () => {
    assert.equal(sourcesChangedAt(), LONG_AGO * 1000);
    write(path, CHANGED);
    assert.equal(sourcesChangedAt(), CHANGED * 1000);
    write(path, LONG_AGO);
  });

for (const path of OTHERS)
  test(`${path} is no source of the build`, () => {
    write(path, CHANGED);
    assert.equal(sourcesChangedAt(), LONG_AGO * 1000);
    write(path, LONG_AGO);
  });
