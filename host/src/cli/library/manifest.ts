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
  const check = checker(path);
  check.keys(object, '', ...keysOf(LIBRARY_SCHEMA));
  check.string(object['$schema'], '$schema');
  const styles = check.object(object['styles'], 'styles');
  return omitNil({
    id: check.string(object['id'], 'id'),
    name: check.string(object['name'], 'name'),
    description: check.string(object['description'], 'description'),
    settings: settingsOf(check, object['settings']),
    collections: check
      .list(object['collections'], 'collections')
      ?.map((item, index) => ({ ...namedItem(check, LIBRARY.collections.items, item, `collections[${index}]`) })),
    dataSources: check.list(object['dataSources'], 'dataSources')?.map((item, index) => {
      const keyPath = `dataSources[${index}]`;
      const source = check.object(item, keyPath) ?? {};
      check.keys(source, `${keyPath}.`, ...keysOf(LIBRARY.dataSources.items));
      return {
        id: requireText(check, source, 'id', keyPath),
        ...omitNil({ public: check.boolean(source['public'], `${keyPath}.public`) }),
      };
    }),
    ...partsOf(check, object, ''),
    styles:
      styles &&
      Object.fromEntries(
        Object.entries(styles).map(([revision, parts]) => {
          if (!keysOf(LIBRARY.styles).includes(revision)) {
            throw check.wrong(`styles.${revision}`, 'one of published, staged and saved', revision);
          }
          const keyPath = `styles.${revision}.`;
          const revisionParts = check.object(parts, `styles.${revision}`) ?? {};
          check.keys(revisionParts, keyPath, ...keysOf(LIBRARY.styles.properties.saved));
          return [revision, partsOf(check, revisionParts, keyPath)];
        }),
      ),
    components: check.list(object['components'], 'components')?.map((item, index) => {
      const keyPath = `components[${index}]`;
      const component = check.object(item, keyPath) ?? {};
      check.keys(component, `${keyPath}.`, ...keysOf(LIBRARY.components.items));
      return { id: requireText(check, component, 'id', keyPath), ...componentOf(check, component, `${keyPath}.`) };
    }),
  });
}

/** @throws FileProblem that names the key and its value. */
export function parseComponentManifest(text: string, path: string): ComponentManifest {
  const object = parseObject(text, path);
  const check = checker(path);
  check.keys(object, '', ...keysOf(COMPONENT_SCHEMA));
  check.string(object['$schema'], '$schema');
  return componentOf(check, object, '');
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
  const createCheck =
    <Value>(expected: string, is: (value: unknown) => value is Value) =>
    (value: unknown, key: string): Value | undefined => {
      if (value === undefined || is(value)) return value;
      throw wrong(key, expected, value);
    };
  const strings = createCheck(
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
    keys(object: Json, prefix: string, ...allowed: readonly string[]): void {
      const unknown = Object.keys(object).find((key) => !allowed.includes(key));
      if (unknown === undefined) return;
      throw new FileProblem(
        path,
        `has an unknown key '${prefix}${unknown}'; the nearest is '${nearest(unknown, allowed)}'. Correct or remove it`,
      );
    },
    string: createCheck('a text', (value) => typeof value === 'string'),
    number: createCheck('a number', (value) => typeof value === 'number'),
    boolean: createCheck('true or false', (value) => typeof value === 'boolean'),
    list: createCheck('a list', (value): value is readonly unknown[] => Array.isArray(value)),
    object: createCheck(
      'an object',
      (value): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value),
    ),
  };
}

function requireText(check: Checker, object: Json, key: string, keyPath: string): string {
  const value = check.string(object[key], `${keyPath}.${key}`);
  if (!value) throw check.wrong(`${keyPath}.${key}`, 'a text', value);
  return value;
}

function namedItem(check: Checker, schema: { readonly properties: object }, item: unknown, keyPath: string): Theme {
  const object = check.object(item, keyPath) ?? {};
  check.keys(object, `${keyPath}.`, ...keysOf(schema));
  const id = requireText(check, object, 'id', keyPath);
  const name = check.string(object['name'], `${keyPath}.name`) ?? id;
  const further = (['className', 'description'] as const)
    .filter((key) => key in schema.properties)
    .map((key) => [key, check.string(object[key], `${keyPath}.${key}`)]);
  return { id, name, ...omitNil(Object.fromEntries(further) as Partial<Theme>) };
}

function settingsOf(check: Checker, value: unknown): LibraryManifest['settings'] {
  const settings = check.object(value, 'settings');
  if (settings) check.keys(settings, 'settings.', ...keysOf(LIBRARY.settings));
  return (
    settings &&
    omitNil({
      embeds: check.prefixes(settings['embeds'], 'settings.embeds'),
      cdns: check.prefixes(settings['cdns'], 'settings.cdns'),
      frames: check.prefixes(settings['frames'], 'settings.frames'),
      publicDrafts: check.boolean(settings['publicDrafts'], 'settings.publicDrafts'),
    })
  );
}

function partsOf(check: Checker, object: Json, prefix: string): StyleParts {
  return omitNil({
    themes: check
      .list(object['themes'], `${prefix}themes`)
      ?.map((item, index) => namedItem(check, LIBRARY.themes.items, item, `${prefix}themes[${index}]`)),
    breakpoints: check.list(object['breakpoints'], `${prefix}breakpoints`)?.map((item, index) => {
      const keyPath = `${prefix}breakpoints[${index}]`;
      const breakpoint = check.object(item, keyPath) ?? {};
      check.keys(breakpoint, `${keyPath}.`, ...keysOf(LIBRARY.breakpoints.items));
      const minWidth = check.number(breakpoint['minWidth'], `${keyPath}.minWidth`);
      if (minWidth === undefined) throw check.wrong(`${keyPath}.minWidth`, 'a number', minWidth);
      return { id: requireText(check, breakpoint, 'id', keyPath), minWidth };
    }),
  });
}

function componentOf(check: Checker, object: Json, prefix: string): ComponentManifest {
  const texts = (key: string): Readonly<Record<string, string>> | undefined => {
    const byVersion = check.object(object[key], `${prefix}${key}`);
    for (const [version, value] of Object.entries(byVersion ?? {})) check.string(value, `${prefix}${key}.${version}`);
    return byVersion as Readonly<Record<string, string>> | undefined;
  };
  const fields = mapFields(({ type }, name) => check[type](object[name], `${prefix}${name}`));
  return omitNil({ ...(fields as Partial<ComponentFields>), forks: texts('forks'), pages: texts('pages') });
}
