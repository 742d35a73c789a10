/** Preview links: the content that they show without a token, their expiry, and that they show nothing else; on both databases. */
import assert from 'node:assert/strict';
import { PREVIEW_LIMITS } from '../src/content/preview-link.js';
import { sendRequest, sendRawRequest } from './support/client.js';
import { databaseForTest } from './support/test-database.js';
import onEachDatabase from './support/each-database.js';
import type { Json } from './support/graphql-host.js';
import { ACTOR, HERO_ADDRESS, HERO_URL, type PublishedHost, startPublishedHost } from './support/published-host.js';
import type { TestContext } from 'node:test';

const DAY = 86_400_000;
const ID = 'demo/hero/responsive';
const SHEET = { themes: [], breakpoints: [] };
const NEWEST = `${HERO_URL}/saved.html`;

interface Host extends PublishedHost {
  readonly time: { ahead: number };
  graphql(query: string, as: { authorization: string }): Promise<Json>;
  /** The path of a new link. */
  link(args?: string): Promise<string>;
}

/** Revision 1 is published, 2 saved, also of the stylesheet. `secret` is another component that was never published. */
async function startHost(t: TestContext): Promise<Host> {
  const time = { ahead: 0 };
  const published = await startPublishedHost(t, {
    database: await databaseForTest(t),
    clock: () => Date.now() + time.ahead,
    editors: true,
  });
  const { contentService, write, bearer, url } = published;
  await write(HERO_ADDRESS, '<p>one</p>', 'publish');
  await write(HERO_ADDRESS, '<p>two</p>');
  await contentService.putComponent({ library: 'demo', id: 'secret', name: 'Secret', collections: [] });
  await write({ ...HERO_ADDRESS, component: 'secret' }, '<p>hidden</p>');
  await contentService.putComponent({ library: 'demo', id: 'plain', name: 'Plain', collections: [] });
  await write({ ...HERO_ADDRESS, component: 'plain' }, '<p>public</p>', 'publish');
  await contentService.putLibrary({ id: 'other', name: 'Other' });
  await contentService.saveStylesheet('demo', { ...SHEET, css: '.one{}' }, { actor: ACTOR, expected: 0 });
  await contentService.stepStylesheet('publish', 'demo', { actor: ACTOR, expected: 1 });
  await contentService.saveStylesheet('demo', { ...SHEET, css: '.two{}' }, { actor: ACTOR, expected: 1 });
  const editor = await bearer('editor', 'demo');
  const graphql: Host['graphql'] = async (query, as) => {
    const headers = { 'content-type': 'application/json', ...as };
    const response = await fetch(`${url}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query }) });
    return response.json();
  };
  return {
    ...published,
    ...{ time, graphql },
    async link(args = `ids: ["${ID}"]`) {
      const { data, errors } = await graphql(
        `mutation { createPreviewLink(library: "demo", ${args}) { path } }`,
        editor,
      );
      assert.equal(errors, undefined, JSON.stringify(errors));
      return data.createPreviewLink.path as string;
    },
  };
}

const get = async (host: PublishedHost, path: string, headers: Record<string, string> = {}) =>
  sendRequest(host.url + path, { headers });
const textOf = async (host: PublishedHost, path: string): Promise<string> => (await get(host, path)).text;

onEachDatabase('a link to the newest draft shows each saved draft without a token', async (t) => {
  const host = await startHost(t);
  assert.equal((await get(host, NEWEST)).status, 401, 'drafts are not public');
  const link = await host.link();
  assert.match(link, /^\/preview\/feaas_preview_[\w-]{77}$/);
  const answer = await get(host, link + NEWEST);
  assert.deepEqual([answer.status, answer.text], [200, '<p>two</p>']);
  assert.equal(await textOf(host, `${link}/styles/demo/saved.css`), '.two{}');
  await host.write(HERO_ADDRESS, '<p>three</p>');
  await host.contentService.saveStylesheet('demo', { ...SHEET, css: '.three{}' }, { actor: ACTOR, expected: 2 });
  assert.equal(await textOf(host, link + NEWEST), '<p>three</p>');
  assert.equal(await textOf(host, `${link}/styles/demo/saved.css`), '.three{}');
  // A page that requests published content gets the draft if its cdn is the link.
  assert.equal(await textOf(host, `${link}${HERO_URL}/published.html`), '<p>three</p>');
  assert.equal(await textOf(host, `${link}/styles/demo/published.css`), '.three{}');
  assert.equal(await textOf(host, `${HERO_URL}/published.html`), '<p>one</p>', 'visitors see what is published');
});

onEachDatabase('a pinned link shows its revision, also of the stylesheet, after later saves', async (t) => {
  const host = await startHost(t);
  const [pinned, earlier] = [
    await host.link(`ids: ["${ID}"], pinned: true`),
    await host.link(`ids: ["${ID}"], revision: 1`),
  ];
  await host.write(HERO_ADDRESS, '<p>three</p>');
  await host.contentService.saveStylesheet('demo', { ...SHEET, css: '.three{}' }, { actor: ACTOR, expected: 2 });
  for (const word of ['2', 'saved', 'staged', 'published'])
    assert.equal(await textOf(host, `${pinned}${HERO_URL}/${word}.html`), '<p>two</p>', word);
  assert.equal(await textOf(host, `${pinned}/styles/demo/published.css`), '.two{}');
  assert.equal(await textOf(host, `${earlier}${HERO_URL}/1.html`), '<p>one</p>');
  const other = await get(host, `${pinned}${HERO_URL}/3.html`);
  assert.deepEqual([other.status, /three/.test(other.text)], [403, false], 'the next revision is not of the link');
  assert.equal(await textOf(host, `${pinned}${HERO_URL}/1.html`), '<p>one</p>', 'revision 1 was published');
});

onEachDatabase('a link to a page shows the customizations of the page', async (t) => {
  const host = await startHost(t);
  const { contentService } = host;
  const page = 'https://site.example/home';
  await contentService.fork(HERO_ADDRESS, 'top', { actor: ACTOR, expected: 0, page });
  await contentService.fork({ ...HERO_ADDRESS, component: 'plain' }, 'end', { actor: ACTOR, expected: 0, page });
  await contentService.fork(HERO_ADDRESS, 'far', { actor: ACTOR, expected: 0, page: `${page}/below` });
  const link = await host.link(`page: "${page}"`);
  for (const path of ['hero/top', 'plain/end'])
    assert.equal((await get(host, `${link}/components/demo/${path}/published.html`)).status, 200, path);
  assert.equal((await get(host, `${link}/components/demo/hero/far/saved.html`)).status, 403);
  const { library, sources, expiresAt, ...rest } = JSON.parse(await textOf(host, `${link}/link.json`)) as Json;
  assert.deepEqual([library, rest], ['demo', { page }]);
  assert.deepEqual(
    sources,
    ['hero/top', 'plain/end'].map((path) => `${link}/components/demo/${path}/saved.html`),
  );
  assert.ok(Math.abs(Date.parse(expiresAt) - Date.now() - 7 * DAY) < 60_000, expiresAt);
  const none = await host.graphql(
    'mutation { createPreviewLink(library: "demo", page: "https://site.example/none") { path } }',
    await host.bearer('editor', 'demo'),
  );
  assert.match(none.errors[0].message, /No customization of library "demo" is for this page/);
});

onEachDatabase('an expired or revoked link returns an error without content of the draft', async (t) => {
  const host = await startHost(t);
  const [revoked, expired, other] = [
    await host.link(),
    await host.link('ids: ["demo/hero/responsive"], days: 2'),
    await host.link(),
  ];
  const editor = await host.bearer('editor', 'demo');
  const { id } = (await host.contentService.previewLinkOf(revoked.slice('/preview/'.length)))!;
  await host.graphql(`mutation { revokePreviewLink(library: "demo", id: "${id}") { revokedAt } }`, editor);
  for (const path of ['', '/link.json', NEWEST, '/styles/demo/saved.css', `${HERO_URL}/published.html`]) {
    const answer = await get(host, revoked + path);
    assert.deepEqual(
      [answer.status, answer.text],
      [410, '410 This preview link was revoked. Ask for a new one.\n'],
      path,
    );
  }
  assert.equal((await get(host, expired + NEWEST)).status, 200);
  host.time.ahead = 2 * DAY + 1000;
  const answer = await get(host, expired + NEWEST);
  assert.deepEqual([answer.status, answer.text], [410, '410 This preview link has expired. Ask for a new one.\n']);
  assert.equal((await get(host, other + NEWEST)).status, 200, 'another link is not concerned');
});

onEachDatabase('a link gives access only to its versions and to public content', async (t) => {
  const host = await startHost(t);
  const link = await host.link();
  const publisher = await host.bearer('publisher');
  const refused: readonly (readonly [string, number])[] = [
    ['/components/demo/secret/responsive/saved.html', 403],
    ['/components/demo/secret/responsive/staged.html', 403],
    ['/components/demo/secret/responsive/1.html', 403],
    [`${HERO_URL}/2.html`, 403],
    ['/components/other/hero/responsive/saved.html', 403],
    ['/components/other/hero/responsive/published.html', 403],
    ['/styles/other/saved.css', 403],
    ['/media/other/picture.png', 403],
    [`/cdn${NEWEST}`, 404],
    ['/api/page.json', 404],
    ['/graphql', 404],
    ['/metrics', 404],
    ['/link.json/x', 404],
    ['/components/demo/hero/../secret/responsive/saved.html', 400],
    ['/components/demo/hero%2F..%2Fsecret/responsive/saved.html', 400],
    ['/components/demo/%2e%2e/secret/responsive/saved.html', 400],
    ['/components/demo//secret/responsive/saved.html', 400],
    ['/components/demo/secret%5C..%5Chero/responsive/saved.html', 400],
    ['/components/demo/hero%00/responsive/saved.html', 400],
    ['/../../components/demo/secret/responsive/saved.html', 400],
  ];
  for (const [path, expected] of refused) {
    const { status, all } = await sendRawRequest(host.port, link + path);
    assert.equal(status, expected, path);
    assert.doesNotMatch(all, /hidden|<p>two|<p>one/, path);
    // A token of the caller adds no access: otherwise others would see different content.
    const { status: own, text } = await get(host, encodeURI(decodeURI(link + path)).replace(/\\/g, '%5C'), publisher);
    if (expected === 403) assert.deepEqual([own, /hidden/.test(text)], [403, false], path);
  }
  assert.equal(await textOf(host, `${link}/components/demo/plain/responsive/published.html`), '<p>public</p>');
  assert.equal((await sendRequest(host.url + link + NEWEST, { method: 'POST' })).status, 405);
});

onEachDatabase('a token that the host did not sign is rejected and counts toward its address limit', async (t) => {
  const host = await startHost(t);
  const link = await host.link();
  const token = link.slice('/preview/'.length);
  const [other] = [(await host.link()).slice('/preview/'.length)];
  const head = 'feaas_preview_'.length;
  const swap = (at: number): string => token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1);
  const wrong = [
    '',
    'x',
    token.slice(0, -1),
    `${token}A`,
    token.toUpperCase(),
    swap(head),
    swap(head + 12),
    swap(head + 12 + 22),
    // The id of one link with the signature of another
    token.slice(0, -43) + other.slice(-43),
    // The unused bits of the last character
    token.slice(0, -1) + String.fromCharCode(token.charCodeAt(token.length - 1) + 1),
    `feaas_preview_${'A'.repeat(77)}`,
  ];
  host.calls.length = 0;
  for (const each of wrong) {
    const { status, all } = await sendRawRequest(host.port, `/preview/${each}${NEWEST}`);
    assert.equal(status, each === '' ? 400 : 404, each);
    assert.doesNotMatch(all, /two/);
  }
  let limited = 0;
  for (let tries = 0; tries < 60; tries++)
    if ((await get(host, `/preview/feaas_preview_${'A'.repeat(77)}${NEWEST}`)).status === 429) limited++;
  assert.ok(limited > 20, `${limited} of 60 were limited`);
  assert.equal((await get(host, link + NEWEST)).status, 200, 'a good link of that address is served all the same');
});

onEachDatabase('responses are not cached, indexed, or sent as referrer, and are readable cross-origin', async (t) => {
  const host = await startHost(t);
  const link = await host.link();
  const paths = [
    link,
    `${link}/link.json`,
    link + NEWEST,
    `${link}/styles/demo/saved.css`,
    `${link}/components/demo/plain/responsive/published.html`,
    `${link}/components/demo/secret/responsive/saved.html`,
    '/preview/wrong/x',
  ];
  for (const path of paths) {
    const { headers } = await get(host, path);
    assert.equal(headers['cache-control'], 'private, no-store', path);
    assert.equal(headers['referrer-policy'], 'no-referrer', path);
    assert.equal(headers['x-robots-tag'], 'noindex, nofollow', path);
    if (path !== link) assert.equal(headers['access-control-allow-origin'], '*', path);
  }
  // A draft that is opened as a page runs no script on the origin of the host.
  assert.match(String((await get(host, link + NEWEST)).headers['content-security-policy']), /sandbox/);
  const { status, headers } = await get(host, link);
  const address = new URL(String(headers.location), host.url);
  assert.deepEqual([status, address.pathname], [302, '/preview.html']);
  assert.equal(address.searchParams.get('feaasSrc'), link + NEWEST);
  // The URL of that page has the secret, too. Its scripts are requested from the same host, whose proxy logs the referrer.
  for (const query of [address.search, address.search.replaceAll('feaas_', '%66eaas_')]) {
    const page = await get(host, address.pathname + query);
    assert.equal(page.status, 200);
    assert.equal(page.headers['cache-control'], 'private, no-store');
    assert.equal(page.headers['referrer-policy'], 'strict-origin');
    assert.equal(page.headers['x-robots-tag'], 'noindex, nofollow');
    assert.match(String(page.headers['content-security-policy']), /default-src 'self'/);
  }
  const other = await get(host, `${address.pathname}?feaasSrc=demo%2Fhero`);
  assert.equal(other.headers['cache-control'], 'no-cache');
  assert.equal(other.headers['x-robots-tag'], undefined);
});

onEachDatabase(
  'editors create, list and revoke links of their library, with entries in the audit log that never contain the token',
  async (t) => {
    const host = await startHost(t);
    const create = `mutation { createPreviewLink(library: "demo", ids: ["${ID}"], pinned: true, days: 30) {
    path sources link { id library page versions { id revision } createdBy createdAt expiresAt revokedAt } } }`;
    const codeOf = async (query: string, as: { authorization: string }) =>
      (await host.graphql(query, as)).errors?.[0].extensions.code as string | undefined;
    const list = '{ previewLinks(library: "demo") { items { id } } }';
    for (const [role, library] of [
      ['viewer', 'demo'],
      ['admin', 'other'],
    ] as const)
      for (const query of [create, list, 'mutation { revokePreviewLink(library: "demo", id: "x") { id } }'])
        assert.equal(await codeOf(query, await host.bearer(role, library)), 'FORBIDDEN', `${role} ${query}`);
    const editor = await host.bearer('editor', 'demo');
    const { data } = await host.graphql(create, editor);
    const { path, sources, link } = data.createPreviewLink;
    assert.deepEqual(sources, [`${path}${HERO_URL}/2.html`]);
    const { id, createdAt, expiresAt, ...rest } = link;
    assert.equal(Date.parse(expiresAt) - Date.parse(createdAt), 30 * DAY);
    assert.deepEqual(rest, {
      library: 'demo',
      page: null,
      versions: [{ id: ID, revision: 2 }],
      createdBy: 'editor',
      revokedAt: null,
    });

    const pages: string[] = [];
    await host.link();
    let after = '';
    do {
      const { data: found } = await host.graphql(
        `{ previewLinks(library: "demo", first: 1${after && `, after: "${after}"`}) { items { id } next } }`,
        editor,
      );
      pages.push(...found.previewLinks.items.map((each: { id: string }) => each.id));
      after = found.previewLinks.next ?? '';
    } while (after);
    assert.deepEqual([pages.length, pages[1]], [2, id], 'latest first');

    const revoke = `mutation { revokePreviewLink(library: "demo", id: "${id}") { id revokedAt } }`;
    const { data: first } = await host.graphql(revoke, editor);
    assert.deepEqual((await host.graphql(revoke, editor)).data, first, 'the first time stays');
    assert.equal(
      await codeOf('mutation { revokePreviewLink(library: "demo", id: "none") { id } }', editor),
      'NOT_FOUND',
    );
    assert.equal(
      await codeOf(
        `mutation { revokePreviewLink(library: "other", id: "${pages[0]}") { id } }`,
        await host.bearer('admin'),
      ),
      'NOT_FOUND',
      'by another library it is not found',
    );

    const audit = JSON.stringify((await host.contentService.auditPage({ first: 100 })).items);
    const token = (path as string).slice('/preview/'.length);
    assert.match(audit, /"createPreviewLink".*"revision":2/);
    assert.match(audit, /"revokePreviewLink"/);
    const everything =
      audit + JSON.stringify(await host.contentService.previewLinkPage('demo', { first: 100 })) + host.log.join();
    assert.ok(!everything.includes(token.slice(-43)) && !everything.includes(token), 'its signature is kept nowhere');
  },
);

onEachDatabase('an invalid link is rejected with the argument', async (t) => {
  const host = await startHost(t);
  const editor = await host.bearer('editor', 'demo');
  const many = Array.from({ length: 51 }, (_, at) => `"demo/hero/v${at}"`).join();
  const wrong: readonly (readonly [string, RegExp])[] = [
    ['days: 1', /needs a version or a page/],
    [`ids: ["${ID}"], days: 0`, /days must be a whole number from 1 to 90, but is 0/],
    [`ids: ["${ID}"], days: 91`, /but is 91/],
    [`ids: ["${ID}"], revision: 9`, /has no revision 9/],
    [`ids: ["${ID}"], revision: 0`, /revision must be a whole number from 1/],
    [`ids: ["${ID}", "demo/plain/responsive"], revision: 1`, /revision is for a link to one version/],
    ['ids: ["demo/none/responsive"]', /There is no version 'demo\/none\/responsive'/],
    ['ids: ["other/hero/responsive"]', /is not of the library 'demo'/],
    ['ids: ["demo/hero"]', /must have the form/],
    [`ids: [${many}]`, /at most 50 versions/],
    [`ids: ["${ID}"], page: "javascript:alert(1)"`, /is no http or https address/],
  ];
  for (const [args, message] of wrong) {
    const answer = await host.graphql(`mutation { createPreviewLink(library: "demo", ${args}) { path } }`, editor);
    assert.match(String(answer.errors?.[0].message), message, args);
  }
  const admin = await host.bearer('admin');
  const none = await host.graphql('mutation { createPreviewLink(library: "none", ids: ["none/a/b"]) { path } }', admin);
  assert.match(none.errors[0].message, /There is no library 'none'/);
});

onEachDatabase(
  'a library has a limited number of links, also with concurrent creations; revoked ones do not count',
  async (t) => {
    const host = await startHost(t);
    const { contentService } = host;
    const input = { library: 'demo', versions: [HERO_ADDRESS] };
    const results: PromiseSettledResult<unknown>[] = [];
    while (results.length < PREVIEW_LIMITS.perLibrary + 10)
      results.push(
        ...(await Promise.allSettled(Array.from({ length: 30 }, () => contentService.createPreviewLink(input)))),
      );
    assert.equal(results.filter(({ status }) => status === 'fulfilled').length, PREVIEW_LIMITS.perLibrary);
    await assert.rejects(contentService.createPreviewLink(input), /has 500 preview links. Revoke some/);
    const { items } = await contentService.previewLinkPage('demo', { first: 1 });
    await contentService.revokePreviewLink(items[0]!.id, 'demo');
    await contentService.createPreviewLink(input);
  },
);

onEachDatabase(
  'links stay valid after a rotation of the keys, and end with `revoke` and with their library',
  async (t) => {
    const host = await startHost(t);
    const { contentService } = host;
    const old = await host.link();
    for (let times = 0; times < 3; times++) await contentService.rotateSigningKey({ revoke: false });
    const later = await host.link();
    for (const link of [old, later]) assert.equal((await get(host, link + NEWEST)).status, 200);
    await contentService.rotateSigningKey({ revoke: true });
    for (const link of [old, later]) assert.notEqual((await get(host, link + NEWEST)).status, 200);
    assert.ok((await contentService.previewLinkPage('demo', { first: 10 })).items.every(({ revokedAt }) => revokedAt));

    const last = await host.link();
    await contentService.deleteLibrary('demo');
    assert.equal((await get(host, last + NEWEST)).status, 410);
    await contentService.putLibrary({ id: 'demo', name: 'Demo again' }).catch(() => {});
    assert.equal((await get(host, last + NEWEST)).status, 410, 'a library of the same name gives nothing back');
  },
);

onEachDatabase('a deleted version is not shown through a link', async (t) => {
  const host = await startHost(t);
  const [link, pinned] = [await host.link(), await host.link(`ids: ["${ID}"], pinned: true`)];
  await host.step('delete', HERO_ADDRESS);
  for (const path of [link + NEWEST, `${pinned}${HERO_URL}/2.html`]) {
    const { status, headers, text } = await get(host, path);
    assert.deepEqual([status, text], [410, '']);
    assert.ok(headers['x-ms-meta-versiondeletedat']);
  }
});
