import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { COMPONENT_FIELD_NAMES } from '../src/content/component-fields.js';
import type { Queries } from '../src/db/schema.js';
import { sampleFields } from './support/component-samples.js';
import test from './support/each-database.js';
import { uploadForm, type GraphQLHost, makePng, createSession, startGraphQLHost } from './support/graphql-host.js';

const SAVE =
  'mutation ($id: ID!, $view: String!, $expected: Int!, $key: String) { saveVersion(id: $id, view: $view, expectedRevision: $expected, idempotencyKey: $key) { id revision view } }';
const ID = 'demo/hero/responsive';
const HERO = { library: 'demo', component: 'hero', version: 'responsive' };

const save = (host: GraphQLHost, variables: Record<string, unknown>, as = host.secrets.editor) =>
  host.execute(SAVE, { token: as, variables: { id: ID, ...variables } });

test('two editors save the same revision: one succeeds, the other gets the state to merge', async (t) => {
  const host = await startGraphQLHost(t);
  const answers = await Promise.all(['<p>first</p>', '<p>second</p>'].map((view) => save(host, { view, expected: 2 })));
  const won = answers.find(({ json }) => json.data)!.json.data.saveVersion;
  const lost = answers.find(({ json }) => json.errors)!.json.errors[0];
  assert.equal(won.revision, 3);
  assert.equal(lost.extensions.code, 'CONFLICT');
  assert.deepEqual([lost.extensions.expected, lost.extensions.current.revision], [2, 3]);
  assert.equal(lost.extensions.current.view, won.view);
  assert.equal(lost.extensions.current.id, ID);
  assert.match(lost.extensions.current.modifiedAt, /^\d{4}-\d\d-\d\dT/);
  const merged = await save(host, { view: '<p>both</p>', expected: lost.extensions.current.revision });
  assert.equal(merged.json.data.saveVersion.revision, 4);
});

test('a save that is retried 5 times with its idempotency key is applied once, also from a renewed session', async (t) => {
  const host = await startGraphQLHost(t);
  const ann = { library: 'demo', role: 'editor', name: 'Ann', subject: 'user-7' } as const;
  const answers = [];
  for (let attempt = 0; attempt < 5; attempt++) {
    const as = await createSession(host, { ...ann, seconds: 600 + attempt });
    answers.push((await save(host, { view: '<p>once</p>', expected: 2, key: 'k1' }, as)).json.data.saveVersion);
  }
  assert.deepEqual(new Set(answers.map(({ revision }) => revision)), new Set([3]));
  const { items } = await host.contentService.history(HERO, { first: 100 });
  assert.deepEqual(
    items.map(({ number, author }) => [number, author]),
    [
      [3, 'Ann'],
      [2, 'Seed'],
      [1, 'Seed'],
    ],
  );
  const reused = await save(host, { view: '<p>other</p>', expected: 3, key: 'k1' }, await createSession(host, ann));
  assert.equal(reused.json.errors[0].extensions.code, 'IDEMPOTENCY_KEY_REUSED');
  // Another session with the same name, and one without a subject.
  for (const [expected, subject] of [[3, 'user-8'], [4]] as const) {
    const other = await createSession(host, {
      library: 'demo',
      role: 'editor',
      name: 'Ann',
      ...(subject ? { subject } : {}),
    });
    const own = await save(host, { view: '<p>other</p>', expected, key: 'k1' }, other);
    assert.equal(own.json.data.saveVersion.revision, expected + 1, 'keys are those of one subject');
  }
});

test('a stylesheet conflict contains the state of the stylesheet', async (t) => {
  const host = await startGraphQLHost(t);
  const query = 'mutation { saveStylesheet(library: "demo", css: "p {}", expectedRevision: 1) { revision } }';
  const { code, current } = (await host.execute(query, { token: host.secrets.editor })).json.errors[0].extensions;
  assert.deepEqual([code, current.revision, current.css], ['CONFLICT', 2, 'p { color: red; }']);
  assert.deepEqual(current.themes, [{ id: 'dusk', name: 'Dusk', className: '-theme--dusk', description: '' }]);
});

