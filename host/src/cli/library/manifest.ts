import type { Breakpoint, Theme } from '../../domain/model.js';
import { FileProblem } from './problem.js';

/**
 * `library.json`: what is known of a library besides its files. `styles` holds the themes and breakpoints of revisions
 * that differ from the plain ones. Keys that are not named here are the owner's, and are left alone.
 */
export interface LibraryManifest {
  readonly id?: string;
  readonly name?: string;
  readonly settings?: { readonly embeds?: readonly string[]; readonly publicDrafts?: boolean };
  readonly collections?: readonly { readonly id: string; readonly name: string }[];
  readonly themes?: readonly Theme[];
  readonly breakpoints?: readonly Breakpoint[];
  readonly styles?: Readonly<Partial<Record<'published' | 'staged' | 'saved', StyleParts>>>;
  /** Names of components whose folder says nothing of its own. */
  readonly components?: readonly ({ readonly id: string } & ComponentManifest)[];
}

export interface StyleParts {
  readonly themes?: readonly Theme[];
  readonly breakpoints?: readonly Breakpoint[];
}

/** `components/{component}/component.json` */
export interface ComponentManifest {
  readonly name?: string;
  readonly collections?: readonly string[];
  /** By version: the version it was forked from, or its full address where it is of another component. */
  readonly forks?: Readonly<Record<string, string>>;
}

/** @throws FileProblem that names the key and its value. */
export function parseLibraryManifest(text: string, path: string): LibraryManifest {
  const object = parseObject(text, path);
  const at = checker(path);
  const styles = at.object(object['styles'], 'styles');
  return defined({
    id: at.string(object['id'], 'id'),
    name: at.string(object['name'], 'name'),
    settings: settingsOf(at, object['settings']),
    collections: at
      .list(object['collections'], 'collections')
      ?.map((item, index) => ({ ...named(at, item, `collections[${index}]`) })),
    ...partsOf(at, object, ''),
    styles:
      styles &&
      Object.fromEntries(
        Object.entries(styles).map(([revision, parts]) => {
          if (!['published', 'staged', 'saved'].includes(revision)) {
            throw at.wrong(`styles.${revision}`, 'one of published, staged and saved', revision);
          }
          return [revision, partsOf(at, at.object(parts, `styles.${revision}`) ?? {}, `styles.${revision}.`)];
        }),
      ),
    components: at.list(object['components'], 'components')?.map((item, index) => {
      const where = `components[${index}]`;
      const component = at.object(item, where) ?? {};
      return { id: required(at, component, 'id', where), ...componentOf(at, component, `${where}.`) };
    }),
  });
}

/** @throws FileProblem that names the key and its value. */
export const parseComponentManifest = (text: string, path: string): ComponentManifest =>
  componentOf(checker(path), parseObject(text, path), '');

/** As it is written: two spaces, and a line break at the end. */
export const printManifest = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;

type Json = Readonly<Record<string, unknown>>;

function parseObject(text: string, path: string): Json {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new FileProblem(path, `is not JSON (${error instanceof Error ? error.message : String(error)})`);
  }
  return checker(path).object(value, 'the file') ?? {};
}

type Checker = ReturnType<typeof checker>;

/** Undefined stays undefined; what has another type is a problem of the file. */
function checker(path: string) {
  const wrong = (key: string, expected: string, value: unknown): FileProblem =>
    new FileProblem(path, `${key} must be ${expected}, but is ${String(JSON.stringify(value)).slice(0, 60)}`);
  const of =
    <Value>(expected: string, is: (value: unknown) => value is Value) =>
    (value: unknown, key: string): Value | undefined => {
      if (value === undefined || is(value)) return value;
      throw wrong(key, expected, value);
    };
  return {
    wrong,
    string: of('a text', (value) => typeof value === 'string'),
    number: of('a number', (value) => typeof value === 'number'),
    boolean: of('true or false', (value) => typeof value === 'boolean'),
    list: of('a list', (value): value is readonly unknown[] => Array.isArray(value)),
    texts: of(
      'a list of texts',
      (value): value is readonly string[] => Array.isArray(value) && value.every((item) => typeof item === 'string'),
    ),
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

const named = (at: Checker, item: unknown, where: string): Theme => {
  const object = at.object(item, where) ?? {};
  const id = required(at, object, 'id', where);
  return { id, name: at.string(object['name'], `${where}.name`) ?? id };
};

function settingsOf(at: Checker, value: unknown): LibraryManifest['settings'] {
  const settings = at.object(value, 'settings');
  return (
    settings &&
    defined({
      embeds: at.texts(settings['embeds'], 'settings.embeds'),
      publicDrafts: at.boolean(settings['publicDrafts'], 'settings.publicDrafts'),
    })
  );
}

function partsOf(at: Checker, object: Json, before: string): StyleParts {
  return defined({
    themes: at
      .list(object['themes'], `${before}themes`)
      ?.map((item, index) => named(at, item, `${before}themes[${index}]`)),
    breakpoints: at.list(object['breakpoints'], `${before}breakpoints`)?.map((item, index) => {
      const where = `${before}breakpoints[${index}]`;
      const breakpoint = at.object(item, where) ?? {};
      const minWidth = at.number(breakpoint['minWidth'], `${where}.minWidth`);
      if (minWidth === undefined) throw at.wrong(`${where}.minWidth`, 'a number', minWidth);
      return { id: required(at, breakpoint, 'id', where), minWidth };
    }),
  });
}

function componentOf(at: Checker, object: Json, before: string): ComponentManifest {
  const forks = at.object(object['forks'], `${before}forks`);
  for (const [version, origin] of Object.entries(forks ?? {})) at.string(origin, `${before}forks.${version}`);
  return defined({
    name: at.string(object['name'], `${before}name`),
    collections: at.texts(object['collections'], `${before}collections`),
    forks: forks as Readonly<Record<string, string>> | undefined,
  });
}

type Defined<Value> = { [Key in keyof Value]?: Exclude<Value[Key], undefined> };

/** Without the keys that are undefined, so that an object that says nothing is empty. */
const defined = <Value extends object>(value: Value): Defined<Value> =>
  Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined)) as Defined<Value>;
