/**
 * `THIRD-PARTY-LICENSES.md` of each package with dependencies: installed packages according to the lock file, and the
 * full licenses of bundled packages, as those require. `npm run licenses` writes them.
 */
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readPackages } from './packages';

const ROOT = new URL('..', import.meta.url).pathname;

/** A package of the lock file. */
interface Locked {
  readonly version?: string;
  readonly license?: string;
  readonly link?: boolean;
  readonly resolved?: string;
  readonly dependencies?: Record<string, string>;
  readonly optionalDependencies?: Record<string, string>;
  readonly peerDependencies?: Record<string, string>;
}

interface Found extends Locked {
  readonly name: string;
  /** Path in the repository. */
  readonly folder: string;
}

type Lock = Readonly<Record<string, Locked>>;

const lock = (JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as { packages: Lock }).packages;

/** Licenses that only require their own text. */
const PERMISSIVE = new Set([
  ...['MIT', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', 'BlueOak-1.0.0', 'Unlicense'],
  // For the plural rules of languages, which are Unicode data.
  'Unicode-DFS-2016',
]);

/** The only exceptions: a shared library of sharp, in its own package, which anyone may replace. */
const SHARED_LIBRARIES = /^@img\/sharp-/;

/**
 * Whether a license is permissive. Supports SPDX expressions without nesting: one OR alternative and all its AND parts
 * must be.
 */
export const isPermissive = (license: string): boolean =>
  license
    .replace(/[()]/g, '')
    .split(' OR ')
    .some((alternative) => alternative.split(' AND ').every((each) => PERMISSIVE.has(each.trim())));

/** The folder of a package that another one requires, resolved like Node. */
function locate(name: string, from: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const path = join(folder, 'node_modules', name);
    if (lock[path]) return path;
    if (!folder) return undefined;
    if (!folder.includes('/node_modules/')) folder = '';
  }
}

/** Packages with all their dependencies. */
function closure(names: readonly string[], from: string, into = new Map<string, Found>()): Map<string, Found> {
  for (const name of names) {
    const folder = locate(name, from) ?? locate(name, '');
    // The lock file also lists packages for other platforms. A missing package is an optional peer.
    if (!folder || into.has(folder) || lock[folder]!.link) continue;
    const found = { ...lock[folder]!, name, folder };
    into.set(folder, found);
    // Builds contain only the runtime of Stencil, which is its own code.
    if (name === '@stencil/core') continue;
    closure(Object.keys({ ...found.dependencies, ...found.optionalDependencies }), folder, into);
  }
  return into;
}

/** Dependencies of a package. Own packages are replaced by their dependencies. */
const dependenciesOf = (folder: string): string[] => {
  const { dependencies = {} } = JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8')) as Locked;
  return Object.keys(dependencies).flatMap((name) => {
    const ownPackage = readPackages().find(({ manifest }) => manifest.name === name);
    return ownPackage ? dependenciesOf(ownPackage.folder) : [name];
  });
};

/** Packages that sources import, except types. */
function importedPackages(folders: readonly string[], except?: RegExp): string[] {
  const names = new Set<string>();
  for (const folder of folders)
    for (const file of readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })) {
      if (!/(?<!\.(?:spec|test|d))\.tsx?$/.test(file) || except?.test(file)) continue;
      const code = readFileSync(join(ROOT, folder, file), 'utf8').replace(/^(?:im|ex)port type [^;]*;/gm, '');
      for (const [, name] of code.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'((?:@[\w.-]+\/)?[a-z][\w.-]*)(?:\/[^']*)?'/g))
        names.add(name!);
    }
  return [...names];
}

/** Matches folders that only the scripts of the frontend host use. */
const FOR_EDITORS = /^utils\/(?:gateway|editing|thumbnail)\//;

/** Matches own packages, which are not third-party. */
const OWN = /^feaas-/;

/** Packages with dependencies, and the packages bundled into each, which are not installed. */
const PACKAGES = [
  { folder: '', bundled: () => importedPackages(['src'], FOR_EDITORS) },
  { folder: 'react-wrapper', bundled: () => [] },
  {
    folder: 'host',
    // The compiled messages import their runtime.
    bundled: () => [...importedPackages(['src', 'frontend/src', 'site/src']), 'html2canvas', '@messageformat/runtime'],
  },
  {
    folder: 'compat',
    // `page.js` contains the kit for pages, which use the browser's own parser.
    bundled: () => importedPackages(['src'], FOR_EDITORS).filter((name) => name !== 'parse5'),
  },
] as const;

const order = (one: Found, other: Found): number =>
  one.name < other.name ? -1 : one.name > other.name ? 1 : one.version! < other.version! ? -1 : 1;

/** Removes duplicates of packages that are installed in several folders. */
const unique = (found: Iterable<Found>): Found[] =>
  [...new Map([...found].map((each) => [`${each.name}@${each.version}`, each])).values()].sort(order);

export interface Dependencies {
  /** The file that lists them, relative to the root. */
  readonly file: string;
  readonly installed: readonly Found[];
  readonly bundled: readonly Found[];
}

/** The dependencies of each package. */
export const dependencies = (): readonly Dependencies[] =>
  PACKAGES.map(({ folder, bundled }) => ({
    file: join(folder, 'THIRD-PARTY-LICENSES.md'),
    installed: unique(closure(dependenciesOf(folder), folder).values()),
    bundled: unique(
      closure(
        bundled().filter((name) => !OWN.test(name)),
        '',
      ).values(),
    ),
  }));

/** Packages with a missing license, or one that requires more than its text, except shared libraries. */
export const refused = ({ installed, bundled }: Dependencies): string[] =>
  [...installed.filter(({ name }) => !SHARED_LIBRARIES.test(name)), ...bundled]
    .filter(({ license = '' }) => !isPermissive(license))
    .map(({ name, version, license }) => `${name}@${version}: ${license}`);

/** The license files of a package. */
function texts({ folder, name }: Found): string {
  const path = join(ROOT, folder);
  if (!existsSync(path)) throw new Error(`${name} is not installed: npm ci first.`);
  return readdirSync(path)
    .filter((file) => /^(?:licen[cs]e|copying|notice)(?:[.-](?!md\.)[\w-]+)*$/i.test(file))
    .sort()
    .map((file) => readFileSync(join(path, file), 'utf8').replace(/\r/g, '').trim())
    .join('\n\n');
}

const row = ({ name, version, license }: Found): string => `| ${name} | ${version} | ${license} |`;
const table = (rows: readonly Found[]): string =>
  ['| package | version | license |', '| --- | --- | --- |', ...rows.map(row)].join('\n');

/** The text of the file. */
export function document({ installed, bundled }: Dependencies): string {
  const bundledTexts = bundled.map(
    (each) => `### ${each.name} ${each.version}\n\n\`\`\`text\n${texts(each) || each.license}\n\`\`\``,
  );
  const shared = installed.some(({ name }) => SHARED_LIBRARIES.test(name))
    ? ' Those of `@img` hold shared libraries.'
    : '';
  const list = `# Licenses of others

Written by \`npm run licenses\`.

## Installed

Packages that are installed beside this one; each has its license with it.${shared}

${table(installed)}
`;
  if (!bundled.length) return list;
  return `${list}
## Bundled

Packages of which parts are in this one's files.

${table(bundled)}

${bundledTexts.join('\n\n')}
`;
}

/** Writes the files. */
export function writeLicenses(): void {
  for (const each of dependencies()) writeFileSync(join(ROOT, each.file), document(each));
}