test('the origins that feaas-* elements may load from are a setting of the library', async (t) => {
  const host = await startGraphQLHost(t);
  const view = '<div><feaas-component cdn="https://cdn.example/x" src="a/b"></feaas-component></div>';
  const refused = (await save(host, { view, expected: 2 })).json.errors[0].extensions;
  assert.equal(refused.problems[0].path, 'div > feaas-component@cdn');
  assert.match(refused.problems[0].problem, /not covered by the allowed cdns of the library/);
  const allow = (cdns: string) =>
    host.execute(
      `mutation { saveLibrary(id: "demo", name: "Demo", settings: { cdns: ${cdns} }) { settings { cdns embeds } } }`,
      { token: host.secrets.admin },
    );
  for (const wrong of ['["cdn.example"]', '["https://cdn.example/?x"]', '["//cdn.example"]', '[""]', '["/a", "x:y"]']) {
    const { code, argument } = (await allow(wrong)).json.errors[0].extensions;
    assert.deepEqual([code, argument], ['BAD_USER_INPUT', 'settings'], wrong);
  }
  assert.deepEqual((await allow('["https://cdn.example/x"]')).json.data.saveLibrary.settings, {
    cdns: ['https://cdn.example/x'],
    embeds: ['https://widgets.example/'],
  });
  assert.equal((await save(host, { view, expected: 2 })).json.data.saveVersion.revision, 3);
  await allow('[]');
  const revert = 'mutation { revertVersion(id: "demo/hero/responsive", to: 3, expectedRevision: 3) { id } }';
  const later = await host.execute(revert, { token: host.secrets.editor });
  assert.equal(later.json.errors[0].extensions.problems[0].path, 'div > feaas-component@cdn', 'nor saved again');
});

test('each field of a component is written and read; omitted or null fields stay unchanged', async (t) => {
  const host = await startGraphQLHost(t);
  const { publisher } = host.secrets;
  await host.contentService.putCollection({ library: 'demo', id: 'cards', name: 'Cards' });
  const { name, ...others } = sampleFields('cards');
  const put = async (fields: Partial<Record<keyof typeof others, unknown>>) => {
    // JSON texts of these values are literals of GraphQL, too.
    const args = Object.entries(fields).map(([field, value]) => `, ${field}: ${JSON.stringify(value)}`);
    const text = `saveComponent(id: "demo/hero", name: "${name}"${args.join('')}) { ${COMPONENT_FIELD_NAMES.join(' ')} }`;
    return (await host.execute(`mutation { ${text} }`, { token: publisher })).json.data.saveComponent;
  };
  const whole = { name, ...others };
  assert.deepEqual({ ...(await put(others)) }, whole);
  assert.deepEqual({ ...(await put({})) }, whole);
  assert.deepEqual({ ...(await put(Object.fromEntries(Object.keys(others).map((field) => [field, null])))) }, whole);
});

test('libraries, components and themes have names and descriptions; omitted ones stay unchanged', async (t) => {
  const host = await startGraphQLHost(t);
  const { admin, publisher, editor } = host.secrets;
  const library = (args: string) =>
    host.execute(`mutation { saveLibrary(id: "demo", name: "Demo"${args}) { description } }`, { token: admin });
  assert.equal((await library(', description: "A library"')).json.data.saveLibrary.description, 'A library');
  assert.equal((await library('')).json.data.saveLibrary.description, 'A library');
  assert.equal((await library(', description: ""')).json.data.saveLibrary.description, '');
  const component = (args: string) =>
    host.execute(`mutation { saveComponent(id: "demo/hero", name: "Hero"${args}) { description } }`, {
      token: publisher,
    });
  assert.equal((await component('')).json.data.saveComponent.description, '');
  assert.equal((await component(', description: "Two\\nlines"')).json.data.saveComponent.description, 'Two\nlines');
  assert.equal((await component('')).json.data.saveComponent.description, 'Two\nlines');
  for (const length of [2000, 2001]) {
    const { json } = await component(`, description: "${'x'.repeat(length)}"`);
    assert.equal(json.errors?.[0].extensions.argument, length === 2000 ? undefined : 'description');
  }
  const sheet = (theme: string, expected: number) =>
    host.execute(
      `mutation { saveStylesheet(library: "demo", css: "", themes: [{ id: "dark", name: "Dark"${theme} }], expectedRevision: ${expected}) { themes { id className description } } }`,
      { token: editor },
    );
  const themesOf = async (answer: ReturnType<typeof sheet>) => (await answer).json.data.saveStylesheet.themes;
  assert.deepEqual(await themesOf(sheet(', className: null', 2)), [
    { id: 'dark', className: '-theme--dark', description: '' },
  ]);
  assert.deepEqual(await themesOf(sheet(', className: "is-dark", description: "Night"', 3)), [
    { id: 'dark', className: 'is-dark', description: 'Night' },
  ]);
  assert.equal((await sheet(', className: "two words"', 4)).json.errors[0].extensions.argument, 'themes');
});

