/** Results for callers without a role, the reads for them, and their cost, which is charged before the read. */
import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import type { ContentService } from '../src/content/content-service.js';
import test from './support/each-database.js';
import { type GraphQLHost, SEED_PRINCIPAL, startGraphQLHost, HERO_VIEW } from './support/graphql-host.js';

const HERO = { library: 'demo', component: 'hero', version: 'responsive' };
const idsOf = (things: { id: string }[]): string[] => things.map(({ id }) => id);

/** The real content service, with a record of each read. */
function watched(contentService: ContentService): { contentService: ContentService; reads: [string, unknown[]][] } {
  const reads: [string, unknown[]][] = [];
  const noted = Object.entries(contentService).map(([name, method]) => [
    name,
    (...args: never[]) => {
      reads.push([name, args]);
      return (method as (...args: never[]) => unknown).apply(contentService, args);
    },
  ]);
  return { contentService: Object.fromEntries(noted) as ContentService, reads };
}

async function addForks(host: GraphQLHost, count: number): Promise<void> {
  for (let at = 0; at < count; at++) {
    const instance = `page-${String(at).padStart(3, '0')}`;
    await host.contentService.fork(HERO, instance, { actor: SEED_PRINCIPAL, expected: 0 });
    if (at % 2 === 0) {
      const write = { actor: SEED_PRINCIPAL, expected: 1 };
      await host.contentService.step('publish', { ...HERO, version: instance }, write);
    }
  }
}

test('callers without a role see no library, version or fork without published content', async (t) => {
  const host = await startGraphQLHost(t);
  await addForks(host, 4);
  const query =
    '{ libraries { id } other: library(id: "other") { id } demo: library(id: "demo") { id } component(id: "demo/hero") { versions { id view } } }';
  const { data } = (await host.execute(query)).json;
  assert.deepEqual(idsOf(data.libraries), ['demo']);
  assert.equal(data.other, null);
  assert.equal(data.demo.id, 'demo');
  assert.deepEqual(data.component.versions, [
    { id: 'demo/hero/responsive', view: HERO_VIEW },
    { id: 'demo/hero/page-000', view: '<p>a draft</p>' },
    { id: 'demo/hero/page-002', view: '<p>a draft</p>' },
  ]);
  // The fork is published, and its origin is not.
  const draft = { ...HERO, component: 'draft' };
  await host.contentService.fork(draft, 'shown', { actor: SEED_PRINCIPAL, expected: 0 });
  await host.contentService.step('publish', { ...draft, version: 'shown' }, { actor: SEED_PRINCIPAL, expected: 1 });
  const origins =
    '{ draft: component(id: "demo/draft") { versions { id forkOriginId } } hero: component(id: "demo/hero") { versions { forkOriginId } } }';
  const originsOf = async (as?: string) => {
    const { data } = (await host.execute(origins, { token: as })).json;
    return [data.draft.versions, data.hero.versions.map((each: { forkOriginId: string | null }) => each.forkOriginId)];
  };
  const hero = 'demo/hero/responsive';
  assert.deepEqual(await originsOf(), [[{ id: 'demo/draft/shown', forkOriginId: null }], [null, hero, hero]]);
  assert.deepEqual((await originsOf(host.secrets.viewer))[0].at(-1), {
    id: 'demo/draft/shown',
    forkOriginId: 'demo/draft/responsive',
  });
  // A token for one library has a role in that one only.
  const own = (
    await host.execute('{ libraries { id } other: library(id: "other") { id } }', { token: host.secrets.viewer })
  ).json;
  assert.deepEqual(idsOf(own.data.libraries), ['demo']);
  assert.equal(own.data.other, null);
  const token = await host.contentService.createToken({
    name: 'o',
    library: 'other',
    role: 'viewer',
    expiresAt: undefined,
  });
  assert.deepEqual(idsOf((await host.execute('{ libraries { id } }', { token: token.secret })).json.data.libraries), [
    'demo',
    'other',
  ]);
  const all = await host.contentService.createToken({
    name: 'a',
    library: undefined,
    role: 'viewer',
    expiresAt: undefined,
  });
  const everything = (await host.execute('{ libraries { id } library(id: "other") { id } }', { token: all.secret }))
    .json.data;
  assert.deepEqual(idsOf(everything.libraries), ['demo', 'other']);
  assert.equal(everything.library.id, 'other');
  await host.contentService.step('unpublish', HERO, { actor: SEED_PRINCIPAL, expected: 2 });
  assert.equal((await host.execute('{ versions(ids: ["demo/hero/responsive"]) { id } }')).json.data.versions[0], null);
});

