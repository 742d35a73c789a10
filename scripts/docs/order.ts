/** The pages of the documentation in reading order, and their locations on the site and in the repository. */

/** Pages in reading order. */
export const GROUPS: readonly (readonly [string, readonly string[]])[] = [
  ['Tutorials', ['index', 'start', 'tutorial', 'more/plain-html', 'more/vite-react', 'more/next']],
  [
    'How-to guides',
    [
      ...['embed', 'data', 'style', 'edit', 'external', 'react', 'next', 'frameworks', 'types', 'server'],
      ...['host', 'deploy', 'cdn', 'schedule', 'agents', 'migrate', 'troubleshooting'],
    ],
  ],
  [
    'Reference',
    ['reference/elements', 'reference/api', 'reference/graphql', 'reference/cli', 'dependencies', 'releases'],
  ],
  [
    'Specification',
    ['elements', 'sources', 'data-binding', 'api', 'messages', 'scripts', 'errors', 'limits'].map(
      (name) => `specification/${name}`,
    ),
  ],
  ['Explanation', ['glossary', 'security', 'architecture']],
  ['Change', ['STATUS', 'more/contributing', 'more/host', 'more/changes']],
];

/** Pages that are elsewhere in the repository. */
export const ELSEWHERE: Readonly<Record<string, string>> = {
  'more/contributing': 'CONTRIBUTING.md',
  'more/host': 'host/README.md',
  'more/plain-html': 'examples/plain-html/README.md',
  'more/vite-react': 'examples/vite-react/README.md',
  'more/next': 'examples/next/README.md',
  'more/changes': 'CHANGELOG.md',
};

/** Sources of the reference. */
const SOURCES: Readonly<Record<string, string>> = {
  'reference/elements': 'src/components',
  'reference/api': 'src/index.ts',
  'reference/graphql': 'host/schema.graphql',
  'reference/cli': 'host/src/cli/command-line/usage.ts',
};

/** The file of a page, against which its links resolve. */
export const fileOf = (name: string): string => ELSEWHERE[name] ?? `docs/${name}.md`;

/** The file to edit in order to change a page. */
export const sourceOf = (name: string): string => SOURCES[name] ?? fileOf(name);

/** @param root `/docs/`, or the folder of an older version */
export const urlOf = (name: string, root = '/docs/'): string => root + (name === 'index' ? '' : `${name}.html`);