test('fields that a write omits stay unchanged: collections, settings of data, themes and widths', async (t) => {
  const host = await startGraphQLHost(t);
  const { publisher, editor } = host.secrets;
  const done = async (text: string, as = publisher) => {
    const { json } = await host.execute(`mutation { done: ${text} }`, { token: as });
    assert.equal(json.errors, undefined, JSON.stringify(json.errors));
    return json.data.done;
  };
  await done('saveCollection(library: "demo", key: "news", name: "News") { id }');
  const collections = async (args: string) => {
    await done(`saveComponent(id: "demo/hero", name: "Hero"${args}) { id }`);
    return (await host.contentService.component('demo', 'hero'))!.collections;
  };
  assert.deepEqual(await collections(', collections: ["news"]'), ['news']);
  assert.deepEqual(await collections(''), ['news']);
  assert.deepEqual(await collections(', collections: null'), ['news']);
  assert.deepEqual(await collections(', collections: []'), []);
  const settings = async (args: string) =>
    (await done(`saveDataSource(library: "demo", key: "page", sample: "{}"${args}) { settings }`)).settings;
  const fetched = JSON.stringify({ url: 'https://example.org/' });
  assert.equal(await settings(''), null);
  assert.equal(await settings(`, settings: ${JSON.stringify(fetched)}`), fetched);
  assert.equal(await settings(''), fetched);
  assert.equal(await settings(', settings: null'), null);
  const isPublic = async (args: string) =>
    (await done(`saveDataSource(library: "demo", key: "page", sample: "{}"${args}) { public }`)).public;
  assert.equal(await isPublic(''), false);
  assert.equal(await isPublic(', public: true'), true);
  assert.equal(await isPublic(''), true);
  assert.equal(await isPublic(', public: null'), true);
  assert.equal(await isPublic(', public: false'), false);
  const sheet = (args: string, expected: number) =>
    done(
      `saveStylesheet(library: "demo", css: "", expectedRevision: ${expected}${args}) { themes { id className description } breakpoints { id minWidth } }`,
      editor,
    );
  const night = { id: 'dark', className: 'is-dark', description: 'Night' };
  const saved = await sheet(
    ', themes: [{ id: "dark", name: "Dark", className: "is-dark", description: "Night" }], breakpoints: [{ id: "wide", minWidth: 900 }], idempotencyKey: "a"',
    2,
  );
  assert.deepEqual(saved, { themes: [night], breakpoints: [{ id: 'wide', minWidth: 900 }] });
  assert.deepEqual(await sheet('', 3), saved);
  assert.deepEqual(await sheet(', themes: [{ id: "dark", name: "Darker" }], idempotencyKey: "b"', 4), saved);
  assert.deepEqual(await sheet(', themes: []', 5), { ...saved, themes: [] });
  assert.deepEqual(await sheet(', breakpoints: []', 6), { themes: [], breakpoints: [] });
  // A retry returns the same result, whatever was saved since.
  await sheet(', themes: [{ id: "dark", name: "Darker" }], idempotencyKey: "b"', 4);
});

test('a mutation returns whether its publication is complete or pending', async (t) => {
  const host = await startGraphQLHost(t);
  const text = `{ versions(ids: ["${ID}"]) { delivered } stylesheet(library: "demo") { delivered } }`;
  const delivered = async () => (await host.execute(text)).json.data;
  assert.deepEqual(await delivered(), { versions: [{ delivered: true }], stylesheet: { delivered: true } });
  // The state after a blob store took too long.
  const openAgain = (word: string) => async (transaction: Queries) =>
    transaction
      .updateTable('deliveries')
      .set({ wanted: 9, due_at: Date.now() + 600_000 })
      .where('key', 'like', word)
      .execute();
  await host.database.write(openAgain('components/%'));
  assert.deepEqual(await delivered(), { versions: [{ delivered: false }], stylesheet: { delivered: true } });
  await host.database.write(openAgain('styles/%'));
  assert.deepEqual(await delivered(), { versions: [{ delivered: false }], stylesheet: { delivered: false } });
});

