/** `npm test` uses an installed browser, and prints what it is about to install. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { cleanUp } from '../lib/clean-up';

const ROOT = new URL('../../', import.meta.url).pathname;
const isRoot = process.getuid?.() === 0;

/** Runs `npm run browser` with a PATH that contains only these programs. The fake `apt-get install` adds the requested ones. */
function prepare(t: TestContext, programs: readonly string[]): { said: string; calls: string } {
  const folder = mkdtempSync(join(tmpdir(), 'feaas-browser-'));
  cleanUp(t, () => rmSync(folder, { recursive: true }));
  const add = (name: string, script: string): void => {
    writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(folder, name), 0o755);
  };
  for (const name of programs) add(name, '');
  writeFileSync(join(folder, 'calls'), '');
  // Shell builtins only: PATH contains nothing else.
  add(
    'apt-get',
    `echo "apt-get $@" >> ${folder}/calls
echo "ran apt-get $1" >&2
if [ "$1" = install ]; then
  for name in "$@"; do case "$name" in chromium*|firefox*) echo '#!/bin/sh' > ${folder}/$name; /bin/chmod 755 ${folder}/$name;; esac; done
fi`,
  );
  const { stdout, stderr } = spawnSync(process.execPath, ['--import', 'tsx', 'scripts/browser.ts'], {
    cwd: ROOT,
    encoding: 'utf8',
    env: { ...process.env, PUPPETEER_EXECUTABLE_PATH: undefined, PATH: folder },
  });
  return { said: stderr + stdout, calls: readFileSync(join(folder, 'calls'), 'utf8') };
}

test('an installed browser is used, and nothing is installed', (t) => {
  const { said, calls } = prepare(t, ['google-chrome', 'firefox']);
  assert.equal(calls, '');
  assert.match(said, /^Browsers: \S+\/google-chrome, \S+\/firefox\. With chromium-headless-shell/);
});

test('without a browser, the packages and the command are printed before the installation', { skip: !isRoot }, (t) => {
  const { said, calls } = prepare(t, ['firefox']);
  assert.equal(calls, 'apt-get update -q\napt-get install -y -q chromium chromium-headless-shell\n');
  const announced = said.indexOf('apt-get update -q && apt-get install -y -q chromium chromium-headless-shell');
  assert.ok(announced > 0, said);
  assert.ok(announced < said.indexOf('ran apt-get update'), said);
  assert.match(
    said,
    /There is no Chrome or Chromium\. Installing the system packages chromium and chromium-headless-shell/,
  );
  assert.match(said, /Browsers: \S+\/chromium-headless-shell, \S+\/chromium, \S+\/firefox$/m);
});
