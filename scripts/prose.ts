/**
 * `npm run prose [-- path …]`: checks the English of documentation, messages, user interfaces, the command line's help,
 * and descriptions in the GraphQL schema. Paths limit the check to files whose paths start with one of them.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parse, visit, type StringValueNode } from 'graphql';
import { COMMANDS } from '../host/src/cli/command-line/usage';
import { SETTINGS } from '../host/src/config/settings-table';
import { messagesIn, pageTextsIn } from '../tests/lib/messages';
import { packagesIn } from './folders';
import { CATALOGS, readCatalog } from './messages/catalogs';
import { readPackages } from './packages';

const ROOT = new URL('..', import.meta.url).pathname;
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

interface Text {
  /** The file, and the part that is checked. */
  readonly place: string;
  readonly text: string;
  /** First line of the text in the file, if known. */
  readonly line?: number;
}

interface Linter {
  lintProse(text: string): { readonly line: number; readonly problem: string; readonly sentence: string }[];
}

const PAGES = ['CONTRIBUTING.md', 'CHANGELOG.md', ...readPackages().map(({ folder }) => join(folder, 'README.md'))];

function markdownTexts(): Text[] {
  const docs = readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => `docs/${file}`);
  const examples = readdirSync(join(ROOT, 'examples'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `examples/${name}/README.md`);
  const elements = readdirSync(join(ROOT, 'src/components'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `src/components/${name}/readme.md`);
  return [...PAGES, ...docs.sort(), ...examples, ...elements].map((place) => ({ place, text: read(place), line: 1 }));
}

/**
 * Functions for command output, log lines, and tool descriptions for agents, which are checked in addition to errors
 * and warnings.
 */
const OUTPUT = /^(?:write|info|warning|describe|refused|FileProblem)$/;
const FOLDERS = ['src', 'frontend/src', 'host/src', 'react-wrapper/src', 'cli'];

/** Values that are inserted at run time count as code. */
const messageTexts = (): Text[] =>
  [...messagesIn(ROOT, FOLDERS), ...messagesIn(ROOT, FOLDERS, OUTPUT)].map(({ file, text }) => ({
    place: `${file} (message)`,
    text: text.replace(/`/g, '').replace(/"?…"?/g, '`…`'),
  }));

function schemaTexts(): Text[] {
  const found: Text[] = [];
  const add = ({ value, loc }: StringValueNode): void => {
    found.push({ place: 'host/schema.graphql', text: value, line: loc!.startToken.line });
  };
  visit(parse(read('host/schema.graphql')), {
    enter: (node) => {
      if ('description' in node && node.description) add(node.description);
    },
  });
  return found;
}

/** English texts of the user interfaces. */
const interfaceTexts = (): Text[] =>
  CATALOGS.flatMap((catalog) =>
    Object.entries(readCatalog(catalog)).map(([key, { en }]) => ({ place: `${catalog.file} (${key})`, text: en })),
  );

/** Texts that scripts of the site write into its pages. */
const pageTexts = (): Text[] =>
  pageTextsIn(ROOT, ['site/src']).map(({ file, text }) => ({ place: file, text: text.replaceAll('…', '`…`') }));

const helpTexts = (): Text[] => [
  ...Object.values(COMMANDS).flatMap(({ about }) =>
    about.map((line) => ({ place: 'feaas-host --help', text: line.trim().replace(/^\S.*? {2,}/, '') })),
  ),
  ...Object.values(SETTINGS as Record<string, { readonly about: string }>).map(({ about }) => ({
    place: 'feaas-host --help (settings)',
    text: about,
  })),
];

/** All texts to check. */
export const textsToCheck = (): Text[] => [
  ...markdownTexts(),
  ...messageTexts(),
  ...interfaceTexts(),
  ...pageTexts(),
  ...schemaTexts(),
  ...helpTexts(),
];

/** Loads the linter, whose packages are in their own folder. */
export async function loadLinter(): Promise<Linter> {
  packagesIn('scripts/prose');
  return (await import('./prose/lint' as string)) as Linter;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { lintProse } = await loadLinter();
  const prefixes = process.argv.slice(2);
  const findings = textsToCheck()
    .filter(({ place }) => !prefixes.length || prefixes.some((path) => place.startsWith(path)))
    .flatMap(({ place, text, line: start }) =>
      lintProse(text).map(({ line, problem, sentence }) => ({
        place: start === undefined ? place : `${place}:${start + line - 1}`,
        problem,
        sentence,
      })),
    );
  for (const { place, problem, sentence } of findings) console.log(`${place}: ${problem}\n    ${sentence}`);
  if (findings.length) {
    console.error(`${findings.length} problems. The rules are in CONTRIBUTING.md, chapter Text.`);
    process.exitCode = 1;
  }
}
