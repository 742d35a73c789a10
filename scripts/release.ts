/**
 * `npm run release [-- --dry-run]`: checks that a release is complete, packs all packages, and publishes each after its
 * dependencies. `--dry-run` only shows what would be published. CI runs it for a tag (`.github/workflows/release.yml`),
 * because npm signs the provenance of a package only there.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { packPackages } from './pack';
import { readPackages } from './packages';
import { releaseProblems } from './release-checks';

const root = new URL('..', import.meta.url).pathname;
process.chdir(root);
const { values } = parseArgs({ options: { 'dry-run': { type: 'boolean', default: false } } });
const isDryRun = values['dry-run'];

const git = (...args: readonly string[]): string => execFileSync('git', args, { encoding: 'utf8' });

const packages = readPackages();
const version = packages[0]!.manifest.version;
// In CI, the tag that starts the release exists already.
const released = process.env['GITHUB_REF_NAME'];
const problems = releaseProblems({
  packages,
  status: git('status', '--porcelain'),
  tags: git('tag', '--list')
    .split('\n')
    .filter((tag) => tag && tag !== released),
  changelog: readFileSync('CHANGELOG.md', 'utf8'),
});
if (released?.startsWith('v') && released !== `v${version}`)
  throw new Error(`The tag ${released} starts the release, but the packages have the version ${version}.`);
for (const problem of problems) console.error(`Not ready: ${problem}`);
if (problems.length && !isDryRun) process.exit(1);

const folder = mkdtempSync(join(tmpdir(), 'feaas-release-'));
try {
  for (const { manifest, folder: packed } of await packPackages(folder)) {
    console.error(`${isDryRun ? 'Would publish' : 'Publishing'} ${manifest.name}@${manifest.version} …`);
    // Installing without a version must not install a pre-release.
    const tag = version.includes('-') ? 'next' : 'latest';
    // `npm run --silent` would silence this npm process, too.
    const args = ['publish', packed, '--tag', tag, '--ignore-scripts', '--loglevel', 'notice'];
    if (isDryRun) args.push('--dry-run');
    const { status } = spawnSync('npm', args, { stdio: 'inherit' });
    if (status !== 0)
      throw new Error(
        `npm could not publish ${manifest.name}, as it says above. Packages before it are published: ` +
          'correct the cause, and publish the rest with a new version.',
      );
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
if (problems.length) {
  console.error(`${problems.length} problems forbid this release. They are listed above.`);
  process.exitCode = 1;
}
