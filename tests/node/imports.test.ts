/** Who may import whom (DESIGN.md): the table, held against the real imports, dynamic ones and types included. */
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { test } from 'node:test';
import { importsOf, resolve } from '../lib/imports';

const ROOT = new URL('../../', import.meta.url).pathname;

type Manifest = { dependencies: Record<string, string> };
const HOST = JSON.parse(readFileSync(join(ROOT, 'host/package.json'), 'utf8')) as Manifest;
const FRONTEND = JSON.parse(readFileSync(join(ROOT, 'frontend/package.json'), 'utf8')) as Manifest;

/** What each room may import besides itself; the first room that matches a file is its room. */
const TABLE: readonly { room: string; files: RegExp; may: RegExp; packages?: RegExp }[] = [
  { room: 'global', files: /^src\/global\//, may: /^src\/global\// },
  { room: 'scheduling', files: /^src\/utils\/scheduling\//, may: /^src\/(?:global|utils\/scheduling)\// },
  {
    room: 'modules',
    files: /^src\/utils\/(?:painting|deferred|modules|persistence)\.ts$/,
    may: /^src\/utils\/(?!editing\/)/,
  },
  { room: 'source', files: /^src\/utils\/source\//, may: /^src\/(?:global|utils\/source)\// },
  {
    room: 'path',
    files: /^src\/utils\/path\//,
    may: /^src\/(?:global\/|utils\/(?:path\/|source\/|scheduling\/))/,
    packages: /^(?:json-p3|jsonpath-plus.*)$/,
  },
  {
    room: 'data',
    files: /^src\/utils\/data\//,
    // Rich text is HTML: it is parsed and trusted as templates are, and its attributes pass the policy for values.
    may: /^src\/(?:global\/|utils\/(?:data|source|path)\/|utils\/scheduling\/|utils\/template\/(?:parse-html|trusted-types|policy|allowed)\.ts|utils\/external\/datasource\.ts)/,
  },
  {
    room: 'external',
    files: /^src\/utils\/external\//,
    may: /^src\/(?:global\/|utils\/external\/|utils\/element\/(?:send|framework-content)\.ts|utils\/template\/mounted\.ts)/,
  },
  {
    room: 'template',
    files: /^src\/utils\/template\//,
    may: /^src\/(?:global\/|utils\/(?:template|source|path|data)\/|utils\/scheduling\/)/,
    packages: /^(?:dompurify|parse5)$/,
  },
  {
    room: 'delivery',
    files: /^src\/utils\/delivery\//,
    may: /^src\/(?:global\/|utils\/(?:delivery|source)\/|utils\/scheduling\/)/,
    packages: /^idb-keyval$/,
  },
  {
    room: 'gateway',
    files: /^src\/utils\/gateway\//,
    may: /^src\/(?:global|utils\/gateway)\//,
    packages: /^(?:@apollo\/client(?:\/.*)?|graphql|rxjs)$/,
  },
  {
    room: 'thumbnail',
    files: /^src\/utils\/thumbnail\//,
    may: /^src\/(?:global|utils\/thumbnail)\//,
  },
  {
    room: 'editing',
    files: /^src\/utils\/editing\//,
    may: /^src\/(?:global\/|utils\/(?:editing|template|path|gateway)\/|utils\/scheduling\/)/,
    packages: /^(?:parse5|idb)$/,
  },
  {
    room: 'element',
    files: /^src\/utils\/element\//,
    // The editor comes with its own script: nothing of it is in a visitor's bytes.
    may: /^src\/(?:global\/|utils\/(?!editing\/))/,
  },
  {
    room: 'server',
    files: /^src\/utils\/server\//,
    may: /^src\/(?:global\/|utils\/(?:server|data|delivery|path|source|template)\/|utils\/deferred\.ts|utils\/scheduling\/|utils\/element\/(?:component-source|parse-data)\.ts)/,
  },
  {
    room: 'shells',
    files: /^src\/utils\/frontend\//,
    may: /^src\/(?:global\/|utils\/(?!editing\/))/,
  },
  {
    room: 'inspect',
    files: /^src\/utils\/inspect\//,
    may: /^src\/(?:global\/|utils\/(?!editing\/))/,
  },
  {
    room: 'components',
    files: /^src\/components\//,
    may: /^src\/(?:components\/|global\/|utils\/(?!editing\/))/,
    packages: /^@stencil\/core$/,
  },
  { room: 'entries', files: /^src\/[^/]+\.ts$/, may: /^src\/(?!utils\/editing\/)/ },
  {
    room: 'frontend',
    files: /^frontend\/src\//,
    may: /^(?:frontend\/src|src\/(?:utils|global))\//,
    // What frontend/package.json depends on.
    packages: new RegExp(`^(?:${Object.keys(FRONTEND.dependencies).join('|')})(?:/.*)?$`),
  },
  {
    room: 'host',
    files: /^host\/src\//,
    may: /^host\/src\//,
    // What host/package.json depends on; a test of the exports would not see one that is missing there.
    packages: new RegExp(`^(?:node:.*|(?:${Object.keys(HOST.dependencies).join('|')})(?:/.*)?)$`),
  },
  {
    room: 'react',
    files: /^react-wrapper\/src\//,
    may: /^react-wrapper\//,
    packages: /^(?:#print-content|react|react-dom(?:\/client)?|feaas-kit(?:\/(?:server|components(?:\/.*)?))?)$/,
  },
  {
    room: 'examples',
    files: /^examples\//,
    may: /^examples\//,
    packages: /^(?:react|react-dom\/client|next(?:\/.*)?|feaas-kit-react|node:crypto)$/,
  },
  { room: 'bench', files: /^bench\//, may: /^(?:bench|tests\/lib)\//, packages: /./ },
  // The frontend host's script stands beside the page, at its URL.
  {
    room: 'site',
    files: /^site\/src\//,
    may: /^site\/src\//,
    packages: /^(?:feaas-kit|minisearch$|\/customisations\.js$)/,
  },
];

function files(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.(?:d|test|spec)\.tsx?$/.test(entry.name))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))
    .filter((path) => !/generated|node_modules|\/dist\//.test(path));
}

const known = new Set(
  [
    ...['src', 'host/src', 'frontend/src', 'react-wrapper/src', 'bench', 'tests/lib', 'site/src'],
    ...['examples/vite-react/src', 'examples/next/app', 'examples/next/lib'],
  ].flatMap(files),
);

for (const path of known) {
  const row = TABLE.find((each) => each.files.test(path));
  if (!row) continue;
  test(`${path} imports what ${row.room} may`, () => {
    for (const specifier of importsOf(path, readFileSync(join(ROOT, path), 'utf8'))) {
      if (specifier.startsWith('.')) {
        const target = resolve(path, specifier, known);
        if (target) assert.match(target, row.may, `${path} imports ${target}`);
      } else {
        assert.ok(row.packages?.test(specifier), `${path} imports the package ${specifier}`);
      }
    }
  });
}

test('every file of the kit has a room', () => {
  const homeless = [...known].filter(
    (path) => !path.startsWith('tests/') && !TABLE.some((each) => each.files.test(path)),
  );
  assert.deepEqual(
    homeless,
    ['src/css.d.ts', 'src/components.d.ts'].filter((path) => homeless.includes(path)),
  );
});

test('imports are found in every form', () => {
  const text = "import a from './a'; export * from './b'; const c = () => import('./c'); type D = import('./d').D;";
  assert.deepEqual(importsOf('x.ts', text), ['./a', './b', './c', './d']);
});