test('invalid content is rejected with the position of each problem, and nothing is written', async (t) => {
  const host = await startGraphQLHost(t);
  const view = '<div onclick="x()"><script>x()</script><a href="javascript:x()">x</a></div>';
  const { code, argument, problems } = (await save(host, { view, expected: 2 })).json.errors[0].extensions;
  assert.deepEqual([code, argument], ['BAD_USER_INPUT', 'view']);
  assert.ok(problems.length >= 3, JSON.stringify(problems));
  for (const problem of problems) assert.deepEqual(Object.keys(problem).sort(), ['column', 'line', 'path', 'problem']);
  assert.equal((await host.contentService.versions([HERO]))[0]?.revision, 2);

  const embed = (from: string) => `<div data-embed-src="https://${from}/w.js"></div>`;
  assert.ok((await save(host, { view: embed('elsewhere.example'), expected: 2 })).json.errors);
  assert.equal((await save(host, { view: embed('widgets.example'), expected: 2 })).json.data.saveVersion.revision, 3);
  await host.contentService.putLibrary({ id: 'demo', name: 'Demo', settings: { embeds: [] } });
  assert.equal((await save(host, { view: '<p>4</p>', expected: 3 })).json.data.saveVersion.revision, 4);
  const revert = `mutation { revertVersion(id: "${ID}", to: 3, expectedRevision: 4) { revision } }`;
  const refused = await host.execute(revert, { token: host.secrets.editor });
  assert.equal(refused.json.errors[0].extensions.argument, 'view', 'what was allowed once may not come back');

  const css = 'mutation { saveStylesheet(library: "demo", css: "p {} </style>", expectedRevision: 2) { id } }';
  const sheet = await host.execute(css, { token: host.secrets.editor });
  assert.equal(sheet.json.errors[0].extensions.argument, 'css');
});

test('a retry returns its first result, even if the settings no longer allow the content', async (t) => {
  const host = await startGraphQLHost(t);
  const as = host.secrets.editor;
  const view = '<div data-embed-src="https://widgets.example/w.js"></div>';
  const first = { view, expected: 2, key: 'save' };
  assert.equal((await save(host, first)).json.data.saveVersion.revision, 3);
  await save(host, { view: '<p>4</p>', expected: 3 });
  const revert = (key: string, expected: number) =>
    host.execute(
      `mutation { version: revertVersion(id: "${ID}", to: 3, expectedRevision: ${expected}, idempotencyKey: "${key}") { revision view } }`,
      { token: as },
    );
  const reverted = (await revert('revert', 4)).json.data.version;
  assert.deepEqual(reverted, { revision: 5, view });

  await host.contentService.putLibrary({ id: 'demo', name: 'Demo', settings: { embeds: [] } });
  assert.deepEqual((await save(host, first)).json.data?.saveVersion, { id: ID, revision: 3, view });
  assert.deepEqual((await revert('revert', 4)).json.data?.version, reverted);

  // A new write is rejected, also with a key, and does not use the key up.
  for (const { json } of [
    await save(host, { view, expected: 5, key: 'new' }),
    await save(host, { view, expected: 2, key: 'new' }),
    await save(host, { view, expected: 5 }),
    await revert('new', 5),
  ])
    assert.equal(json.errors[0].extensions.argument, 'view', JSON.stringify(json));
  assert.equal((await host.contentService.versions([HERO]))[0]?.revision, 5);
  assert.equal((await save(host, { view: '<p>6</p>', expected: 5, key: 'new' })).json.data.saveVersion.revision, 6);
});

