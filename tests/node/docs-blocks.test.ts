/** Each code block of the documentation that needs no browser is rendered, compiled, run, or compared with a file. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { buildSchema, parse, validate } from 'graphql';
import { parseFragment, serialize, type DefaultTreeAdapterTypes as Tree } from 'parse5';
import { parseTypesArguments } from '../../cli/types-command';
import { parseArguments as parseCreateArguments } from '../../create-feaas/src/arguments';
import { parseArguments } from '../../host/src/cli/command-line/arguments';
import { SETTINGS } from '../../host/src/config/settings-table';
import { CORS, PAGE } from '../../host/src/lib/http-policies';
import { LIMITS } from '../../host/src/lib/limits';
import { parseS3Location } from '../../host/src/storage/s3/location';
import { renderHTMLContent } from '../../src/server';
import { blocksOf, headingsOf, linksOf, pagesIn, slugOf } from '../../scripts/docs/pages';
import { REFERENCES } from '../../scripts/docs/names';
import { readPackages } from '../../scripts/packages';
import { typeCheck } from '../lib/docs-code';
import { normalizeExampleHTML } from '../lib/docs-html';

const ROOT = new URL('../../', import.meta.url).pathname;
const pages = pagesIn(`${ROOT}docs`);
const blocks = pages.flatMap((page) =>
  blocksOf(page).map((block) => ({ ...block, page: page.name, at: `docs/${page.name}.md:${block.line}` })),
);

const KINDS = [
  /^html live$/,
  /^html page$/,
  /^html result$/,
  /^tsx?(?: run| page| host)?$/,
  /^sh$/,
  /^css$/,
  /^text$/,
  /^json agent$/,
  // The long suite builds these as sites: tests/sites.test.ts.
  /^(?:tsx?|astro|vue|svelte|html) site [a-z-]+$/,
];

test('each block has a tested kind, and a title if it needs one', () => {
  for (const { at, language, marks, title } of blocks) {
    const kind = [language, ...marks].join(' ');
    assert.ok(
      KINDS.some((each) => each.test(kind)),
      `${at}: nothing tests a block "${kind}"`,
    );
    assert.ok(title || /^(?:sh|html result)$/.test(kind), `${at} has no title`);
  }
});

const element = (nodes: readonly Tree.ChildNode[]): Tree.Element =>
  nodes.find((node): node is Tree.Element => 'tagName' in node)!;

blocks.forEach((block, index) => {
  if (!block.marks.includes('live')) return;
  test(`${block.at}: ${block.title} prints what stands below it`, () => {
    const result = blocks[index + 1]!;
    assert.ok(result.marks.includes('result'), 'no result follows');
    const component = element(parseFragment(block.code).childNodes);
    assert.equal(component.tagName, 'feaas-component');
    const valueOf = (name: string): string | undefined => component.attrs.find((each) => each.name === name)?.value;
    const html = renderHTMLContent(
      valueOf('template') ?? serialize(component),
      JSON.parse(valueOf('data')!) as unknown,
      { language: 'en' },
    );
    assert.equal(normalizeExampleHTML(html), normalizeExampleHTML(result.code));
  });
});

const code = blocks.filter(({ language, marks }) => /^tsx?$/.test(language) && !marks.includes('site'));
const nameOf = ({ page, line, language }: (typeof code)[number]): string => `${page}-${line}.${language}`;

test('code compiles with strict options', () => {
  const problems = typeCheck(new Map(code.map((block) => [nameOf(block), block.code])));
  assert.deepEqual(
    [...problems].map(([name, said]) => `${name}: ${said.join('; ')}`),
    [],
  );
});

for (const block of code.filter(({ marks }) => marks.includes('run'))) {
  test(`${block.at}: ${block.title} says what its comments say`, () => {
    const said = execFileSync(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', block.code], {
      cwd: ROOT,
      encoding: 'utf8',
    });
    const expected = [...block.code.matchAll(/console\.log\(.*\); \/\/ (.*)/g)].map(([, text]) => text);
    assert.ok(expected.length > 0);
    assert.deepEqual(said.trim().split('\n'), expected);
  });
}

test('agent configurations are JSON with an existing command and existing variables', () => {
  interface Server {
    readonly url?: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly args?: readonly string[];
    readonly env?: Readonly<Record<string, string>>;
  }
  const servers = blocks
    .filter(({ marks }) => marks.includes('agent'))
    .flatMap(({ code }) => Object.values((JSON.parse(code) as { mcpServers: Record<string, Server> }).mcpServers));
  assert.equal(servers.length, 2);
  const variables: readonly string[] = Object.values(SETTINGS).map(({ variable }) => variable);
  for (const { url, headers, args, env } of servers) {
    if (url !== undefined) {
      assert.equal(new URL(url).pathname, '/mcp');
      assert.match(headers?.['Authorization'] ?? '', /^Bearer feaas_/);
    } else {
      assert.match(args![0]!, /host\/dist\/cli\.js$/);
      assert.equal(parseArguments(args!.slice(1)).command, 'mcp');
      assert.deepEqual(
        Object.keys(env!).filter((name) => !variables.includes(name)),
        [],
      );
    }
  }
});

const schema = buildSchema(readFileSync(`${ROOT}host/schema.graphql`, 'utf8'));

test('GraphQL in code is valid for the schema', () => {
  const found = code.flatMap(({ code }) => [...code.matchAll(/'((?:query|mutation)\b[^']*\{[^']*\})'/g)]);
  assert.ok(found.length >= 2);
  for (const [, text] of found) assert.deepEqual(validate(schema, parse(text!)), []);
});

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly scripts: Readonly<Record<string, string>>;
  readonly workspaces?: readonly string[];
}
const manifestIn = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8')) as Manifest;

/** Splits a command into words like a shell. */
const wordsOf = (command: string): string[] =>
  [...command.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain!);

