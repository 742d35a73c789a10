/**
 * `npm run sbom [-- <file>]`: a bill of materials (CycloneDX) of all that npm installs with the packages, from the packages as they are
 * published. In the repository itself npm can make none: its workspaces lead to each other.
 */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { packPackages } from './pack';

const run = promisify(execFile);
const DEFAULT = 'feaas-kit.cdx.json';

const folder = await mkdtemp(join(tmpdir(), 'feaas-sbom-'));
try {
  const packages = await packPackages(folder);
  const { version } = packages[0]!.manifest;
  const site = join(folder, 'site');
  await mkdir(site);
  await writeFile(join(site, 'package.json'), JSON.stringify({ name: 'feaas-kit-packages', version, private: true }));
  const options = { cwd: site, maxBuffer: 64 * 1024 * 1024 };
  const tarballs = packages.map(({ tarball }) => tarball);
  await run(
    'npm',
    ['install', '--package-lock-only', '--ignore-scripts', '--no-audit', '--no-fund', ...tarballs],
    options,
  );
  const { stdout } = await run('npm', ['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx'], options);
  const file = resolve(process.argv[2] ?? DEFAULT);
  await writeFile(file, stdout);
  console.error(`${file}: the packages and what npm installs with them`);
} finally {
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}
