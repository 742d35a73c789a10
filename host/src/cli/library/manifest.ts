import { type ComponentFields, mapFields, pickFields } from '../../content/component-fields.js';
import type { Breakpoint, Component, LibrarySettings, Theme } from '../../content/model.js';
import { nearest } from '../../lib/nearest-name.js';
import { omitNil } from '../../lib/omit-nil.js';
import { prefixProblem } from '../../validation/url-prefixes.js';
import { COMPONENT_SCHEMA, keysOf, LIBRARY_SCHEMA } from './manifest-schemas.js';
import { FileProblem } from './problem.js';

/**
 * `library.json`: properties of a library that are not in its other files. `styles` contains themes and breakpoints of
 * revisions that differ from the plain ones. Unknown keys are rejected, because their values would be lost.
 */
export interface LibraryManifest {
  readonly id?: string;
  readonly name?: string;
  readonly description?: string;
  readonly settings?: Partial<LibrarySettings>;
  readonly collections?: readonly { readonly id: string; readonly name: string }[];
  /** Properties of data sources that are not in their files. */
  readonly dataSources?: readonly { readonly id: string; readonly public?: boolean }[];
  readonly themes?: readonly Theme[];
  readonly breakpoints?: readonly Breakpoint[];
  readonly styles?: Readonly<Partial<Record<'published' | 'staged' | 'saved', StyleParts>>>;
  /** Properties of components, for folders without a `component.json`. */
  readonly components?: readonly ({ readonly id: string } & ComponentManifest)[];
}

export interface StyleParts {
  readonly themes?: readonly Theme[];
  readonly breakpoints?: readonly Breakpoint[];
}

/** `components/{component}/component.json` */
export interface ComponentManifest extends Partial<ComponentFields> {
  /** By version: the version from which it is forked, or its full address if that has another component. */
  readonly forks?: Readonly<Record<string, string>>;
  /** By fork: the address of its page. */
  readonly pages?: Readonly<Record<string, string>>;
}

/** @throws FileProblem that names the key and its value. */
export function parseLibraryManifest(text: string, path: string): LibraryManifest {
  const object = parseObject(text, path);
  const at = checker(path);
  at.keys(object, '', ...keysOf(LIBRARY_SCHEMA));
  at.string(object['$schema'], '$schema');
  const styles = at.object(object['styles'], 'styles');
  return omitNil({
    id: at.string(object['id'], 'id'),
    name: at.string(object['name'], 'name'),
    description: at.string(object['description'], 'description'),
    settings: settingsOf(at, object['settings']),
    collections: at
      .list(object['collections'], 'collections')
      ?.map((item, index) => ({ ...named(at, LIBRARY.collections.items, item, `collections[${index}]`) })),
    dataSources: at.list(object['dataSources'], 'dataSources')?.map((item, index) => {
      const where = `dataSources[${index}]`;
      const source = at.object(item, where) ?? {};
      at.keys(source, `${where}.`, ...keysOf(LIBRARY.dataSources.items));
      return {
        id: required(at, source, 'id', where),
        ...omitNil({ public: at.boolean(source['public'], `${where}.public`) }),
      };
    }),
    ...partsOf(at, object, ''),
    styles:
      styles &&
      Object.fromEntries(
        Object.entries(styles).map(([revision, parts]) => {
          if (!keysOf(LIBRARY.styles).includes(revision)) {
            throw at.wrong(`styles.${revision}`, 'one of published, staged and saved', revision);
          }
          const where = `styles.${revision}.`;
          const own = at.object(parts, `styles.${revision}`) ?? {};
          at.keys(own, where, ...keysOf(LIBRARY.styles.properties.saved));
          return [revision, partsOf(at, own, where)];
        }),
      ),
    components: at.list(object['components'], 'components')?.map((item, index) => {
      const where = `components[${index}]`;
      const component = at.object(item, where) ?? {};
      at.keys(component, `${where}.`, ...keysOf(LIBRARY.components.items));
      return { id: required(at, component, 'id', where), ...componentOf(at, component, `${where}.`) };
    }),
  });
}

/** @throws FileProblem that names the key and its value. */
export function parseComponentManifest(text: string, path: string): ComponentManifest {
  const object = parseObject(text, path);
  const at = checker(path);
  at.keys(object, '', ...keysOf(COMPONENT_SCHEMA));
  at.string(object['$schema'], '$schema');
  return componentOf(at, object, '');
}

const { properties: LIBRARY } = LIBRARY_SCHEMA;

/**
 * All fields of a component, including initial values. An import does not change omitted fields, so a cleared field
 * must be explicit to be cleared in another library.
 */
export function componentManifest(
  component: Component,
  { forks, pages }: Required<Pick<ComponentManifest, 'forks' | 'pages'>>,
): ComponentManifest {
  return {
    ...pickFields(component),
    ...(Object.keys(forks).length > 0 ? { forks } : {}),
    ...(Object.keys(pages).length > 0 ? { pages } : {}),
  };
}

/** Formats JSON with two spaces and a final line break. */
export const printManifest = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;

