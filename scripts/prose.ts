/**
 * `npm run prose [-- path …]`: checks the English of the documentation, of messages, of the command line's help and of the
 * descriptions in the GraphQL schema. A path limits the check to files that begin with it.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parse, visit, type StringValueNode } from 'graphql';
import { COMMANDS } from '../host/src/cli/command-line/usage';
import { SETTINGS } from '../host/src/config/settings-table';
import { messagesIn } from '../tests/lib/messages';
import { packagesIn } from './folders';

const ROOT = new URL('..', import.meta.url).pathname;
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

interface Text {
  /** A file, and what of it is checked. */
  readonly place: string;
  readonly text: string;
  /** Line of the file that the text begins on, where it is known. */
  readonly line?: number;
}

interface Linter {
  lintProse(text: string): { readonly line: number; readonly problem: string; readonly sentence: string }[];
}

const PAGES = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'host/README.md', 'react-wrapper/README.md'];

function markdownTexts(): Text[] {
  const docs = readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => `docs/${file}`);
  const examples = readdirSync(join(ROOT, 'examples'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `examples/${name}/README.md`);
  return [...PAGES, ...docs.sort(), ...examples].map((place) => ({ place, text: read(place), line: 1 }));
}

/** What is put in at run time reads as code. */
const messageTexts = (): Text[] =>
  messagesIn(ROOT, ['src', 'frontend/src', 'host/src', 'react-wrapper/src']).map(({ file, text }) => ({
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

const helpTexts = (): Text[] => [
  ...Object.values(COMMANDS).flatMap(({ about }) =>
    about.map((line) => ({ place: 'feaas-host --help', text: line.trim().replace(/^\S.*? {2,}/, '') })),
  ),
  ...Object.values(SETTINGS as Record<string, { readonly about: string }>).map(({ about }) => ({
    place: 'feaas-host --help (settings)',
    text: about,
  })),
];

packagesIn('scripts/prose');
const { lintProse } = (await import('./prose/lint' as string)) as Linter;

const only = process.argv.slice(2);
const findings = [...markdownTexts(), ...messageTexts(), ...schemaTexts(), ...helpTexts()]
  .filter(({ place }) => !only.length || only.some((path) => place.startsWith(path)))
  .flatMap(({ place, text, line: start }) =>
    lintProse(text).map(({ line, problem, sentence }) => ({
      place: start === undefined ? place : `${place}:${start + line - 1}`,
      problem,
      sentence,
    })),
  );
for (const { place, problem, sentence } of findings) console.log(`${place}: ${problem}\n    ${sentence}`);
if (findings.length) {
  console.error(`${findings.length} problems of the English. CONTRIBUTING.md has the rules, in the chapter Text.`);
  process.exitCode = 1;
}
