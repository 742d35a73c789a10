/** Reference pages, generated from code and its comments. */
import { existsSync, readFileSync } from 'node:fs';
import {
  GraphQLEnumType,
  GraphQLInputObjectType,
  GraphQLObjectType,
  buildSchema,
  isIntrospectionType,
  isSpecifiedScalarType,
} from 'graphql';
import ts from 'typescript';
import { COMMANDS } from '../../host/src/cli/command-line/usage';
import { SETTINGS } from '../../host/src/config/settings-table';
import type { Page } from './pages';

const page = (name: string, title: string, description: string, text: string): Page => ({
  name: `reference/${name}`,
  title,
  description,
  text: `# ${title}\n\n${description}\n\n${text}`,
  headLines: 0,
});

/** Formats a text for a table cell. */
const cell = (text: string): string =>
  text
    // Citations of rules are only for developers of the kit.
    .replace(/\s*\((?:(?:contract|specification) )?(?:§|[DESM]\d)[^)]*\)/g, '')
    .replace(/\{@link (\w+)\}/g, '`$1`')
    .replace(/\s+/g, ' ')
    .replace(/\|/g, '\\|')
    .trim();
const code = (text: string): string => (text ? `\`${cell(text)}\`` : '');

function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  if (!rows.length) return '';
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |\n`;
  return line(header) + line(header.map(() => '---')) + rows.map(line).join('') + '\n';
}

interface Documented {
  readonly name: string;
  readonly docs: string;
}
interface ElementDocs {
  readonly tag: string;
  readonly docs: string;
  readonly props: readonly (Documented & {
    readonly attr?: string;
    readonly type: string;
    readonly complexType?: { readonly original: string };
    readonly default?: string;
  })[];
  readonly events: readonly (Documented & { readonly event: string; readonly detail: string })[];
  readonly methods: readonly (Documented & { readonly signature: string })[];
  readonly slots: readonly Documented[];
  readonly parts: readonly Documented[];
}

/** Maximum length of a type: a longer union would fill a page, so its name is shown instead. */
const LONGEST_TYPE = 200;

const typeOf = ({ type, complexType }: ElementDocs['props'][number]): string =>
  (type.length > LONGEST_TYPE && complexType?.original) || type.replace(/ \| undefined$/, '');

/** @param path file that Stencil writes: `dist/docs.json` */
function elements(path: string): Page {
  const { components } = JSON.parse(readFileSync(path, 'utf8')) as { components: readonly ElementDocs[] };
  const text = components.map(({ tag, docs, props, events, methods, slots, parts }) =>
    [
      `## ${tag}\n\n${docs}\n`,
      table(
        ['property', 'attribute', 'type', 'default', 'meaning'],
        props.map((each) => [
          code(each.name),
          code(each.attr ?? ''),
          code(typeOf(each)),
          code(each.default ?? ''),
          cell(each.docs),
        ]),
      ),
      table(
        ['event', 'detail', 'meaning'],
        events.map((each) => [code(each.event), code(each.detail), cell(each.docs)]),
      ),
      table(
        ['method', 'meaning'],
        methods.map((each) => [code(each.signature), cell(each.docs)]),
      ),
      table(
        ['slot', 'meaning'],
        slots.map((each) => [each.name ? code(each.name) : 'default', cell(each.docs)]),
      ),
      table(
        ['part', 'meaning'],
        parts.map((each) => [code(each.name), cell(each.docs)]),
      ),
    ].join('\n'),
  );
  return page('elements', 'Elements', 'Every property, event, method, slot and part of the elements.', text.join('\n'));
}

/** Exports of source modules, each as tables of functions and classes, and of types. */
function exportsOf(files: readonly string[]): string[] {
  const { config } = ts.readConfigFile('tsconfig.json', ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, '.');
  const program = ts.createProgram(files, options);
  return files.map((file) => exportsIn(program, file));
}

