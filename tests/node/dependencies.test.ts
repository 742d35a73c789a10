/** `docs/dependencies.md` gives a reason for each package that npm installs with ours, and npm installs all of them without a warning. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { readPackages } from '../../scripts/packages';

const ROOT = new URL('../../', import.meta.url).pathname;
const page = readFileSync(`${ROOT}docs/dependencies.md`, 'utf8');

/** Rows of the table below the heading of a package: name and reason. */
function rowsOf(name: string): readonly (readonly [string, string])[] {
  const [, section] = page.split(new RegExp(`^## ${name}$`, 'm'));
  assert.ok(section !== undefined, `docs/dependencies.md has no heading '## ${name}'`);
  return [...section.split(/^## /m)[0]!.matchAll(/^\| `([^`]+)`\s*\|(.*)\|$/gm)].map(([, dependency, reason]) => [
    dependency!,
    reason!.trim(),
  ]);
}

for (const { manifest } of readPackages()) {
  test(`each runtime dependency of ${manifest.name} has one row with its reason, and no other package has one`, () => {
    const rows = rowsOf(manifest.name);
    const expected = Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies });
    assert.deepEqual(rows.map(([dependency]) => dependency).sort(), expected.sort());
    for (const [dependency, reason] of rows) assert.match(reason, /^[A-Z].{15,}\.$/, dependency);
  });
}

test('npm installs without warnings, such as about a package that needs a newer Node', () => {
  const args = ['ci', '--dry-run', '--ignore-scripts', '--no-audit', '--no-fund', '--offline', '--loglevel', 'warn'];
  const { status, stderr } = spawnSync('npm', args, { cwd: ROOT, encoding: 'utf8' });
  assert.deepEqual([status, stderr], [0, '']);
});
