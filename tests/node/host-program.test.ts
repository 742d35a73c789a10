/** The built program of the content host: esbuild gives `import()` of a CommonJS module only a default export. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import test from 'node:test';

const PROGRAM = new URL('../../host/dist/program/', import.meta.url);

test('no file of the host program hides the exports of a CommonJS package behind a default export', () => {
  const files = readdirSync(PROGRAM).filter((file) => file.endsWith('.js'));
  assert.ok(files.length > 1, 'npm run build comes first');
  const hidden = files.flatMap((file) => {
    const text = readFileSync(new URL(file, PROGRAM), 'utf8');
    if (!/^export default require_/m.test(text)) return [];
    return text.match(/^\/\/ node_modules\/.*$/gm)?.at(-1) ?? file;
  });
  assert.deepEqual(hidden, [], 'list these packages under OUTSIDE in scripts/host-program.mjs');
});
