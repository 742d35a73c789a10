/** `npm run sbom`: the software bill of materials of a release. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { readPackages } from '../../scripts/packages';
import { cleanUp } from '../lib/clean-up';

const run = promisify(execFile);

test('it contains each runtime dependency with its license, and no development tools', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'feaas-sbom-test-'));
  cleanUp(t, () => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'bom.json');
  await run('npm', ['run', 'sbom', '--', file], { cwd: new URL('../../', import.meta.url).pathname });
  const bom = JSON.parse(await readFile(file, 'utf8')) as {
    bomFormat: string;
    metadata: { component: { name: string; version: string } };
    components: { name: string; version: string; purl: string; licenses?: unknown[] }[];
  };
  const [{ manifest: kit }] = readPackages() as [ReturnType<typeof readPackages>[number]];
  assert.equal(bom.bomFormat, 'CycloneDX');
  assert.deepEqual([bom.metadata.component.name, bom.metadata.component.version], [kit.name, kit.version]);
  const found = new Map(bom.components.map((each) => [each.name, each]));
  const own = new Set(readPackages().map(({ manifest }) => manifest.name));
  for (const { manifest } of readPackages())
    for (const dependency of Object.keys(manifest.dependencies ?? {}).filter((name) => !own.has(name))) {
      const component = found.get(dependency.replace(/^.*\//, '')) ?? found.get(dependency);
      assert.ok(component?.purl.startsWith('pkg:npm/'), `${manifest.name}: ${dependency}`);
      assert.ok(component?.licenses?.length, dependency);
    }
  for (const tool of ['typescript', 'vite', 'eslint']) assert.ok(!found.has(tool), tool);
});
