/** Which pages there are, in the order in which they are read, and where they stand on the site and in the repository. */

/** Pages in the order in which they are read. */
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

/** Pages that stand elsewhere in the repository. */
export const ELSEWHERE: Readonly<Record<string, string>> = {
  'more/contributing': 'CONTRIBUTING.md',
  'more/host': 'host/README.md',
  'more/plain-html': 'examples/plain-html/README.md',
  'more/vite-react': 'examples/vite-react/README.md',
  'more/next': 'examples/next/README.md',
  'more/changes': 'CHANGELOG.md',
};

/** What the reference is made of. */
const SOURCES: Readonly<Record<string, string>> = {
  'reference/elements': 'src/components',
  'reference/api': 'src/index.ts',
  'reference/graphql': 'host/schema.graphql',
  'reference/cli': 'host/src/cli/command-line/usage.ts',
};

/** The file of a page, which links of the page are relative to. */
export const fileOf = (name: string): string => ELSEWHERE[name] ?? `docs/${name}.md`;

/** What somebody changes who wants the page to read otherwise. */
export const sourceOf = (name: string): string => SOURCES[name] ?? fileOf(name);

/** @param root `/docs/`, or the folder of an older version */
export const urlOf = (name: string, root = '/docs/'): string => root + (name === 'index' ? '' : `${name}.html`);
