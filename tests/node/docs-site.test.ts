/** The rendered documentation: its pages, the contents of the reference, and the search results. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readFileSync } from 'node:fs';
import { allPages, textsForModels } from '../../scripts/docs/build';
import { REFERENCES } from '../../scripts/docs/names';
import { markdownOf } from '../../scripts/docs/llms';
import { linksOf, pageOf, pagesIn } from '../../scripts/docs/pages';
import { references } from '../../scripts/docs/reference';
import { renderer } from '../../scripts/docs/render';
import { COMMANDS } from '../../host/src/cli/command-line/usage';
import { SETTINGS } from '../../host/src/config/settings-table';

const ROOT = new URL('../../', import.meta.url).pathname;
process.chdir(ROOT);
const head = '---\ntitle: A page\ndescription: About it.\n---\n';

test('a page without front matter is rejected with its name', () => {
  assert.throws(() => pageOf('data', '# Data'), /docs\/data\.md has to begin with a head/);
});

test('titles and descriptions fit into search results', () => {
  for (const { name, title, description } of pagesIn('docs')) {
    assert.ok(title.length <= 60, name);
    assert.ok(description.length >= 50 && description.length <= 160, `${name}: ${description.length} characters`);
  }
});

test('an example is live above its code; everything else is static', async () => {
  const render = await renderer(new Map());
  const page = pageOf(
    'x',
    `${head}# A\n\n\`\`\`html live title="L"\n<b>1</b>\n\`\`\`\n\n\`\`\`html page title="P"\n<i>2</i>\n\`\`\`\n\n<u>3</u>\n`,
  );
  const html = render(page, () => undefined);
  assert.match(html, /<figcaption>L<\/figcaption><div class="code__live"><b>1<\/b>\n<\/div><pre/);
  assert.doesNotMatch(html, /<i>2|<u>3/);
});

test('links lead to pages of the site; other relative links become text', async () => {
  const render = await renderer(new Map());
  const page = pageOf('x', `${head}# A\n\n[in](data.md#paths) and [out](nowhere.md)\n`);
  const html = render(page, (link) => (link === 'data.md#paths' ? '/docs/data.html#paths' : undefined));
  assert.match(html, /<a href="\/docs\/data\.html#paths">in<\/a> and out/);
});

test('images have a size; a missing image is reported', async () => {
  const render = await renderer(new Map([['/docs/pictures/a.webp', { width: 9, height: 4 }]]));
  const page = pageOf('x', `${head}# A\n\n![What it shows](pictures/a.webp)\n`);
  assert.match(
    render(page, (link) => `/docs/${link}`),
    /<img src="\/docs\/pictures\/a\.webp" alt="What it shows" width="9" height="4"/,
  );
  assert.throws(() => render(page, () => '/docs/pictures/b.webp'), /x: there is no picture 'pictures\/a\.webp'/);
});

test('the reference contains the whole public API, and all commands, settings and types', () => {
  const pages = new Map(references().map((page) => [page.name, page.text]));
  assert.deepEqual([...pages.keys()], [...REFERENCES]);
  const missing: string[] = [];
  const seek = (name: (typeof REFERENCES)[number], words: readonly string[]): void => {
    for (const word of words) if (!pages.get(name)!.includes(word)) missing.push(`${name}: ${word}`);
  };
  const surface = readFileSync('api.txt', 'utf8').trim().split('\n');
  const fields = surface.map((line) => line.split(','));
  seek(
    'reference/elements',
    fields.filter(([, kind]) => kind === 'prop').map(([, , name]) => `\`${name}\``),
  );
  seek(
    'reference/elements',
    fields.filter(([, kind]) => kind === 'event').map(([, , name]) => `\`${name}\``),
  );
  seek(
    'reference/api',
    fields.filter(([, kind]) => kind === 'export').map(([, , name]) => `\`${name}`),
  );
  seek('reference/cli', Object.keys(COMMANDS));
  seek(
    'reference/cli',
    Object.values(SETTINGS).map(({ variable }) => variable),
  );
  const types = readFileSync('host/schema.graphql', 'utf8').matchAll(/^(?:type|enum|input|scalar) (\w+)/gm);
  seek(
    'reference/graphql',
    [...types].map(([, name]) => `## ${name}`),
  );
  assert.deepEqual(missing, []);
});

test('the reference and the manifest name an attribute for each property', () => {
  interface Manifest {
    readonly modules: readonly { readonly declarations: readonly Declaration[] }[];
  }
  interface Declaration {
    readonly tagName: string;
    readonly members: readonly { readonly kind: string; readonly name: string; readonly attribute?: string }[];
  }
  const { modules } = JSON.parse(readFileSync('dist/custom-elements.json', 'utf8')) as Manifest;
  const properties = modules
    .flatMap(({ declarations }) => declarations)
    .flatMap(({ tagName, members }) => members.map((member) => ({ tagName, ...member })))
    .filter(({ kind }) => kind === 'field');
  const reference = references().find(({ name }) => name === 'reference/elements')!.text;
  assert.ok(properties.length > 30);
  // Values of any type, including functions, which an attribute can not hold.
  const withoutAttribute = ['feaas-external componentProps'];
  for (const { tagName, name, attribute } of properties) {
    if (withoutAttribute.includes(`${tagName} ${name}`)) continue;
    assert.ok(attribute, `${tagName}: ${name}`);
    assert.ok(reference.includes(`| \`${name}\` | \`${attribute}\` |`), `${tagName}: ${name}`);
  }
});

test('a Markdown page has the links of the site; code and other links stay unchanged', () => {
  const page = pageOf(
    'x',
    `${head}# A\n\n[in \`code\`](data.md#paths), ![p](pictures/a.webp), [out](nowhere.md), \`[no](data.md)\`\n\n\`\`\`md\n[no](data.md)\n\`\`\`\n`,
  );
  const resolve = (link: string): string | undefined => (link === 'nowhere.md' ? undefined : `/docs/${link}`);
  assert.equal(
    markdownOf(page, resolve),
    '# A\n\n[in `code`](/docs/data.md#paths), ![p](/docs/pictures/a.webp), out, `[no](data.md)`\n\n```md\n[no](data.md)\n```\n',
  );
});

test('tables as Markdown have no padding', () => {
  const page = pageOf('x', `${head}# A\n\n| a      | b |\n| ------ | - |\n| \`x  y\` | 1 |\n`);
  assert.equal(
    markdownOf(page, () => undefined),
    '# A\n\n| a | b |\n| --- | - |\n| `x  y` | 1 |\n',
  );
});

test('llms.txt has the form of llmstxt.org, and each of its links is a page of the site as Markdown', () => {
  const all = allPages();
  const { markdown, index, full } = textsForModels(all);
  assert.deepEqual([...markdown.keys()].sort(), all.map(({ name }) => name).sort());
  assert.match(index, /^# feaas-kit\n\n> [^\n]+\n\n/);
  const [, ...sections] = index.split(/^## /m);
  assert.deepEqual(
    sections.map((section) => section.split('\n')[0]),
    ['Tutorials', 'How-to guides', 'Reference', 'Specification', 'Explanation', 'Optional'],
  );
  for (const section of sections)
    for (const line of section.trim().split('\n').slice(2))
      assert.match(line, /^- \[[^\]]+\]\(\/docs\/[\w/-]+\.md\): \S.+$/);
  const known = new Set(['/llms-full.txt', ...[...markdown.keys()].map((name) => `/docs/${name}.md`)]);
  const unknown = (text: string): string[] =>
    linksOf({ text })
      .map((link) => link.split('#')[0]!)
      .filter((link) => !/^(?:https?:\/\/|mailto:|\/docs\/pictures\/)/.test(link) && link !== '' && !known.has(link));
  assert.deepEqual(unknown(index), []);
  for (const [name, text] of markdown) assert.deepEqual(unknown(text), [], name);
  assert.equal(linksOf({ text: index }).length, all.length, 'every page');
  for (const name of ['start', 'agents', 'reference/cli', 'specification/errors'])
    assert.ok(full.includes(markdown.get(name)!), name);
  assert.ok(!full.includes(markdown.get('more/changes')!), 'what is optional is not in the full text');
});
