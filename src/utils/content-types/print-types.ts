/** Prints the types of components' data as a declaration file. The same libraries result in the same text. */
import { parsePath } from '../path/parse';
import type { SourceNode } from '../template/source-node';
import { readTemplates, type TemplateReader } from './read-template';
import { addSample, createShape, type Shape } from './shape';

/** A library: the templates of its components, and the samples of its data sources. */
export interface LibraryContent {
  readonly id: string;
  /** All versions of each component, by its id. */
  readonly components: ReadonlyMap<string, readonly string[]>;
  /** Values by the id of the data source. */
  readonly samples: ReadonlyMap<string, unknown>;
}

export interface PrintOptions {
  parse(html: string): readonly SourceNode[];
  /** Command that generates the file again, for its first lines. */
  readonly command: string;
  /** Called for parts of a template that can not be read. */
  onWarning(message: string): void;
}

const sorted = <Value>(map: ReadonlyMap<string, Value>): [string, Value][] =>
  [...map].sort(([one], [other]) => (one < other ? -1 : 1));

const IDENTIFIER = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u;
const key = (name: string): string => (IDENTIFIER.test(name) ? name : JSON.stringify(name));
const comment = (text: string): string => text.replaceAll('*/', '*\\/').replace(/\s+/g, ' ');

/** Creates unique names of types: `aurora`, `site-de` → `AuroraSiteDe`. */
class TypeNames {
  readonly #taken = new Set<string>(['Maybe', 'RichText', 'Text']);

