/**
 * `npm run operations`: types and documents of every `.graphql` file under src/, out of the host's schema, each written
 * beside it as `.generated.ts`. Documents are written as the trees that the client sends, so that no page parses them.
 */
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { codegen } from '@graphql-codegen/core';
import * as documents from '@graphql-codegen/typed-document-node';
import * as operations from '@graphql-codegen/typescript-operations';
import { buildSchema, parse, validate } from 'graphql';

const root = new URL('..', import.meta.url).pathname;

/** Paths of the files with operations, relative to the root. */
export const operationFiles = (): string[] =>
  readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.graphql'))
    .map((path) => join('src', path))
    .sort();

/** Where what is generated from a file is kept. */
export const generatedFile = (path: string): string => path.replace(/\.graphql$/, '.generated.ts');

const read = (path: string): string => readFileSync(join(root, path), 'utf8');

/**
 * What belongs into the generated file.
 * @throws Error that names every field and argument that the schema does not have.
 */
export async function generate(path: string): Promise<string> {
  const text = read('host/schema.graphql');
  const document = parse(read(path));
  const wrong = validate(buildSchema(text), document);
  if (wrong.length) throw new Error(`${path}: ${wrong.map(({ message }) => message).join('; ')}`);
  const code = await codegen({
    filename: generatedFile(path),
    schema: parse(text),
    documents: [{ location: path, document }],
    config: {
      enumsAsTypes: true,
      immutableTypes: true,
      onlyOperationTypes: true,
      skipTypename: true,
      useTypeImports: true,
      optimizeDocumentNode: true,
      scalars: { ID: 'string', DateTime: 'string', File: 'Blob' },
      documentNodeImport: '@apollo/client#TypedDocumentNode',
    },
    pluginMap: { operations, documents },
    plugins: [{ operations: {} }, { documents: {} }],
  });
  return `/** Made by \`npm run operations\`; do not edit. */\n${code.trim()}\n`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  for (const path of operationFiles()) writeFileSync(join(root, generatedFile(path)), await generate(path));
}
