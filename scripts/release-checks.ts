/** Conditions for a release. */
import type { PublishedPackage } from './packages';

export interface ReleaseState {
  readonly packages: readonly Pick<PublishedPackage, 'folder' | 'manifest'>[];
  /** Output of `git status --porcelain`. */
  readonly status: string;
  /** Tags of the repository. */
  readonly tags: readonly string[];
  readonly changelog: string;
}

/** Matches a version of the packages; the host has the same pattern for `build/<version>`. */
export const VERSION = /^\d+\.\d+\.\d+(?:-[\w.-]+)?$/;

/** Lines of a version in the changelog; undefined without a heading. */
export function changesOf(changelog: string, version: string): string | undefined {
  const sections = changelog.split(/^## /m);
  const section = sections.find((text) => text.split(/\s/, 1)[0] === version);
  return section?.slice(section.indexOf('\n')).trim();
}

/** Problems that prevent a release, each with its solution. */
export function releaseProblems({ packages, status, tags, changelog }: ReleaseState): readonly string[] {
  const problems: string[] = [];
  const changed = status.split('\n').filter(Boolean);
  if (changed.length)
    problems.push(`The working tree has ${changed.length} changed files: commit or remove them.\n${status.trimEnd()}`);
  const version = packages[0]!.manifest.version;
  if (!VERSION.test(version)) problems.push(`package.json: '${version}' is no version. Write one such as 1.2.3.`);
  const entries = packages.map(({ folder, manifest }) => ({ file: `${folder}/package.json`, manifest }));
  const names = new Set(packages.map(({ manifest }) => manifest.name));
  for (const { file, manifest } of entries) {
    if (manifest.version !== version)
      problems.push(`${file}: the version is ${manifest.version}, that of feaas-kit is ${version}. Make them equal.`);
    if (manifest.private) problems.push(`${file} is private: remove "private".`);
    for (const [name, range] of Object.entries({ ...manifest.dependencies, ...manifest.peerDependencies })) {
      if (!names.has(name)) continue;
      if (range !== version)
        problems.push(`${file} asks for ${name} ${range}: write ${version}, the version that is released.`);
    }
  }
  entries.forEach(({ file, manifest }, index) => {
    const later = new Set(packages.slice(index + 1).map((each) => each.manifest.name));
    for (const name of Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies }))
      if (later.has(name))
        problems.push(`${file} asks for ${name}, which is published later: move it up in scripts/packages.ts.`);
  });
  const changes = changesOf(changelog, version);
  if (changes === undefined) problems.push(`CHANGELOG.md has no heading '## ${version}': write one below '# Changes'.`);
  else if (changes === '') problems.push(`CHANGELOG.md has nothing below '## ${version}': say what changed.`);
  if (changesOf(changelog, 'Unreleased'))
    problems.push(`CHANGELOG.md still has changes below '## Unreleased': move them below '## ${version}'.`);
  if (tags.includes(`v${version}`))
    problems.push(`The tag v${version} exists: this version is released. Write the next one into each package.json.`);
  return problems;
}