const published = readPackages().map(({ manifest }) => manifest.name);

/** Files that `npm pack` creates. */
const packed = (): string[] =>
  ['', ...manifestIn('').workspaces!].map((folder) => {
    const { name, version } = manifestIn(folder);
    return `./${name}-${version}.tgz`;
  });

function checkNpm([verb, ...rest]: string[]): void {
  const at = rest.findIndex((word) => word === '-w' || word === '--prefix');
  const folder = at < 0 ? '' : rest[at + 1]!;
  if (rest[at] === '-w') assert.ok(manifestIn('').workspaces!.includes(folder), `${folder} is no workspace`);
  const script = verb === 'run' ? rest[0]! : verb!;
  if (verb === 'pack') return;
  if (verb === 'create') {
    assert.deepEqual([rest[0], rest[2]], ['feaas@latest', '--']);
    return void parseCreateArguments([rest[1]!, ...rest.slice(3)], {});
  }
  if (verb === 'install')
    return assert.deepEqual(
      rest.filter((word) => word !== '--save-dev' && !published.includes(word) && !packed().includes(word)),
      [],
    );
  if (script === 'ci') assert.ok(existsSync(join(ROOT, folder, 'package-lock.json')), `${folder} has no lock file`);
  else assert.ok(manifestIn(folder).scripts[script], `${folder || 'package.json'} has no script ${script}`);
}

function checkCommand(command: string): void {
  const words = wordsOf(command);
  while (/^[A-Z_]+=/.test(words[0]!)) words.shift();
  const [program, ...rest] = words;
  if (program === 'npm') return checkNpm(rest);
  if (program === 'docker') {
    const [compose, file, path, verb, ...words] = rest;
    const more = words.filter((word, at) => !['--rm', '-v'].includes(word) && words[at - 1] !== '-v');
    assert.deepEqual([compose, file], ['compose', '-f']);
    const text = readFileSync(ROOT + path!, 'utf8');
    if (verb === 'up') return;
    assert.match(verb!, /^(?:exec|run|start|stop)$/);
    assert.match(text, new RegExp(`^  ${more[0]}:$`, 'm'));
    if (verb === 'start' || verb === 'stop') return assert.equal(more.length, 1);
    return checkCommand(more.slice(1).join(' '));
  }
  if (program === 'cd') return assert.deepEqual(rest, ['my-site']);
  if (program === 'npx' && rest[0] === 'feaas-host') return void parseArguments(rest.slice(1));
  if (program === 'npx') {
    assert.deepEqual(rest.slice(0, 2), ['feaas', 'types']);
    assert.ok(parseTypesArguments(rest.slice(2)).positionals.length > 0);
    return;
  }
  assert.equal(program, 'node');
  assert.equal(rest[0], 'host/dist/cli.js');
  parseArguments(rest.slice(1));
}