test('a view is read only if it is requested, and once for many aliases', async (t) => {
  const seeded = await startGraphQLHost(t);
  await addForks(seeded, 4);
  const { contentService, reads } = watched(seeded.contentService);
  const host = await startGraphQLHost(t, { contentService, tokens: seeded.contentService });
  const aliased = (fields: string): string =>
    `{ ${Array.from({ length: 13 }, (_, at) => `a${at}: component(id: "demo/hero") { versions { ${fields} } }`).join(' ')} }`;
  for (const as of [undefined, seeded.secrets.viewer]) {
    for (const query of [
      aliased('id revision modifiedAt published'),
      '{ stylesheet(library: "demo") { id revision } }',
    ]) {
      const { json, text } = await host.execute(query, { token: as });
      assert.equal(json.errors, undefined, text);
    }
  }
  const history = '{ history(id: "demo/hero/responsive") { items { number } } dataSources(library: "demo") { key } }';
  assert.equal((await host.execute(history, { token: seeded.secrets.viewer })).json.errors, undefined);
  const withContent = [
    'contents',
    'versions',
    'versionsOf',
    'stylesheet',
    'history',
    'revision',
    'dataSources',
    'dataSource',
  ];
  assert.deepEqual(
    reads.filter(([name]) => withContent.includes(name)),
    [],
  );
  const { json } = await host.execute(aliased('view'), { token: seeded.secrets.viewer });
  assert.equal(json.data.a12.versions.length, 5);
  const asked = reads.filter(([name]) => name === 'contents').flatMap(([, [revisions]]) => revisions as unknown[]);
  assert.equal(asked.length, 5);
  const sample = await host.execute(
    '{ dataSources(library: "demo") { sample } history(id: "demo") { items { content } } }',
    {
      token: seeded.secrets.viewer,
    },
  );
  assert.equal(sample.json.data.dataSources[0].sample, '{"title":"One"}', sample.text);
  assert.match(sample.json.data.history.items[1].content, /teal/);
});

test('a short view is read with its version; long views, and published ones behind a draft, are read on request', async (t) => {
  const seeded = await startGraphQLHost(t);
  const { contentService, reads } = watched(seeded.contentService);
  const host = await startGraphQLHost(t, { contentService, tokens: seeded.contentService });
  const query = '{ versions(ids: ["demo/hero/responsive"]) { revision view } }';
  const readsOf = async (as?: string): Promise<unknown> => {
    reads.length = 0;
    const { json } = await host.execute(query, { token: as });
    const count = reads.filter(([name]) => name === 'contents').length;
    return [json.data.versions[0].revision, json.data.versions[0].view, count];
  };
  const { viewer } = seeded.secrets;
  const save = (view: string, expected: number) =>
    seeded.contentService.save(HERO, view, { actor: SEED_PRINCIPAL, expected });
  // The last revision is a draft.
  assert.deepEqual(await readsOf(viewer), [2, '<p>a draft</p>', 0]);
  assert.deepEqual(await readsOf(), [1, HERO_VIEW, 1]);
  await seeded.contentService.step('publish', HERO, { actor: SEED_PRINCIPAL, expected: 2 });
  assert.deepEqual(await readsOf(), [2, '<p>a draft</p>', 0]);
  // The limit is in bytes: these have as many characters as the first two.
  for (const [view, count, expected] of [
    ['x'.repeat(16_384), 0, 2],
    ['x'.repeat(16_385), 1, 3],
    ['ж'.repeat(8_192), 0, 4],
    ['ж'.repeat(8_193), 1, 5],
    ['', 0, 6],
  ] as const) {
    await save(view, expected);
    assert.deepEqual(await readsOf(viewer), [expected + 1, view, count]);
  }
  assert.deepEqual(await readsOf(), [2, '<p>a draft</p>', 1]);
});