test('invalid arguments are named in the error', async (t) => {
  const host = await startGraphQLHost(t);
  const cases: [Record<string, unknown>, string, string][] = [
    [{ id: 'demo/hero', view: '', expected: 0 }, 'BAD_USER_INPUT', 'id'],
    [{ id: 'demo/hero/responsive/x', view: '', expected: 0 }, 'BAD_USER_INPUT', 'id'],
    [{ id: 'demo/hero/.hidden', view: '', expected: 0 }, 'BAD_USER_INPUT', 'version'],
    [{ view: '', expected: -1 }, 'BAD_USER_INPUT', 'expectedRevision'],
    [{ view: '', expected: 2, key: '' }, 'BAD_USER_INPUT', 'idempotencyKey'],
    [{ view: '', expected: 2, key: 'k'.repeat(201) }, 'BAD_USER_INPUT', 'idempotencyKey'],
  ];
  for (const [variables, code, argument] of cases) {
    const { extensions } = (await save(host, variables)).json.errors[0];
    assert.deepEqual([extensions.code, extensions.argument], [code, argument], JSON.stringify(variables));
  }
  const gone = await save(host, { id: 'demo/none/responsive', view: '<p></p>', expected: 0 });
  assert.equal(gone.json.errors[0].extensions.code, 'NOT_FOUND');
  for (const variables of [{ expected: 2 }, { view: '', expected: 2.5 }, { view: '', expected: '2' }]) {
    const { status, json } = await save(host, variables);
    assert.equal(json.errors[0].extensions.code, 'BAD_USER_INPUT', JSON.stringify(json));
    assert.ok(status === 200 || status === 400);
  }
});

test('a fork is created, saved, published, reverted, and restored by forking again', async (t) => {
  const host = await startGraphQLHost(t);
  const as = host.secrets.publisher;
  const run = async (field: string) => {
    const { json, text } = await host.execute(
      `mutation { result: ${field} { revision staged published deletedAt forkOriginId view } }`,
      { token: as },
    );
    assert.equal(json.errors, undefined, text);
    return json.data.result;
  };
  const id = 'demo/hero/page-7';
  const forked = await run(
    `fork(originId: "${ID}", instance: "page-7", expectedRevision: 0, page: "https://site.example/")`,
  );
  assert.deepEqual([forked.revision, forked.forkOriginId, forked.view], [1, ID, '<p>a draft</p>']);
  assert.equal((await run(`saveVersion(id: "${id}", view: "<p>mine</p>", expectedRevision: 1)`)).revision, 2);
  assert.equal((await run(`stageVersion(id: "${id}", expectedRevision: 2)`)).staged, 2);
  assert.equal((await run(`publishVersion(id: "${id}", expectedRevision: 2)`)).published, 2);
  const seen = await host.execute(`{ versions(ids: ["${id}"]) { view } }`);
  assert.equal(seen.json.data.versions[0].view, '<p>mine</p>');
  const forks = async (wanted: string) => {
    const query = `{ forks(library: "demo"${wanted}) { items { id component name originId page author originChanged orphaned published deletedAt } next } }`;
    const { json } = await host.execute(query, { token: host.secrets.viewer });
    return json.errors ? json.errors[0].extensions : json.data.forks;
  };
  const fork = { id, component: 'demo/hero', name: 'page-7', originId: ID, page: 'https://site.example/' };
  const state = { originChanged: false, orphaned: false, published: 2, deletedAt: null };
  const told = { items: [{ ...fork, author: 'the publisher', ...state }], next: null };
  assert.deepEqual(await forks(''), told);
  assert.deepEqual(
    await forks(', component: "demo/hero", order: PAGE, page: "https://site.example", author: null'),
    told,
  );
  assert.deepEqual(await forks(', inUse: false'), { items: [], next: null });
  assert.equal((await forks(', component: "other/hero"')).argument, 'component');
  assert.equal((await forks(', after: "x"')).argument, 'after');
  assert.equal((await forks(', first: 101')).argument, 'first');
  assert.equal((await run(`unpublishVersion(id: "${id}", expectedRevision: 2)`)).published, null);
  assert.equal((await host.execute(`{ versions(ids: ["${id}"]) { view } }`)).json.data.versions[0], null);
  assert.ok((await run(`deleteVersion(id: "${id}", expectedRevision: 2)`)).deletedAt);
  const again = await run(`fork(originId: "${ID}", instance: "page-7", expectedRevision: 2)`);
  assert.deepEqual([again.revision, again.deletedAt, again.view], [3, null, '<p>a draft</p>']);
});

test('an unavailable blob store is a retryable error, and its cause is in the log', async (t) => {
  const host = await startGraphQLHost(t);
  await writeFile(join(host.folder, 'blobs', 'media'), 'no folder');
  const headers = { 'apollo-require-preflight': 'yes', authorization: `Bearer ${host.secrets.editor}` };
  const query = 'mutation ($file: File!) { uploadMedia(library: "demo", file: $file, expectedRevision: 0) { id } }';
  const body = uploadForm(query, await makePng(4, 4), 'dot.png');
  const answer = await host.send({ method: 'POST', headers, body });
  const [{ message, extensions }] = answer.json.errors;
  assert.equal(message, 'The store of files failed: try again in a few seconds.');
  assert.equal(extensions.code, 'SERVICE_UNAVAILABLE');
  assert.ok(Number(answer.headers.get('retry-after')) > 0);
  assert.deepEqual(
    host.errors.map(([first]) => first),
    ['The blob store failed.'],
  );
});

