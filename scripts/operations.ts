/**
 * `npm run operations`: generates types and documents for each `.graphql` file in src/ from the host's schema, as a
 * `.generated.ts` file next to it. Documents are stored as syntax trees, so that pages need no parser.
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

/** The generated file for a file with operations. */
export const generatedFile = (path: string): string => path.replace(/\.graphql$/, '.generated.ts');

interface Generator {
  generate(path: string, outfile: string): Promise<string>;
}

/**
 * Generates the content of the generated file.
 * @throws Error with all fields and arguments that the schema does not have.
 */
export async function generate(path: string): Promise<string> {
  packagesIn('scripts/operations');
  const generator = (await import('./operations/generate' as string)) as Generator;
  return generator.generate(path, generatedFile(path));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  for (const path of operationFiles()) writeFileSync(join(root, generatedFile(path)), await generate(path));
}