test('the versions of listed components are read together, with the same result as each alone', async (t) => {
  const seeded = await startGraphQLHost(t);
  const { contentService: service, secrets } = seeded;
  const names = Array.from({ length: 44 }, (_, at) => `listed-${String(at).padStart(2, '0')}`);
  for (const [at, id] of names.entries()) {
    await service.putComponent({ library: 'demo', id, name: id, collections: [] });
    // Components with no, one or several versions, with and without forks, drafts and deleted versions.
    for (let count = 0; count < at % 4; count++) {
      const version = { library: 'demo', component: id, version: `v${count}` };
      await service.save(version, `<p>${id} ${count}</p>`, { actor: SEED_PRINCIPAL, expected: 0 });
      if (count % 2 === 0) await service.step('publish', version, { actor: SEED_PRINCIPAL, expected: 1 });
      await service.fork(version, `a-fork-${count}`, { actor: SEED_PRINCIPAL, expected: 0 });
      if (at % 5 === 0) await service.step('delete', version, { actor: SEED_PRINCIPAL, expected: 1 });
    }
  }
  // More than a scan of a few components reads.
  const [many] = names.slice(22);
  const version = { library: 'demo', component: many!, version: 'v0' };
  for (let count = 0; count < 40; count++) {
    await service.fork(version, `many-${count}`, { actor: SEED_PRINCIPAL, expected: 0 });
    await service.step('publish', { ...version, version: `many-${count}` }, { actor: SEED_PRINCIPAL, expected: 1 });
  }
  // A whole list, a part of it, those of a search, and those of several lists in any order.
  const lists = [names, names.slice(20, 25), names.filter((_, at) => at % 7 === 1), [...names].reverse()];
  for (const list of lists)
    for (const published of [false, true])
      for (const summaries of [false, true])
        for (const first of [1, 2, 3, 1000]) {
          const page = { first, published, summaries };
          const alone = list.map((name) => service.versionPage('demo', name, page));
          assert.deepEqual(await service.versionPages('demo', list, page), await Promise.all(alone));
        }
  const twice = await service.versionPages('demo', ['listed-03', 'none', 'listed-03'], { first: 10 });
  assert.deepEqual(
    twice.map(({ items }) => items.length),
    [6, 0, 6],
  );
  assert.deepEqual(await service.versionPages('demo', [], { first: 10 }), []);

  const { contentService, reads } = watched(service);
  const host = await startGraphQLHost(t, { contentService, tokens: service });
  for (const [first, expected] of [
    [10, 3],
    [1000, 23],
  ]) {
    reads.length = 0;
    const listed =
      'query ($first: Int!) { components(library: "demo", first: 100) { items { id versions(first: $first) { id view } } } }';
    const { json, text } = await host.execute(listed, { token: secrets.viewer, variables: { first } });
    assert.equal(json.errors, undefined, text);
    const items = json.data.components.items as { id: string; versions: { id: string; view: string }[] }[];
    const views = items.find(({ id }) => id === 'demo/listed-43')!.versions.map(({ view }) => view);
    assert.deepEqual(
      views,
      [0, 1, 2, 0, 1, 2].map((count) => `<p>listed-43 ${count}</p>`),
    );
    assert.deepEqual(
      reads.flatMap(([name]) => (/^version/.test(name) ? [name] : [])),
      Array<string>(expected!).fill('versionPages'),
    );
  }
});

test('a list of versions reads its revisions only for the fields that need them', async (t) => {
  const seeded = await startGraphQLHost(t);
  const { secrets } = seeded;
  await addForks(seeded, 3);
  await seeded.contentService.step('delete', { ...HERO, version: 'page-001' }, { actor: SEED_PRINCIPAL, expected: 1 });
  const { contentService, reads } = watched(seeded.contentService);
  const host = await startGraphQLHost(t, { contentService, tokens: seeded.contentService });
  for (const as of [undefined, secrets.viewer])
    for (const [fields, summaries] of [
      ['__typename id library component name forkOriginId', false],
      ['revision staged published deletedAt createdAt unpublishedAt delivered', false],
      ...(as ? ([['history(first: 1) { items { number content } }', false]] as const) : []),
      ['id modifiedAt', false],
      ['... on Version { ...Viewed }', true],
      ['name view @include(if: false)', true],
    ] as const) {
      reads.length = 0;
      const fragment = fields.includes('Viewed') ? 'fragment Viewed on Version { id view }' : '';
      const listed = await host.execute(
        `{ component(id: "demo/hero") { versions { key: id ${fields} } } } ${fragment}`,
        {
          token: as,
        },
      );
      assert.equal(listed.json.errors, undefined, listed.text);
      const versions = listed.json.data.component.versions as { key: string }[];
      const [, page] = reads.find(([name]) => name === 'versionPages')!;
      assert.equal((page[2] as { summaries: boolean }).summaries, summaries, fields);
      // The result of each version alone, for which both are read.
      const ids = versions.map(({ key }) => key);
      const alone = await host.execute(
        `query ($ids: [ID!]!) { versions(ids: $ids) { key: id ${fields} } } ${fragment}`,
        {
          token: as,
          variables: { ids },
        },
      );
      assert.deepEqual(versions, alone.json.data.versions, fields);
      assert.equal(ids.length, as ? 4 : 3);
    }
});

