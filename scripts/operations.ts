/**
 * `npm run operations`: types and documents of every `.graphql` file under src/, out of the host's schema, each written
 * beside it as `.generated.ts`. Documents are written as the trees that the client sends, so that no page parses them.
 */
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { packagesIn } from './folders';

const root = new URL('..', import.meta.url).pathname;

/** Paths of the files with operations, relative to the root. */
export const operationFiles = (): string[] =>
  readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.graphql'))
    .map((path) => join('src', path))
    .sort();

/** Where what is generated from a file is kept. */
export const generatedFile = (path: string): string => path.replace(/\.graphql$/, '.generated.ts');

interface Generator {
  generate(path: string, outfile: string): Promise<string>;
}

/**
 * What belongs into the generated file.
 * @throws Error that names every field and argument that the schema does not have.
 */
export async function generate(path: string): Promise<string> {
  packagesIn('scripts/operations');
  const generator = (await import('./operations/generate' as string)) as Generator;
  return generator.generate(path, generatedFile(path));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  for (const path of operationFiles()) writeFileSync(join(root, generatedFile(path)), await generate(path));
}
