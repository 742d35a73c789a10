/** Creates a site: the files of a template, and a library in the format of `feaas-host init`. */
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  createLibrary,
  INSTALLED_SCHEMAS,
  libraryIdOf,
  requireEmpty,
} from '../../host/src/cli/library/create-library.js';
import { DEFAULT_HOST_PORT, type Request } from './arguments.js';
import { type Template, type TemplateName, TEMPLATES } from './templates.js';
import { UsageError } from './usage-error.js';

/** Resolves a path relative to this file; works in `src` and `dist`, which have the same depth. */
const resolvePath = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** npm does not pack files of this name. */
const RENAMED: Readonly<Record<string, string>> = { _gitignore: '.gitignore' };

/** @throws UsageError or HostError with the invalid argument and its value. */
export async function createSite({ folder, template, port, hostPort, packages }: Request): Promise<void> {
  const id = libraryIdOf(folder);
  await requireEmpty(folder);
  const root = resolve(folder);
  const { port: usualPort, editing }: Template = TEMPLATES[template];
  const sitePort = port ?? usualPort;
  if (sitePort === hostPort)
    throw new UsageError(
      `The site and the content host can not share the port ${sitePort}. Give another one to --port or --host-port.`,
    );
  const replacements: Readonly<Record<string, string>> = {
    'my-library': id,
    'my-site': id.toLowerCase(),
    [`127.0.0.1:${DEFAULT_HOST_PORT}`]: `127.0.0.1:${hostPort}`,
    [`--port ${DEFAULT_HOST_PORT}`]: `--port ${hostPort}`,
    [`localhost:${usualPort}`]: `localhost:${sitePort}`,
    [`--port ${usualPort}`]: `--port ${sitePort}`,
  };
  // In a single pass: an inserted name may contain a word that is replaced.
  const pattern = new RegExp(`(?:${Object.keys(replacements).join('|').replaceAll('.', '\\.')})(?!\\d)`, 'g');
  const substitute = (text: string): string => text.replace(pattern, (found) => replacements[found]!);
  const manifest = await manifestOf(template, packages, substitute);
  await copy(resolvePath(`../templates/${template}`), root, substitute);
  if (editing !== undefined) await cp(resolvePath('../templates/editing.ts'), join(root, editing, 'editing.ts'));
  await writeFile(join(root, 'package.json'), manifest);
  await createLibrary(join(root, 'libraries', id), {
    starter: resolvePath('./starter'),
    schemas: join(root, INSTALLED_SCHEMAS),
    host: `http://127.0.0.1:${hostPort}`,
  });
}

async function copy(from: string, to: string, substitute: (text: string) => string): Promise<void> {
  await mkdir(to, { recursive: true });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const target = join(to, RENAMED[entry.name] ?? entry.name);
    if (entry.isDirectory()) await copy(join(from, entry.name), target, substitute);
    else await writeFile(target, substitute(await readFile(join(from, entry.name), 'utf8')));
  }
}

/** Tarballs by package name, found by the file names of `npm pack`. @throws UsageError */
async function tarballsIn(folder: string): Promise<ReadonlyMap<string, string>> {
  const names = await readdir(folder).catch(() => {
    throw new UsageError(`--packages: there is no folder '${folder}'. Check the path.`);
  });
  const found = new Map<string, string>();
  for (const name of names) {
    const [, packageName] = /^(feaas-kit[a-z-]*?)-\d.*\.tgz$/.exec(name) ?? [];
    if (packageName !== undefined) found.set(packageName, join(resolve(folder), name));
  }
  if (found.size > 0) return found;
  throw new UsageError(
    `--packages: '${folder}' holds no tarballs of the kit. Write them with npm pack --pack-destination ${folder}.`,
  );
}

/** The text of the site's package.json. @throws UsageError for a package of the kit without a tarball. */
async function manifestOf(
  template: TemplateName,
  packages: string | undefined,
  substitute: (text: string) => string,
): Promise<string> {
  const text = substitute(await readFile(resolvePath(`../templates/${template}/package.json`), 'utf8'));
  if (packages === undefined) return text;
  const tarballs = await tarballsIn(packages);
  const manifest = JSON.parse(text) as Record<string, unknown>;
  for (const kind of ['dependencies', 'devDependencies']) {
    const versions = (manifest[kind] ?? {}) as Record<string, string>;
    for (const name of Object.keys(versions)) {
      if (!name.startsWith('feaas-kit')) continue;
      const tarball = tarballs.get(name);
      if (tarball === undefined)
        throw new UsageError(`--packages: '${packages}' has no tarball of ${name}. Add it with npm pack.`);
      versions[name] = `file:${tarball}`;
    }
  }
  return `${JSON.stringify(manifest, null, 2)}\n`;
}
