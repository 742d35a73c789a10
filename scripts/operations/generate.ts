/** Generates code from a file with operations by GraphQL Code Generator. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { codegen } from '@graphql-codegen/core';
import * as documents from '@graphql-codegen/typed-document-node';
import * as operations from '@graphql-codegen/typescript-operations';
import { buildSchema, parse, validate } from 'graphql';

const root = new URL('../..', import.meta.url).pathname;
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

/**
 * Generates the content of the generated file.
 * @throws Error with all fields and arguments that the schema does not have.
 */
export async function generate(path: string, outfile: string): Promise<string> {
  const text = read('host/schema.graphql');
  const document = parse(read(path));
  const errors = validate(buildSchema(text), document);
  if (errors.length) throw new Error(`${path}: ${errors.map(({ message }) => message).join('; ')}`);
  const code = await codegen({
    filename: outfile,
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