test('a picture is uploaded as a file of a multipart request, a repeated upload is stored once, and other files are rejected', async (t) => {
  const host = await startGraphQLHost(t);
  const query =
    'mutation ($file: File!) { uploadMedia(library: "demo", file: $file, expectedRevision: 0) { id key name src width height author variants { type width src } } }';
  const headers = { 'apollo-require-preflight': 'yes', authorization: `Bearer ${host.secrets.editor}` };
  const send = (file: Blob, name: string) =>
    host.send({ method: 'POST', headers, body: uploadForm(query, file, name) });
  const picture = await makePng(400, 200);
  const first = (await send(picture, 'teal.png')).json.data.uploadMedia;
  assert.deepEqual(
    [first.name, first.width, first.height, first.author, first.id],
    ['teal.png', 400, 200, 'the editor', `demo/${first.key}`],
  );
  assert.ok(first.variants.length > 1);
  for (const { src } of first.variants) assert.ok(src.startsWith(`/media/demo/${first.key}/`), src);
  assert.deepEqual((await send(picture, 'again.png')).json.data.uploadMedia, first);
  const { items } = (await host.execute('{ media(library: "demo") { items { id } } }', { token: host.secrets.viewer }))
    .json.data.media;
  assert.deepEqual(items, [{ id: first.id }]);

  const page = await send(new Blob(['<script>x()</script>']), 'page.png');
  assert.deepEqual(
    [page.json.errors[0].extensions.code, page.json.errors[0].extensions.argument],
    ['BAD_USER_INPUT', 'file'],
  );
  const text = await host.execute(query, { token: host.secrets.editor, variables: { file: 'text' } });
  assert.equal(text.json.errors[0].extensions.code, 'BAD_USER_INPUT', text.text);
});

test('an upload with an idempotency key is applied once, and the key is valid for no other write', async (t) => {
  const host = await startGraphQLHost(t);
  const headers = { 'apollo-require-preflight': 'yes', authorization: `Bearer ${host.secrets.editor}` };
  const upload = async (file: Blob, name: string, key: string) => {
    const query = `mutation ($file: File!) { uploadMedia(library: "demo", file: $file, expectedRevision: 0, idempotencyKey: ${JSON.stringify(key)}) { id name } }`;
    const { json } = await host.send({ method: 'POST', headers, body: uploadForm(query, file, name) });
    return json.errors ? json.errors[0].extensions.code : json.data.uploadMedia;
  };
  const items = async () =>
    (await host.execute('{ media(library: "demo") { items { id } } }', { token: host.secrets.viewer })).json.data.media
      .items;
  const [one, two] = [await makePng(4, 4), await makePng(8, 4)];
  const first = await upload(one, 'one.png', 'key');
  assert.deepEqual(await upload(one, 'one.png', 'key'), first);
  assert.equal(await upload(two, 'one.png', 'key'), 'IDEMPOTENCY_KEY_REUSED');
  assert.equal(await upload(one, 'two.png', 'key'), 'IDEMPOTENCY_KEY_REUSED');
  assert.deepEqual(await items(), [{ id: first.id }], 'nothing is stored of what is refused');
  assert.equal(await upload(two, 'two.png', 'x'.repeat(201)), 'BAD_USER_INPUT');
  const save = `mutation { saveVersion(id: "${ID}", view: "<p>x</p>", expectedRevision: 2, idempotencyKey: "key") { id } }`;
  assert.equal(
    (await host.execute(save, { token: host.secrets.editor })).json.errors[0].extensions.code,
    'IDEMPOTENCY_KEY_REUSED',
  );

  assert.ok(
    (await host.execute(`mutation { deleteMedia(id: "${first.id}") }`, { token: host.secrets.publisher })).json.data,
  );
  assert.deepEqual(await upload(one, 'one.png', 'key'), first);
  assert.deepEqual(await items(), [], 'a retry brings nothing back');
  const other = await upload(one, 'one.png', 'another');
  assert.deepEqual([other, await items()], [first, [{ id: first.id }]]);
  const thumbnail =
    'mutation ($file: File!) { uploadThumbnail(versionId: "demo/hero/responsive", file: $file, expectedRevision: 2, renderedAt: "2026-01-01T00:00:00Z", idempotencyKey: "' +
    'x'.repeat(201) +
    '") { __typename } }';
  const refused = await host.send({ method: 'POST', headers, body: uploadForm(thumbnail, one, 'a.png') });
  assert.match(JSON.stringify(refused.json.errors), /1 to 200 characters/);
});