for (const { at, code } of blocks.filter(({ language }) => language === 'sh')) {
  test(`${at}: commands are there, with these options`, () => {
    for (const line of code.split('\n')) {
      for (const command of line.split(/&&|#.*/)) if (command.trim()) checkCommand(command.trim());
    }
  });
}

test('the documented Content Security Policy is the one that the host sends', () => {
  const policy = blocks.find(({ title }) => title === 'Content-Security-Policy')!.code.trim();
  assert.equal(policy, PAGE['content-security-policy']);
});

test('the documented CORS rules expose the headers that the host exposes, by their names in each store', () => {
  const exposed = (vendor: string): string[] =>
    CORS['access-control-expose-headers'].replaceAll('x-ms-meta-', `x-${vendor}-meta-`).split(', ');
  const rulesOf = (where: string) => JSON.parse(blocks.find(({ title }) => title === `cors.json for ${where}`)!.code);
  const {
    CORSRules: [rule],
  } = rulesOf('AWS, R2, MinIO and Spaces') as {
    CORSRules: [{ AllowedMethods: string[]; ExposeHeaders: string[]; MaxAgeSeconds: number }];
  };
  assert.deepEqual([rule.ExposeHeaders, rule.MaxAgeSeconds], [exposed('amz'), LIMITS.preflightSeconds]);
  const [google] = rulesOf('Google Cloud Storage') as [{ responseHeader: string[]; maxAgeSeconds: number }];
  assert.deepEqual([google.responseHeader, google.maxAgeSeconds], [exposed('goog'), LIMITS.preflightSeconds]);
  for (const { title, code } of blocks)
    if (/\.json/.test(title ?? '')) assert.doesNotThrow(() => JSON.parse(code), title);
});

test('each address of S3-compatible storage is a valid setting', () => {
  const section = pages.find(({ name }) => name === 'host')!.text;
  const addresses = [...section.matchAll(/`(s3:\/\/[^`]+)`/g)].map(([, address]) => address!);
  assert.ok(addresses.length >= 6);
  for (const address of addresses) parseS3Location(address.replace('<account>', 'account'), address);
});

test('diagrams and texts name existing files', () => {
  const drawings = blocks.filter(({ page, language }) => page === 'architecture' && language === 'text');
  assert.equal(drawings.length, 2);
  const paths = pages
    .filter(({ name }) => name === 'architecture')
    .flatMap(({ text }) => text.match(/\b(?:src|frontend|host|tests)\/[\w./-]*[\w]/g) ?? []);
  assert.ok(paths.length > 30);
  assert.deepEqual(
    paths.filter((path) => !existsSync(ROOT + path)),
    [],
  );
});

test('elements and their attributes exist in the kit', () => {
  const api = readFileSync(`${ROOT}api.txt`, 'utf8');
  const look = (nodes: readonly Tree.ChildNode[], at: string): void => {
    for (const node of nodes) {
      if (!('tagName' in node)) continue;
      if (node.tagName.startsWith('feaas-') && node.tagName !== 'feaas-external') {
        assert.match(api, new RegExp(`^${node.tagName},`, 'm'), at);
        for (const { name } of node.attrs) {
          if (/^(?:class|id|hidden|data)$|^data-/.test(name)) continue;
          assert.match(api, new RegExp(`^${node.tagName},prop,\\w+,${name},`, 'm'), `${at}: ${node.tagName} ${name}`);
        }
      }
      look(node.childNodes, at);
    }
  };
  for (const { language, marks, code, at } of blocks)
    if (language === 'html' && !marks.includes('result')) look(parseFragment(code).childNodes, at);
});

test('links lead to existing pages, files and headings', () => {
  const headings = new Map(pages.map((page) => [page.name, new Set(headingsOf(page).map(({ id }) => id))]));
  const broken = pages.flatMap((page) =>
    linksOf(page)
      .filter((link) => {
        if (/^https?:/.test(link)) return false;
        const [path = '', hash] = link.split('#');
        const name = path ? path.replace(/\.md$/, '') : page.name;
        if (path && !headings.has(name) && !(REFERENCES as readonly string[]).includes(name)) {
          return !existsSync(join(dirname(`${ROOT}docs/${page.name}.md`), path));
        }
        return hash !== undefined && headings.has(name) && !headings.get(name)!.has(hash);
      })
      .map((link) => `${page.name}: ${link}`),
  );
  assert.deepEqual(broken, []);
});

test('headings get the same ids as on GitHub', () => {
  assert.equal(slugOf('What `save` means'), 'what-save-means');
  assert.equal(slugOf('React, and Next.js'), 'react-and-nextjs');
});
