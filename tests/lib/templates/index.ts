/** Templates of many hands: of the demo library, of the conformance data and the project's own cases, and sections of public pages. */
import { readFileSync, readdirSync } from 'node:fs';
import { checkMarkup } from '../../../host/src/validation/check-markup';
import { cases } from '../../cases';
import { PACKAGES, pagesOf } from './packages';
import { sectionsOf } from './sections';

export interface Template {
  /** Where it comes from; the only one of this name. */
  readonly name: string;
  readonly view: string;
  /** What it is bound to, where that is known. */
  readonly data?: unknown;
}

const LIBRARY = new URL('../../../host/library/aurora/', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, LIBRARY), 'utf8');

/** The demo library's templates and forks, with the data of its site. */
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

/** Templates of the cases, without those that ask a host for something. */
function ofCases(): Template[] {
  return cases
    .filter((each) => !JSON.stringify(each).includes('{{host}}'))
    .flatMap(({ id, template, data, steps }) =>
      [template, ...(steps ?? []).map((step) => step.template)]
        .filter(isText)
        .map((view, at) => ({ name: `case/${id}${at ? `/${at}` : ''}`, view, data })),
    );
}

/** Sections of the pages of the packages, fetched when they are not there. */
function ofPages(): Template[] {
  return PACKAGES.flatMap(pagesOf).flatMap(({ name, html }) =>
    sectionsOf(html).map((view, at) => ({ name: `${name}#${at + 1}`, view })),
  );
}

/** What came of fetching the packages, said once: a test run without a network has the rest. */
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
 * All templates, each text once; without those of the packages where these can not be fetched.
 * @throws Error when they can not, and this is a long run.
 */
export function allTemplates(): Template[] {
  const seen = new Set<string>();
  return [...demo(), ...ofCases(), ...availablePages()].filter(({ view }) => !seen.has(view) && seen.add(view));
}

/** Why the host does not take a view, in its own words; empty when it does. */
export const hostProblems = (view: string): string[] =>
  checkMarkup(view, { embeds: [], cdns: [], frames: [] }).map(
    ({ line, column, problem }) => `${line}:${column} ${problem}`,
  );