function exportsIn(program: ts.Program, file: string): string {
  const checker = program.getTypeChecker();
  const source = checker.getSymbolAtLocation(program.getSourceFile(file)!)!;
  const values: string[][] = [];
  const types: string[][] = [];
  for (const exported of checker.getExportsOfModule(source)) {
    const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
    const docs = cell(ts.displayPartsToString(symbol.getDocumentationComment(checker)));
    const throws = symbol.getJsDocTags().filter(({ name }) => name === 'throws');
    const failing = throws.map(({ text }) => ` Throws ${cell(ts.displayPartsToString(text))}`).join('');
    const name = exported.getName();
    if (name === 'Components') continue;
    const signatures = symbol.flags & ts.SymbolFlags.Value ? checker.getTypeOfSymbol(symbol).getCallSignatures() : [];
    if (signatures.length) {
      for (const signature of signatures)
        values.push([
          code(
            name + withoutUndefined(checker.signatureToString(signature, undefined, ts.TypeFormatFlags.NoTruncation)),
          ),
          docs + failing,
        ]);
    } else if (symbol.flags & ts.SymbolFlags.Value) values.push([code(name), docs]);
    else types.push([code(name), docs]);
  }
  return table(['function or class', 'meaning'], values.sort()) + table(['type', 'meaning'], types.sort());
}

/** Removes `| undefined` from optional parameters, as the question mark already expresses it. */
const withoutUndefined = (signature: string): string => signature.replace(/(\?: [^,()]+) \| undefined\b/g, '$1');

function api(): Page {
  const [kit, server] = exportsOf(['src/index.ts', 'src/server.ts']);
  const text = `## feaas-kit\n\n${kit}\n## feaas-kit/server\n\n${server}`;
  return page('api', 'Functions', 'What feaas-kit and feaas-kit/server export, out of their types.', text);
}

type Field = { readonly name: string; readonly description?: string | null | undefined; readonly type: unknown };

function graphql(): Page {
  const schema = buildSchema(readFileSync('host/schema.graphql', 'utf8'));
  const rows = (fields: readonly Field[]): string[][] =>
    fields.map(({ name, type, description }) => [code(name), code(String(type)), cell(description ?? '')]);
  const parts = [`${schema.description ?? ''}\n`];
  for (const type of Object.values(schema.getTypeMap())) {
    if (isIntrospectionType(type) || isSpecifiedScalarType(type)) continue;
    parts.push(`## ${type.name}\n\n${type.description ?? ''}\n`);
    if (type instanceof GraphQLEnumType)
      parts.push(
        table(
          ['value', 'meaning'],
          type.getValues().map(({ name, description }) => [code(name), cell(description ?? '')]),
        ),
      );
    if (type instanceof GraphQLInputObjectType)
      parts.push(table(['field', 'type', 'meaning'], rows(Object.values(type.getFields()))));
    if (type instanceof GraphQLObjectType) {
      const fields = Object.values(type.getFields());
      const withArguments = fields.filter(({ args }) => args.length);
      parts.push(table(['field', 'type', 'meaning'], rows(fields)));
      for (const { name, args } of withArguments)
        parts.push(`Arguments of \`${name}\`:\n\n${table(['argument', 'type', 'meaning'], rows(args))}`);
    }
  }
  return page(
    'graphql',
    'GraphQL schema',
    'Queries, mutations and subscriptions of the host, with their types.',
    parts.join('\n'),
  );
}

function cli(): Page {
  const commands = Object.values(COMMANDS).flatMap(({ about }) => about);
  const settings = Object.values(
    SETTINGS as Record<string, { flag?: string; variable: string; value: string; about: string }>,
  );
  const text = [
    '## Commands\n',
    '```text title="node host/dist/cli.js"',
    ...commands,
    '```\n',
    '## Settings\n',
    'Options win over the environment, which wins over a file `.env` in the working folder. In brackets stands the default.\n',
    table(
      ['variable', 'option', 'meaning'],
      settings.map(({ flag, variable, value, about }) => [
        code(variable),
        flag === undefined ? '' : code(`--${flag} <${value}>`),
        cell(about),
      ]),
    ),
  ].join('\n');
  return page('cli', 'Commands and settings', 'Every command of the content host, and every setting.', text);
}

/**
 * All reference pages. The elements have to be built.
 * @param metadataFolder folder with Stencil's docs of the elements
 * @throws Error with the missing file.
 */
export function references(metadataFolder = 'dist'): Page[] {
  const path = `${metadataFolder}/docs.json`;
  if (!existsSync(path)) throw new Error(`${path} is not there: build the kit before its documentation`);
  return [elements(path), api(), graphql(), cli()];
}
