/**
 * `npm run sbom [-- <file>]`: writes a bill of materials (CycloneDX) of all packages that npm installs with the kit's
 * packages. In the repository itself, npm can not create one because the workspaces depend on each other. It can not do
 * so for packages that are files, either. So it is created for a project with the dependencies of all packages.
 */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { readPackages } from './packages';

const run = promisify(execFile);
const DEFAULT = 'feaas-kit.cdx.json';

const packages = readPackages().map(({ manifest }) => manifest);
const ownNames = new Set(packages.map(({ name }) => name));
const dependencies = packages
  .flatMap((manifest) => Object.entries({ ...manifest.dependencies, ...manifest.optionalDependencies }))
  .filter(([name]) => !ownNames.has(name));
const folder = await mkdtemp(join(tmpdir(), 'feaas-sbom-'));
try {
  const manifest = { name: 'feaas-kit', version: packages[0]!.version, dependencies: Object.fromEntries(dependencies) };
  // npm uses the folder's name for the described project.
  const project = join(folder, manifest.name);
  await mkdir(project);
  await writeFile(join(project, 'package.json'), JSON.stringify(manifest));
  const options = { cwd: project, maxBuffer: 64 * 1024 * 1024 };
  const quiet = ['--package-lock-only', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund'];
  await run('npm', ['install', ...quiet], options);
  const { stdout } = await run('npm', ['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx'], options);
  const file = resolve(process.argv[2] ?? DEFAULT);
  await writeFile(file, stdout);
  console.error(`${file}: what npm installs with ${[...ownNames].join(', ')}`);
} finally {
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}