test('a name with a NUL character is an invalid argument on every database, for reads and writes', async (t) => {
  const host = await startGraphQLHost(t);
  const asked: readonly (readonly [argument: string, query: string])[] = [
    ['id', 'query ($v: ID!) { library(id: $v) { id } }'],
    ['id', 'query ($v: ID!) { component(id: $v) { id } }'],
    ['ids', 'query ($v: ID!) { versions(ids: ["demo/hero/responsive", $v]) { id } }'],
    ['library', 'query ($v: ID!) { stylesheet(library: $v) { id } }'],
    ['after', 'query ($v: String!) { library(id: "demo") { components(after: $v) { next } } }'],
    ['collection', 'query ($v: ID!) { components(library: "demo", collection: $v) { next } }'],
    ['id', 'query ($v: ID!) { history(id: $v) { next } }'],
    ['after', 'query ($v: String!) { media(library: "demo", after: $v) { next } }'],
    ['collections', 'mutation ($v: ID!) { saveComponent(id: "demo/hero", name: "Hero", collections: [$v]) { id } }'],
    ['library', 'mutation ($v: ID!) { createToken(library: $v, role: VIEWER, name: "x") { secret } }'],
    ['id', 'mutation ($v: ID!) { revertVersion(id: $v, to: 1, expectedRevision: 2) { id } }'],
  ];
  for (const [argument, query] of asked) {
    const { json } = await host.execute(query, { token: host.secrets.admin, variables: { v: 'demo/hero/\0' } });
    const { code, argument: named } = json.errors?.[0].extensions ?? {};
    assert.deepEqual([code, named], ['BAD_USER_INPUT', argument], query);
  }
});

test('a query with more collections than a database statement allows returns its result', async (t) => {
  const host = await startGraphQLHost(t, { limits: { variableValues: 100_000 } });
  const { json } = await host.execute(
    'mutation ($all: [ID!]!) { saveComponent(id: "demo/hero", name: "Hero", collections: $all) { id } }',
    { token: host.secrets.publisher, variables: { all: Array.from({ length: 70_000 }, (_, index) => `c${index}`) } },
  );
  assert.equal(json.errors[0].extensions.code, 'NOT_FOUND');
});

test('modifiedAt of a component changes with its versions, but not with forks, nor with drafts for callers that cannot see them', async (t) => {
  const host = await startGraphQLHost(t);
  const asked = async (as: string | undefined): Promise<string> =>
    (await host.execute('{ component(id: "demo/hero") { modifiedAt } }', { token: as })).json.data.component.modifiedAt;
  const version = async (): Promise<string> =>
    (await host.execute(`{ versions(ids: ["${ID}"]) { modifiedAt } }`, { token: host.secrets.viewer })).json.data
      .versions[0].modifiedAt;
  const before = await asked(undefined);
  await save(host, { view: '<p>draft</p>', expected: 2 });
  const saved = await version();
  assert.ok(saved > before);
  assert.deepEqual([await asked(host.secrets.viewer), await asked(undefined)], [saved, before]);
  const fork = `mutation { fork(originId: "${ID}", instance: "page", expectedRevision: 0) { id } }`;
  await host.execute(fork, { token: host.secrets.editor });
  assert.equal(await asked(host.secrets.viewer), saved);
  const publish = `mutation { publishVersion(id: "${ID}", expectedRevision: 3) { id } }`;
  await host.execute(publish, { token: host.secrets.publisher });
  assert.equal(await asked(host.secrets.viewer), await version());
  assert.ok((await asked(undefined)) > before);
});