test('a list of versions contains none that was erased with its library', async (t) => {
  const { contentService: service } = await startGraphQLHost(t);
  await service.deleteLibrary('demo');
  while ((await service.openDeletions()).length > 0) await setImmediate();
  await service.putLibrary({ id: 'demo', name: 'Demo' });
  await service.putComponent({ library: 'demo', id: 'hero', name: 'Hero', collections: [] });
  for (const summaries of [false, true]) {
    assert.deepEqual((await service.versionPage('demo', 'hero', { first: 10, summaries })).items, []);
    assert.deepEqual((await service.versionPages('demo', ['hero'], { first: 10, summaries }))[0]!.items, []);
    await assert.rejects(service.versionPage('demo', 'hero', { first: 1, after: 'responsive', summaries }), /after/);
  }
});

test('a read beyond the limit of a request is rejected before it happens', async (t) => {
  const seeded = await startGraphQLHost(t);
  await seeded.contentService.save(HERO, `<p>${'x'.repeat(5000)}</p>`, { actor: SEED_PRINCIPAL, expected: 2 });
  const { contentService, reads } = watched(seeded.contentService);
  const host = await startGraphQLHost(t, {
    contentService,
    tokens: seeded.contentService,
    limits: { characters: 5000, rows: 50 },
  });
  const as = seeded.secrets.viewer;
  for (const query of [
    '{ versions(ids: ["demo/hero/responsive"]) { view } }',
    '{ history(id: "demo/hero/responsive", first: 1) { items { content } } }',
  ]) {
    const { status, text } = await host.execute(query, { token: as });
    assert.equal(status, 400, text);
    assert.match(text, /holds more than 5000 characters/);
  }
  await addForks(seeded, 5);
  const small = await startGraphQLHost(t, { contentService, tokens: seeded.contentService, limits: { rows: 4 } });
  const listed = '{ component(id: "demo/hero") { versions(first: 60) { id } } }';
  assert.match((await small.execute(listed, { token: as })).text, /reads more than 4 rows/);
  const [, page] = reads.find(([name]) => name === 'versionPages')!;
  // One row for each read, and one for the component: one row is left, and a second one shows that there are more.
  assert.equal((page[2] as { first: number }).first, 2);
  const asked = '{ versions(ids: ["demo/hero/a", "demo/hero/b", "demo/hero/c", "demo/hero/d"]) { id } }';
  assert.match((await small.execute(asked)).text, /reads more than 4 rows/);
  assert.deepEqual(
    reads.filter(([name]) => name === 'contents' || name === 'versionSummaries').map(([, [first]]) => first),
    [[HERO]],
  );
});