type Json = Readonly<Record<string, unknown>>;

function parseObject(text: string, path: string): Json {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new FileProblem(path, `is not JSON (${error instanceof Error ? error.message : String(error)}). Correct it`);
  }
  return checker(path).object(value, 'the file') ?? {};
}

type Checker = ReturnType<typeof checker>;

/** Creates checks of types. They accept undefined, and throw a FileProblem for a wrong type. */
function checker(path: string) {
  const wrong = (key: string, expected: string, value: unknown): FileProblem =>
    new FileProblem(path, `${key} must be ${expected}, but is ${String(JSON.stringify(value)).slice(0, 60)}`);
  const of =
    <Value>(expected: string, is: (value: unknown) => value is Value) =>
    (value: unknown, key: string): Value | undefined => {
      if (value === undefined || is(value)) return value;
      throw wrong(key, expected, value);
    };
  const strings = of(
    'a list of texts',
    (value): value is readonly string[] => Array.isArray(value) && value.every((item) => typeof item === 'string'),
  );
  return {
    wrong,
    strings,
    prefixes(value: unknown, key: string): readonly string[] | undefined {
      const list = strings(value, key);
      for (const item of list ?? []) {
        const problem = prefixProblem(item);
        if (problem !== undefined)
          throw new FileProblem(path, `${key}: ${JSON.stringify(item.slice(0, 60))} ${problem}`);
      }
      return list;
    },
    /** @throws FileProblem for an unknown key. */
    keys(object: Json, before: string, ...known: readonly string[]): void {
      const strange = Object.keys(object).find((key) => !known.includes(key));
      if (strange === undefined) return;
      throw new FileProblem(
        path,
        `has an unknown key '${before}${strange}'; the nearest is '${nearest(strange, known)}'. Correct or remove it`,
      );
    },
    string: of('a text', (value) => typeof value === 'string'),
    number: of('a number', (value) => typeof value === 'number'),
    boolean: of('true or false', (value) => typeof value === 'boolean'),
    list: of('a list', (value): value is readonly unknown[] => Array.isArray(value)),
    object: of(
      'an object',
      (value): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value),
    ),
  };
}

function required(at: Checker, object: Json, key: string, where: string): string {
  const value = at.string(object[key], `${where}.${key}`);
  if (!value) throw at.wrong(`${where}.${key}`, 'a text', value);
  return value;
}

function named(at: Checker, schema: { readonly properties: object }, item: unknown, where: string): Theme {
  const object = at.object(item, where) ?? {};
  at.keys(object, `${where}.`, ...keysOf(schema));
  const id = required(at, object, 'id', where);
  const name = at.string(object['name'], `${where}.name`) ?? id;
  const further = (['className', 'description'] as const)
    .filter((key) => key in schema.properties)
    .map((key) => [key, at.string(object[key], `${where}.${key}`)]);
  return { id, name, ...omitNil(Object.fromEntries(further) as Partial<Theme>) };
}

function settingsOf(at: Checker, value: unknown): LibraryManifest['settings'] {
  const settings = at.object(value, 'settings');
  if (settings) at.keys(settings, 'settings.', ...keysOf(LIBRARY.settings));
  return (
    settings &&
    omitNil({
      embeds: at.prefixes(settings['embeds'], 'settings.embeds'),
      cdns: at.prefixes(settings['cdns'], 'settings.cdns'),
      frames: at.prefixes(settings['frames'], 'settings.frames'),
      publicDrafts: at.boolean(settings['publicDrafts'], 'settings.publicDrafts'),
    })
  );
}

function partsOf(at: Checker, object: Json, before: string): StyleParts {
  return omitNil({
    themes: at
      .list(object['themes'], `${before}themes`)
      ?.map((item, index) => named(at, LIBRARY.themes.items, item, `${before}themes[${index}]`)),
    breakpoints: at.list(object['breakpoints'], `${before}breakpoints`)?.map((item, index) => {
      const where = `${before}breakpoints[${index}]`;
      const breakpoint = at.object(item, where) ?? {};
      at.keys(breakpoint, `${where}.`, ...keysOf(LIBRARY.breakpoints.items));
      const minWidth = at.number(breakpoint['minWidth'], `${where}.minWidth`);
      if (minWidth === undefined) throw at.wrong(`${where}.minWidth`, 'a number', minWidth);
      return { id: required(at, breakpoint, 'id', where), minWidth };
    }),
  });
}

function componentOf(at: Checker, object: Json, before: string): ComponentManifest {
  const texts = (key: string): Readonly<Record<string, string>> | undefined => {
    const byVersion = at.object(object[key], `${before}${key}`);
    for (const [version, value] of Object.entries(byVersion ?? {})) at.string(value, `${before}${key}.${version}`);
    return byVersion as Readonly<Record<string, string>> | undefined;
  };
  const fields = mapFields(({ type }, name) => at[type](object[name], `${before}${name}`));
  return omitNil({ ...(fields as Partial<ComponentFields>), forks: texts('forks'), pages: texts('pages') });
}