test('an unpublished version has the time of unpublishing; a version that was never published has none', async (t) => {
  const host = await startGraphQLHost(t);
  const before = Date.now();
  const state = async (id: string, as: string = host.secrets.viewer) => {
    const { json } = await host.execute(`{ versions(ids: ["${id}"]) { published unpublishedAt } }`, { token: as });
    return json.data.versions[0];
  };
  const run = async (mutation: string): Promise<void> => {
    const { json } = await host.execute(`mutation { ${mutation} { id } }`, { token: host.secrets.publisher });
    assert.equal(json.errors, undefined, mutation);
  };
  const draft = 'demo/hero/draft';
  await run(`saveVersion(id: "${draft}", view: "<p>1</p>", expectedRevision: 0)`);
  await run(`stageVersion(id: "${draft}", expectedRevision: 1)`);
  await run(`unstageVersion(id: "${draft}", expectedRevision: 1)`);
  assert.deepEqual(await state(draft), { published: null, unpublishedAt: null });
  await run(`publishVersion(id: "${draft}", expectedRevision: 1)`);
  assert.deepEqual(await state(draft), { published: 1, unpublishedAt: null });
  await run(`unpublishVersion(id: "${draft}", expectedRevision: 1)`);
  const { unpublishedAt } = await state(draft);
  assert.ok(Date.parse(unpublishedAt) >= before, unpublishedAt);
  await run(`publishVersion(id: "${draft}", expectedRevision: 1)`);
  assert.deepEqual(await state(draft), { published: 1, unpublishedAt: null }, 'published again');
  await run(`deleteVersion(id: "${draft}", expectedRevision: 1)`);
  assert.deepEqual(await state(draft), { published: null, unpublishedAt: null }, 'deleted');
});

test('for visitors, modifiedAt changes with each publication and never goes back', async (t) => {
  const host = await startGraphQLHost(t);
  const query = `{ component(id: "demo/hero") { modifiedAt } versions(ids: ["${ID}"]) { modifiedAt }
    stylesheet(library: "demo") { modifiedAt } }`;
  const asked = async (): Promise<Record<'component' | 'version' | 'stylesheet', number>> => {
    const { component, versions, stylesheet } = (await host.execute(query)).json.data;
    const at = ({ modifiedAt }: { modifiedAt: string }): number => Date.parse(modifiedAt);
    return { component: at(component), version: at(versions[0]), stylesheet: at(stylesheet) };
  };
  const run = async (mutation: string): Promise<void> => {
    // Times have milliseconds.
    for (const start = Date.now(); Date.now() === start;) await new Promise(setImmediate);
    const { json } = await host.execute(`mutation { ${mutation} }`, { token: host.secrets.admin });
    assert.equal(json.errors, undefined);
  };
  let releases = 0;
  const publishRevision = async (items: string): Promise<void> => {
    const key = `r${++releases}`;
    await run(`createRelease(library: "demo", key: "${key}", name: "R", items: [${items}]) { id }`);
    await run(`publishRelease(id: "demo/${key}", expectedRevision: 1) { id }`);
  };
  const both = (revision: number): string =>
    `{id: "${ID}", revision: ${revision}}, {id: "demo", revision: ${revision}}`;
  const steps: [string, boolean, () => Promise<void>][] = [
    ['a later revision', true, () => publishRevision(both(2))],
    ['an earlier revision', true, () => publishRevision(both(1))],
    [
      'a draft',
      false,
      async () => {
        await run(`saveVersion(id: "${ID}", view: "<p>3</p>", expectedRevision: 2) { id }`);
        await run('saveStylesheet(library: "demo", css: "a { color: teal }", expectedRevision: 2) { id }');
      },
    ],
    [
      'the draft staged',
      false,
      async () => {
        await run(`stageVersion(id: "${ID}", expectedRevision: 3) { id }`);
        await run('stageStylesheet(library: "demo", expectedRevision: 3) { id }');
      },
    ],
    ['the draft published', true, () => publishRevision(both(3))],
    [
      'a draft of what was just published',
      false,
      async () => {
        await run(`saveVersion(id: "${ID}", view: "<p>4</p>", expectedRevision: 3) { id }`);
        await run('saveStylesheet(library: "demo", css: "a { color: red }", expectedRevision: 3) { id }');
      },
    ],
  ];
  let before = await asked();
  for (const [what, changes, work] of steps) {
    await work();
    const now = await asked();
    for (const thing of ['component', 'version', 'stylesheet'] as const) {
      if (changes) assert.ok(now[thing] > before[thing], `${what}: ${thing}`);
      else assert.equal(now[thing], before[thing], `${what}: ${thing}`);
    }
    before = now;
  }
});
