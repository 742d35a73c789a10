/** The import rules of modules (CONTRIBUTING.md), compared with the actual imports, including dynamic ones and types. */
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { test } from 'node:test';
import { declaredNames, importsOf, resolveImport } from '../lib/imports';

const ROOT = new URL('../../', import.meta.url).pathname;

type Manifest = { dependencies: Record<string, string> };
const HOST = JSON.parse(readFileSync(join(ROOT, 'host/package.json'), 'utf8')) as Manifest;
const FRONTEND = JSON.parse(readFileSync(join(ROOT, 'frontend/package.json'), 'utf8')) as Manifest;

/** What each module (a folder of one concept) may import besides itself. The first matching row applies to a file. */
const TABLE: readonly { module: string; files: RegExp; may: RegExp; packages?: RegExp }[] = [
  { module: 'global', files: /^src\/global\//, may: /^src\/global\// },
  { module: 'scheduling', files: /^src\/utils\/scheduling\//, may: /^src\/(?:global|utils\/scheduling)\// },
  {
    module: 'modules',
    files: /^src\/utils\/(?:deferred|modules|persistence)\.ts$/,
    may: /^src\/utils\/(?!editing\/)/,
  },
  { module: 'source', files: /^src\/utils\/source\//, may: /^src\/(?:global|utils\/source)\// },
  {
    module: 'path',
    files: /^src\/utils\/path\//,
    may: /^src\/(?:global\/|utils\/(?:path\/|source\/|scheduling\/))/,
    packages: /^(?:json-p3|jsonpath-plus.*)$/,
  },
  {
    module: 'data',
    files: /^src\/utils\/data\//,
    // Rich text is HTML: it is parsed and trusted like templates, and its attributes are checked by the value policy.
    may: /^src\/(?:global\/|utils\/(?:data|source|path)\/|utils\/scheduling\/|utils\/template\/(?:parse-html|inert-document|trusted-types|policy|allowed)\.ts|utils\/external\/datasource\.ts)/,
  },
  {
    module: 'external',
    files: /^src\/utils\/external\//,
    // Component data is checked by the value policy, like attributes.
    may: /^src\/(?:global\/|utils\/external\/|utils\/element\/(?:send|framework-content|parser)\.ts|utils\/template\/(?:mounted|policy)\.ts|utils\/(?:data\/text|path\/json-value)\.ts)/,
  },
  {
    module: 'template',
    files: /^src\/utils\/template\//,
    may: /^src\/(?:global\/|utils\/(?:template|source|path|data)\/|utils\/scheduling\/)/,
    packages: /^(?:dompurify|parse5)$/,
  },
  {
    module: 'content types',
    files: /^src\/utils\/content-types\//,
    may: /^src\/utils\/(?:content-types|template|path|data)\//,
  },
  {
    module: 'command',
    files: /^cli\//,
    // The host defines the file names of a library.
    may: /^(?:cli\/|src\/utils\/(?:content-types\/|template\/parse-html\.ts)|host\/src\/cli\/library\/names\.ts)/,
    packages: /^node:/,
  },
  {
    module: 'delivery',
    files: /^src\/utils\/delivery\//,
    may: /^src\/(?:global\/|utils\/(?:delivery|source)\/|utils\/scheduling\/)/,
    packages: /^idb-keyval$/,
  },
  {
    module: 'gateway',
    files: /^src\/utils\/gateway\//,
    may: /^src\/(?:global|utils\/gateway)\//,
    packages: /^(?:@apollo\/client(?:\/.*)?|graphql|rxjs)$/,
  },
  {
    module: 'thumbnail',
    files: /^src\/utils\/thumbnail\//,
    may: /^src\/(?:global|utils\/thumbnail)\//,
  },
  {
    module: 'editing',
    files: /^src\/utils\/editing\//,
    may: /^src\/(?:global\/|utils\/(?:editing|template|path|gateway)\/|utils\/scheduling\/)/,
    packages: /^(?:parse5|idb)$/,
  },
  {
    module: 'element',
    files: /^src\/utils\/element\//,
    // The editor is a separate script: a visitor's bundle contains nothing of it.
    may: /^src\/(?:global\/|utils\/(?!editing\/))/,
  },
  {
    module: 'server',
    files: /^src\/utils\/server\//,
    may: /^src\/(?:global\/|utils\/(?:server|data|delivery|path|source|template)\/|utils\/deferred\.ts|utils\/scheduling\/|utils\/element\/(?:component-source|content-data|parse-data)\.ts)/,
  },
  {
    module: 'frontend elements',
    files: /^src\/utils\/frontend\//,
    may: /^src\/(?:global\/|utils\/(?!editing\/))/,
  },
  {
    module: 'inspect',
    files: /^src\/utils\/inspect\//,
    may: /^src\/(?:global\/|utils\/(?!editing\/))/,
  },
  {
    module: 'components',
    files: /^src\/components\//,
    may: /^src\/(?:components\/|global\/|preload\.ts$|utils\/(?!editing\/))/,
    packages: /^@stencil\/core$/,
  },
  { module: 'entries', files: /^src\/[^/]+\.ts$/, may: /^src\/(?!utils\/editing\/)/ },
  {
    module: 'frontend',
    files: /^frontend\/src\//,
    may: /^(?:frontend\/src|src\/(?:utils|global))\//,
    // Dependencies of frontend/package.json.
    packages: new RegExp(`^(?:${Object.keys(FRONTEND.dependencies).join('|')})(?:/.*)?$`),
  },
  {
    module: 'host',
    files: /^host\/src\//,
    may: /^host\/src\//,
    // Dependencies of host/package.json. A test of the exports would not notice a missing one.
    packages: new RegExp(`^(?:node:.*|(?:${Object.keys(HOST.dependencies).join('|')})(?:/.*)?)$`),
  },
  {
    module: 'react',
    files: /^react-wrapper\/src\//,
    may: /^react-wrapper\//,
    packages:
      /^(?:#(?:kit|server-content)|react|react-dom(?:\/client)?|feaas-kit(?:\/(?:server|components(?:\/.*)?))?)$/,
  },
  {
    module: 'compatibility',
    files: /^compat\/src\//,
    may: /^compat\//,
    packages:
      /^(?:#(?:graph|kit|nodes|owner)|react|parse5|feaas-kit(?:-react(?:\/react-props)?|\/(?:server|components\/.*))?)$/,
  },
  {
    module: 'examples',
    files: /^examples\//,
    may: /^examples\//,
    packages: /^(?:react|react-dom\/client|standardwebhooks|next(?:\/.*)?|feaas-kit-react|node:crypto)$/,
  },
  { module: 'bench', files: /^bench\//, may: /^(?:bench|tests\/lib)\//, packages: /./ },
  // A page loads the script of the frontend host by URL.
  {
    module: 'site',
    files: /^site\/src\//,
    // The pages load their messages like the editor UI.
    may: /^(?:site\/src\/|frontend\/src\/ui-kit\/(?:composition|messages)\.ts$|src\/global\/message-arguments\.ts$)/,
    packages: /^(?:feaas-kit|minisearch$|stemmer$|\/(?:customizations|libraries)\.js$)/,
  },
];

function files(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.(?:d|test|spec)\.tsx?$/.test(entry.name))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))
    .filter((path) => !/generated|node_modules|\/dist\//.test(path));
}

const SOURCE_FOLDERS = [
  'src',
  'cli',
  'host/src',
  'frontend/src',
  'react-wrapper/src',
  'compat/src',
  'bench',
  'site/src',
];
const known = new Set(
  [...SOURCE_FOLDERS, 'tests/lib', 'examples/vite-react/src', 'examples/next/app', 'examples/next/lib'].flatMap(files),
);

for (const path of known) {
  const row = TABLE.find((each) => each.files.test(path));
  if (!row) continue;
  test(`${path} imports what ${row.module} may`, () => {
    for (const specifier of importsOf(path, readFileSync(join(ROOT, path), 'utf8'))) {
      if (specifier.startsWith('.')) {
        const target = resolveImport(path, specifier, known);
        if (target) assert.match(target, row.may, `${path} imports ${target}`);
      } else {
        assert.ok(row.packages?.test(specifier), `${path} imports the package ${specifier}`);
      }
    }
  });
}

test('each file of the kit belongs to a module of the table', () => {
  const unlisted = [...known].filter(
    (path) => !path.startsWith('tests/') && !TABLE.some((each) => each.files.test(path)),
  );
  assert.deepEqual(
    unlisted,
    ['src/css.d.ts', 'src/components.d.ts'].filter((path) => unlisted.includes(path)),
  );
});

/** The imports of each file below a folder, including types. */
const importsBelow = (folder: string): Map<string, string[]> =>
  new Map(
    [...known]
      .filter((path) => path.startsWith(folder))
      .map((path) => [
        path,
        importsOf(path, readFileSync(join(ROOT, path), 'utf8'))
          .map((specifier) => (specifier.startsWith('.') ? resolveImport(path, specifier, known) : undefined))
          .filter((target) => target !== undefined),
      ]),
  );

/** The folders of the host. Each may import itself and the folders before it. */
const HOST_FOLDERS = [
  ...[
    'lib',
    'db',
    'shared',
    'storage',
    'purge',
    'config',
    'validation',
    'auth',
    'content',
    'publishing',
    'graphql',
    'mcp',
    'server',
    'cli',
  ],
];
const hostImports = importsBelow('host/src/');
/** Returns `cli` for host/src/cli/commands/start.ts. The entries `cli.ts` and `index.ts` come last. */
const hostFolder = (path: string): string => path.split('/').slice(2, -1)[0] ?? 'entry';
const hostRank = (path: string): number => [...HOST_FOLDERS, 'entry'].indexOf(hostFolder(path));

test('a folder of the host imports no later folder', () => {
  const wrong = [...hostImports].flatMap(([path, targets]) =>
    targets.filter((target) => hostRank(target) > hostRank(path)).map((target) => `${path} imports ${target}`),
  );
  assert.deepEqual(wrong, []);
});

test('the host has the folders of that order, and no other', () => {
  const found = new Set([...hostImports.keys()].map(hostFolder));
  assert.deepEqual([...found].sort(), [...HOST_FOLDERS, 'entry'].sort());
});

test('folders of the host have no cyclic imports, at any depth', () => {
  const folders = new Map<string, string[]>();
  for (const [path, targets] of hostImports) {
    const others = targets.map((target) => dirname(target)).filter((folder) => folder !== dirname(path));
    folders.set(dirname(path), [...(folders.get(dirname(path)) ?? []), ...others]);
  }
  assert.deepEqual(cyclesOf(folders), []);
});

test('migrations of the host import nothing from the host', () => {
  for (const [path, targets] of hostImports) {
    if (!path.startsWith('host/src/db/migrations/')) continue;
    const outside = targets.filter((target) => !target.startsWith('host/src/db/migrations/'));
    assert.deepEqual(outside, [], `${path}: a released migration would change with what it imports`);
  }
});

/** Returns the strongly connected components with more than one file (Tarjan), and files that import themselves. */
function cyclesOf(edges: ReadonlyMap<string, readonly string[]>): string[][] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const cycles: string[][] = [];
  const visit = (path: string): number => {
    const number = order.size;
    order.set(path, number);
    lowest.set(path, number);
    stack.push(path);
    for (const target of edges.get(path) ?? []) {
      const low = !order.has(target) ? visit(target) : stack.includes(target) ? order.get(target)! : Infinity;
      lowest.set(path, Math.min(lowest.get(path)!, low));
    }
    if (lowest.get(path) === number) {
      const cycle = stack.splice(stack.indexOf(path));
      if (cycle.length > 1 || edges.get(path)?.includes(path)) cycles.push(cycle.sort());
    }
    return lowest.get(path)!;
  };
  for (const path of edges.keys()) if (!order.has(path)) visit(path);
  return cycles;
}

for (const folder of SOURCE_FOLDERS)
  test(`no files of ${folder} import one another in a circle, types included`, () => {
    assert.deepEqual(cyclesOf(importsBelow(`${folder}/`)), []);
  });

test('a cycle is found, also a long one and several ones', () => {
  const edges = { a: ['b'], b: ['c', 'd'], c: ['a'], d: ['e'], e: ['d'], f: ['a'], g: ['g'] };
  assert.deepEqual(cyclesOf(new Map(Object.entries(edges))), [['d', 'e'], ['a', 'b', 'c'], ['g']]);
});

/** Words that describe when a file loads, or that are not terms of the field, so that nobody searches for them. */
const VAGUE = /(?:^|[/-])(?:more|late|later|kept|parts|ahead|painting|turns|patience)(?=[-./]|$)/;
/** File and folder names of the host that the glossary replaces. */
const VAGUE_IN_HOST =
  /(?:^|[/-])(?:ledgers?|catalogue|deliverer|deliveries|lines|seats?|hold|news|announce|hear|tell|told|untold|away|place|folded|marks?|bury|house|housekeeping|rooms?|guards?|exchange|reply|probes?|scrub|callers?|actor|asker|demand|holds|mint|control|settle|sentences?|strangers|take-over|give-back|gone|whole|seen|nothing|refusal|views?|operations?|documents?|steps|present)(?=[-./]|$)/;

test('no file of the kit is named for when it loads', () => {
  const paths = [...known].filter((path) => /^(?:src|frontend|site|react-wrapper|host)\//.test(path));
  assert.deepEqual(
    [...paths, ...files('scripts')].filter((path) => VAGUE.test(path)),
    [],
  );
});

test('no file of the host has a name that the glossary replaces', () => {
  // Test files, too, which `files` does not contain.
  const tests = readdirSync(join(ROOT, 'host/test'), { recursive: true, encoding: 'utf8' }).filter(
    (path) => !path.includes('node_modules'),
  );
  const paths = [...files('host/src'), ...tests.map((path) => `host/test/${path}`)];
  assert.deepEqual(
    paths.filter((path) => VAGUE_IN_HOST.test(path) || VAGUE.test(path)),
    [],
  );
});

/** Names that the glossary replaces, unless they can be an exported name or a type with another meaning. */
const REPLACED = new RegExp(
  [
    '^(?:tell|hear|bring|mend)[A-Z]',
    '^(?:whenPart|loadPart|MissingPart|newName|Waiter|Watcher|Shown|Told|Delivered|Writer|Around|Inner|Course|Fed|Printer)$',
    '^(?:planOf|aroundOf|drawHost|spelt|ownWins|isWhole|markContent|isTooEarly|bringPainting|keepIds|annotate|overSpan)$',
    '^(?:mayStand|membersOf|inSequence|leaveQuote|takeOver|isThere|askedToWait|plain|giveBack|restorableOf)$',
    '(?:Splice|Atom|Landing|Affordance|Attendance|Allowance|Collector|ViewDocument|ViewNode|ElementPlace)s?$',
    '(?:^|[a-z])Ports$',
    '(?:Chrome|Cargo|Stage|Insertable|Spoken|Glow|Happening)s?$|^(?:Ask|Late|Home|Look|Words)$',
    '^(?:perform|speak|say[A-Z]?|words|late|carry|give[A-Z]|calledIn|wordsFor|stageFor|homeFor|insertables)$',
  ].join('|'),
);

test('no exported name and no type of the kit is one that the glossary replaces', () => {
  const found: string[] = [];
  for (const path of [...known, ...files('scripts')].filter((path) =>
    /^(?:src|frontend|site|react-wrapper|scripts)\//.test(path),
  ))
    for (const name of declaredNames(path, readFileSync(join(ROOT, path), 'utf8')))
      if (REPLACED.test(name)) found.push(`${path}: ${name}`);
  assert.deepEqual(found, []);
});

/** The same for the host, in which some words have other meanings. */
const REPLACED_IN_HOST = new RegExp(
  [
    // Matches a word anywhere in the name
    '(?:^|[a-z])(?:Ledger|Catalogue|Deliverer|Patience|Caller|Asker|Stranger|Untold|Folded|Seats?)(?=[A-Z]|s?$)',
    '^(?:ledger|catalogue|deliverer|patience|caller|actor|asker|stranger|untold|folded|seats?)(?=[A-Z]|$)',
    // Matches a verb at the beginning of the name
    '^(?:tell|hear|bury|mint|demand|keep|kept|hold|giveBack|takeOver|told|announce|mend|bring|see|may)(?=[A-Z]|$)',
    '^(?:settle|scrub|say|want|wanted|keepHouse|orNothing|mustHave)(?=[A-Z]|$)',
    // Matches a metaphor at the end of the name
    '(?:^|[a-z])(?:Room|Guard|Exchange|Reply|Probe|Refusal|House|Hold|Seen|Told|Gone|Ports)s?$',
    '^(?:Actor|Control|News|Hear|Tell|Place|Places|Line|Lines|Present|Operation|Step|Document|Delivered|Delivery)$',
    '^(?:View|Answer|Known|Kept|Later|May|Wanted|Missing|Taken|Settled|Waiting|Asking|Forget|Followed|Written)$',
    '^(?:room|guard|exchange|reply|probes|control|news|lines|turns|steps|documents|operation|place|whole|seen|present)(?:Of|In)?$',
    '(?:Away|Turns|Lines|News|Mark|Marks)$|^(?:sentenceOf|placesOf|answer|deliver|settings?Of|nothing|refusal)$',
    '^(?:PATIENCE|KEPT|AWAY|MARK|LOOK|TELL|UNTOLD|BLOB_MARK)$',
  ].join('|'),
);

test('no exported name and no type of the host is one that the glossary replaces', () => {
  const found = [...known]
    .filter((path) => path.startsWith('host/'))
    .flatMap((path) =>
      declaredNames(path, readFileSync(join(ROOT, path), 'utf8'))
        .filter((name) => REPLACED_IN_HOST.test(name))
        .map((name) => `${path}: ${name}`),
    );
  assert.deepEqual(found, []);
});

test('imports are found in all syntaxes', () => {
  const text = "import a from './a'; export * from './b'; const c = () => import('./c'); type D = import('./d').D;";
  assert.deepEqual(importsOf('x.ts', text), ['./a', './b', './c', './d']);
});