  create(...names: readonly string[]): string {
    const words = names.flatMap((name) => name.split(/[^\p{ID_Continue}]+/u).filter(Boolean));
    const pascal = words.map((word) => word[0]!.toUpperCase() + word.slice(1)).join('');
    const base = IDENTIFIER.test(pascal) ? pascal : `_${pascal}`;
    let name = base;
    for (let number = 2; this.#taken.has(name); number++) name = `${base}${number}`;
    this.#taken.add(name);
    return name;
  }
}

/** Returns the types of a value without a sample, from its uses. */
function typesByUse({ uses, members }: Shape): string[] {
  if (uses.has('any')) return ['unknown'];
  const types = new Set<string>();
  if (uses.has('text')) types.add('Text');
  if (uses.has('attribute')) for (const type of ['string', 'number', 'boolean']) types.add(type);
  if (uses.has('attributes') && !members) types.add('object');
  // A condition alone takes any value; a displayed value may also be a condition.
  if (uses.has('condition') && (types.size > 0 || members)) types.add('boolean');
  return [...types];
}

const KINDS = {
  string: ['string'],
  number: ['number'],
  boolean: ['boolean'],
  richText: ['string', 'RichText'],
} as const;

/** Returns the type of a value. */
function typeOf(shape: Shape, indent: string): string {
  const { kinds, members, items } = shape;
  const isOpen = shape.isOpen || shape.uses.has('attributes');
  if (shape.isOpen && !members && !kinds.size) return 'unknown';
  const types = new Set<string>(
    (Object.keys(KINDS) as (keyof typeof KINDS)[])
      .filter((kind) => kinds.has(kind))
      .flatMap((kind) => [...KINDS[kind]]),
  );
  if (!shape.isSampled) for (const type of typesByUse(shape)) types.add(type);
  if (types.has('unknown')) return 'unknown';
  if (items) {
    const type = typeOf(items, indent);
    types.add(
      /^[\w$]+$/.test(type) || (type.startsWith('{') && !type.includes('} | '))
        ? `readonly ${type}[]`
        : `readonly (${type})[]`,
    );
  }
  if (members) types.add(objectType(members, isOpen, indent));
  return types.size ? [...types].join(' | ') : 'unknown';
}

function objectType(members: ReadonlyMap<string, Shape>, isOpen: boolean, indent: string): string {
  const inner = `${indent}  `;
  const rows = sorted(members).map(([name, shape]) => `${inner}${key(name)}?: ${optional(typeOf(shape, inner))};\n`);
  if (isOpen) rows.push(`${inner}[member: string]: any;\n`);
  return rows.length ? `{\n${rows.join('')}${indent}}` : 'object';
}

const optional = (type: string): string => (type === 'unknown' ? type : `Maybe<${type}>`);

const GENERATED_BY = 'Generated; do not edit. After a change of the content run: ';

/** Whether two declaration files have the same types; their commands may contain different paths of the folders. */
export function hasSameTypes(one: string, other: string): boolean {
  const types = (text: string): string =>
    text
      .split(/\r?\n/)
      .filter((line) => !line.startsWith(` * ${GENERATED_BY}`))
      .join('\n');
  return types(one) === types(other);
}

/** Prints the declaration file of libraries. */
export function printTypes(libraries: readonly LibraryContent[], options: PrintOptions): string {
  const names = new TypeNames();
  const byId = new Map(libraries.map((library) => [library.id, library]));
  const parts = sorted(byId).map(([, library]) => libraryTypes(library, byId, names, options));
  const declarations = parts.flatMap(({ sources, components }) => [sources, components]).join('');
  return `/* eslint-disable */
/**
 * Types of the data of content components, out of their templates and the samples of data sources.
 * ${GENERATED_BY}${comment(options.command)}
 */
/** A value that may be missing: the template then shows its own text. */
type Maybe<Value> = Value | false | null | undefined;
${/\bRichText\b|\bText\b/.test(declarations) ? '/** A rich-text document. */\ninterface RichText { readonly type: string; readonly content?: readonly unknown[]; readonly attrs?: unknown }\n' : ''}${
    /\bText\b/.test(declarations)
      ? '/** A value that is displayed as content. */\ntype Text = string | number | RichText;\n'
      : ''
  }${parts.map(({ sources }) => sources).join('')}
declare global {
  interface FeaasContent {
${parts.map(({ components }) => components).join('')}  }
}
export {};
`;
}

function libraryTypes(
  library: LibraryContent,
  libraries: ReadonlyMap<string, LibraryContent>,
  names: TypeNames,
  { parse, onWarning }: PrintOptions,
): { sources: string; components: string } {
  const samples = new Map<string, Shape>();
  for (const [id, sample] of sorted(library.samples)) {
    const shape = createShape();
    addSample(shape, sample);
    samples.set(id, shape);
  }
  const typeNames = new Map(sorted(samples).map(([id]) => [id, names.create(library.id, id)]));
  const readerOf = (component: string): TemplateReader => ({
    parse,
    sampledSource: (id) => samples.get(id),
    dottedIds: [...samples.keys()].filter((id) => (parsePath(id)?.segments.length ?? 0) > 1),
    templatesOf: (other, name) => libraries.get(other ?? library.id)?.components.get(name),
    onInvalidPath: (path) =>
      onWarning(`${library.id}/${component}: "${path}" is not a JSONPath. It finds nothing; correct its spelling.`),
  });
  const componentData = sorted(library.components).map(
    ([id, templates]) => [id, readTemplates(templates, readerOf(id), `/${id}`)] as const,
  );
  const used = new Set(componentData.flatMap(([, { sources }]) => [...sources.keys()]));
  const sources = sorted(samples)
    .filter(([id]) => used.has(id))
    .map(
      ([id, shape]) =>
        `\n/** Data source \`${comment(id)}\` of library \`${comment(library.id)}\`. */\nexport type ${typeNames.get(id)!} = ${typeOf(shape, '')};\n`,
    );
  const components = componentData.map(([id, data]) => {
    if (data.isOpen) return `      ${key(id)}: unknown;\n`;
    const rows = sorted(data.sources).map(([source, shape]) => {
      const type = samples.has(source) ? typeNames.get(source)! : typeOf(shape, '        ');
      return `        ${key(source)}?: ${optional(type)};\n`;
    });
    return `      ${key(id)}: ${rows.length ? `{\n${rows.join('')}      }` : '{}'};\n`;
  });
  return { sources: sources.join(''), components: `    ${key(library.id)}: {\n${components.join('')}    };\n` };
}
