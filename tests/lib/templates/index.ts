/** Templates of many authors: of the demo library, of the conformance data, of the project's cases, and sections of public pages. */
import { readFileSync, readdirSync } from 'node:fs';
import { checkMarkup } from '../../../host/src/validation/check-markup';
import { cases } from '../../cases';
import { PACKAGES, pagesOf } from './packages';
import { sectionsOf } from './sections';

export interface Template {
  /** The source of the template; unique. */
  readonly name: string;
  readonly view: string;
  /** The data of the template, if known. */
  readonly data?: unknown;
}

const LIBRARY = new URL('../../../host/library/aurora/', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, LIBRARY), 'utf8');

/** Templates and forks of the demo library, with the data of its site. */
function demo(): Template[] {
  const data = Object.fromEntries(
    ['news', 'products', 'site'].map((id) => [
      id,
      JSON.parse(read(`data/${id === 'site' ? 'site-de' : id}.json`)) as unknown,
    ]),
  );
  return readdirSync(new URL('components/', LIBRARY)).flatMap((component) =>
    readdirSync(new URL(`components/${component}/`, LIBRARY))
      .filter((file) => file.endsWith('.html'))
      .map((file) => ({
        name: `demo/${component}/${file}`,
        view: read(`components/${component}/${file}`),
        data,
      })),
  );
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** Templates of the cases that need no host. */
function ofCases(): Template[] {
  return cases
    .filter((each) => !JSON.stringify(each).includes('{{host}}'))
    .flatMap(({ id, template, data, steps }) =>
      [template, ...(steps ?? []).map((step) => step.template)]
        .filter(isText)
        .map((view, at) => ({ name: `case/${id}${at ? `/${at}` : ''}`, view, data })),
    );
}

/** Sections of the pages in the packages, which are downloaded if necessary. */
function ofPages(): Template[] {
  return PACKAGES.flatMap(pagesOf).flatMap(({ name, html }) =>
    sectionsOf(html).map((view, at) => ({ name: `${name}#${at + 1}`, view })),
  );
}

/** Sections of public pages, or none if the download fails: then the other templates are tested. With `FEAAS_LONG`, rethrows the error. */
function availablePages(): Template[] {
  try {
    return ofPages();
  } catch (error) {
    if (process.env['FEAAS_LONG']) throw error;
    console.log(`# without public pages: ${(error as Error).message.split('\n')[0]}`);
    return [];
  }
}

/**
 * Returns all templates without duplicates. Skips those of the packages if the download fails.
 * @throws Error if the download fails in a long run (`FEAAS_LONG`)
 */
export function allTemplates(): Template[] {
  const seen = new Set<string>();
  return [...demo(), ...ofCases(), ...availablePages()].filter(({ view }) => !seen.has(view) && seen.add(view));
}

/** The problems for which the host rejects markup; empty if it accepts the markup. */
export const hostProblems = (view: string): string[] =>
  checkMarkup(view, { embeds: [], cdns: [], frames: [] }).map(
    ({ line, column, problem }) => `${line}:${column} ${problem}`,
  );