test('each list has a default and a maximum size, and continues after an id', async (t) => {
  const host = await startGraphQLHost(t);
  await addForks(host, 5);
  const all = await host.contentService.createToken({
    name: 'a',
    library: undefined,
    role: 'admin',
    expiresAt: undefined,
  });
  const ask = async (query: string) => host.execute(`{ ${query} }`, { token: all.secret });
  for (let at = 0; at < 3; at++) {
    await host.contentService.putCollection({ library: 'demo', id: `c${at}`, name: 'C' });
    await host.contentService.putDataSource({ library: 'demo', id: `d${at}`, sample: '{}', settings: null });
  }
  const tokens = idsOf((await ask('tokens(library: "demo") { id }')).json.data.tokens);
  const lists: [string, (args: string) => string, string[]][] = [
    ['libraries', (args) => `libraries${args} { id }`, ['demo', 'other']],
    [
      'versions',
      (args) => `component(id: "demo/hero") { versions${args} { id } }`,
      ['responsive', 'page-000', 'page-001', 'page-002', 'page-003', 'page-004'].map((name) => `demo/hero/${name}`),
    ],
    [
      'collections',
      (args) => `library(id: "demo") { collections${args} { id } }`,
      ['c0', 'c1', 'c2', 'top'].map((name) => `demo/${name}`),
    ],
    [
      'dataSources',
      (args) => `dataSources(library: "demo"${args.replace('(', ' ') || ')'} { id }`,
      ['d0', 'd1', 'd2', 'page'].map((name) => `demo/${name}`),
    ],
    ['tokens', (args) => `tokens(library: "demo"${args.replace('(', ' ') || ')'} { id }`, tokens],
  ];
  for (const [name, query, ids] of lists) {
    const listed = async (args: string): Promise<string[]> => {
      const { json, text } = await ask(query(args));
      assert.equal(json.errors, undefined, text);
      return idsOf(json.data[name] ?? json.data.component?.[name] ?? json.data.library[name]);
    };
    assert.deepEqual(await listed(''), ids, name);
    const paged: string[] = [];
    for (let after = ''; ;) {
      const page = await listed(`(first: 1${after})`);
      if (page.length === 0) break;
      paged.push(...page);
      after = `, after: "${page.at(-1)}"`;
    }
    assert.deepEqual(paged, ids, name);
    for (const first of [0, 1001]) {
      const { json, text } = await ask(query(`(first: ${first})`));
      assert.equal(json.errors?.[0].extensions.code, 'BAD_USER_INPUT', text);
      assert.equal(json.errors[0].extensions.argument, 'first');
    }
  }
  const stranger = await ask('component(id: "demo/hero") { versions(after: "demo/draft/responsive") { id } }');
  assert.equal(stranger.json.errors[0].extensions.argument, 'after', stranger.text);
});

test('visitors can page past a version that was unpublished meanwhile, and see no drafts', async (t) => {
  const { execute, contentService, secrets } = await startGraphQLHost(t);
  const hero = { library: 'demo', component: 'hero', version: 'responsive' };
  const publish = async (version: string) => {
    const address = { ...hero, version };
    const [known] = await contentService.versions([address]);
    const { revision } =
      known ?? (await contentService.save(address, HERO_VIEW, { actor: SEED_PRINCIPAL, expected: 0 }));
    await contentService.step('publish', address, { actor: SEED_PRINCIPAL, expected: revision });
  };
  for (const version of ['v1', 'v2', 'v3']) await publish(version);
  for (const fork of ['f1', 'f2', 'f3']) {
    await contentService.fork({ ...hero, version: 'v1' }, fork, { actor: SEED_PRINCIPAL, expected: 0 });
    if (fork !== 'f3') await publish(fork);
  }
  await contentService.save({ ...hero, version: 'v2-draft' }, HERO_VIEW, { actor: SEED_PRINCIPAL, expected: 0 });
  await contentService.fork({ ...hero, version: 'v1' }, 'v2-fork', { actor: SEED_PRINCIPAL, expected: 0 });
  const unpublish = async (version: string) => {
    const [{ revision } = { revision: 0 }] = await contentService.versions([{ ...hero, version }]);
    await contentService.step('unpublish', { ...hero, version }, { actor: SEED_PRINCIPAL, expected: revision });
  };
  const after = async (version: string, as?: string): Promise<string[]> => {
    const query = `{ component(id: "demo/hero") { versions(after: "demo/hero/${version}") { id } } }`;
    const { json, text } = await execute(query, as === undefined ? {} : { token: as });
    assert.equal(json.errors, undefined, text);
    return json.data.component.versions.map(({ id }: { id: string }) => id.slice('demo/hero/'.length));
  };
  assert.deepEqual(await after('v2'), ['v3', 'f1', 'f2']);
  await unpublish('v2');
  assert.deepEqual(await after('v2'), ['v3', 'f1', 'f2']);
  await unpublish('f1');
  assert.deepEqual(await after('f1'), ['f2'], 'versions before it are not listed again');
  // Responses for drafts, also of customizations, do not differ from those for unused names.
  for (const version of ['v2-draft', 'v2-fork', 'v2-none']) assert.deepEqual(await after(version), ['v3', 'f2']);
  for (const version of ['f3', 'f4']) assert.deepEqual(await after(version), ['responsive', 'v1', 'v3', 'f2']);
  const viewer = await execute('{ component(id: "demo/hero") { versions(after: "demo/hero/v2-none") { id } } }', {
    token: secrets.viewer,
  });
  assert.equal(viewer.json.errors?.[0].extensions.argument, 'after');
});
