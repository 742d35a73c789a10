/**
 * Public HTML templates from npm packages, which are not part of this project. npm downloads them when a test first needs them,
 * into a folder of the user's cache (`FEAAS_TEMPLATES`). Their integrity is verified.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** A package with a pinned version, and its folder with the pages. */
export interface TemplatePackage {
  readonly name: string;
  readonly version: string;
  /** Integrity of the tarball in the registry, as in a lock file. */
  readonly integrity: string;
  /** Path in the tarball. */
  readonly folder: string;
  /** Matches the paths of pages below the folder. */
  readonly pages: RegExp;
}

export const PACKAGES: readonly TemplatePackage[] = Object.freeze([
  {
    name: 'gentelella',
    version: '4.2.0',
    integrity: 'sha512-etbwRsQv+fl5tAnmE+SCZGGWWU6H6EudoWFZEPDJ93jGtVlDOnUmG09XW/BY+V3K1n28jZJ3fJx4V3WH7MVzOQ==',
    folder: 'package/production',
    pages: /\.html$/,
  },
  {
    name: 'uikit',
    version: '3.25.29',
    integrity: 'sha512-6pxXLPUXs0qJMn2KW+/KMn03LWOlIm54BOVK6Lb/ZhTSC/6sjzBDLNyFEiWNyj152lterTE6+wHAHcA8LGHeXA==',
    folder: 'package/tests',
    pages: /\.html$/,
  },
  {
    name: 'startbootstrap-agency',
    version: '7.0.12',
    integrity: 'sha512-VpdOVgqYq+Yomt72/gZueBuB99wWyqL1rvqaGaqRwHtDMJlXSf9eGfisyQXPx7//z3dnlGHIMzIk2I8CCmtXOQ==',
    folder: 'package/dist',
    pages: /\.html$/,
  },
  {
    name: 'startbootstrap-sb-admin-2',
    version: '4.1.4',
    integrity: 'sha512-Zr0JNu4tRD4EJVDwVLETKWfMniFx4Dy3qAnJ96ucqUqIZ8Ns4/H5a6Y0E44/K5lxO05EBQwi24hPxaLEz+2IhA==',
    folder: 'package',
    pages: /^[^/]+\.html$/,
  },
  {
    name: 'govuk-frontend',
    version: '6.6.0',
    integrity: 'sha512-xctkWrQvLnvQt7fyjQ3MGX9S0wz0x0RQuLxCeoXF+s8EjGICG81/DYQGKN5qgO+0KVT12UAaRwUsGY6fulRcRg==',
    folder: 'package/dist/govuk/components',
    pages: /\/template-default\.html$/,
  },
]);

const CACHE = process.env['FEAAS_TEMPLATES'] ?? join(homedir(), '.cache', 'feaas-kit', 'templates');

const integrityOf = (path: string): string =>
  `sha512-${createHash('sha512').update(readFileSync(path)).digest('base64')}`;

/**
 * Returns the folder with a package's pages. Downloads the package if necessary.
 * @throws Error if npm can not download it, or its integrity differs from the pinned one
 */
function pagesFolder({ name, version, integrity, folder }: TemplatePackage): string {
  const kept = join(CACHE, `${name}-${version}`);
  if (existsSync(kept)) return join(kept, folder);
  mkdirSync(CACHE, { recursive: true });
  // Beside its place, so that it is there as a whole or not at all.
  const fresh = mkdtempSync(join(CACHE, 'fresh-'));
  try {
    execFileSync('npm', ['pack', `${name}@${version}`, '--pack-destination', fresh, '--silent'], {
      stdio: 'pipe',
      cwd: fresh,
    });
    const tarball = join(fresh, readdirSync(fresh)[0]!);
    const found = integrityOf(tarball);
    if (found !== integrity) throw new Error(`${name}@${version} is ${found}, not ${integrity}`);
    execFileSync('tar', ['-xzf', tarball, '-C', fresh, folder]);
    rmSync(tarball);
    // Another process may have been faster.
    if (!existsSync(kept)) renameSync(fresh, kept);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
  return join(kept, folder);
}

/** A page of a package. */
export interface Page {
  readonly name: string;
  readonly html: string;
}

/** Returns the pages of a package, sorted by path. */
export function pagesOf(of: TemplatePackage): Page[] {
  const folder = pagesFolder(of);
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => of.pages.test(path))
    .sort()
    .map((path) => ({ name: `${of.name}/${path}`, html: readFileSync(join(folder, path), 'utf8') }));
}
