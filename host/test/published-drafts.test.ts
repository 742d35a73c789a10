/** Access to unpublished content. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { ROLES } from '../src/auth/roles.js';
import { sendRequest } from './support/client.js';
import { ACTOR, HERO_ADDRESS, HERO_URL, type PublishedHost, startPublishedHost } from './support/published-host.js';

const DRAFTS = [
  `${HERO_URL}/staged.html`,
  `${HERO_URL}/saved.html`,
  `${HERO_URL}/2.html`,
  `${HERO_URL}/3.html`,
  '/styles/demo/staged.css',
  '/styles/demo/saved.css',
];

/** Revision 1 is published, 2 staged, 3 saved, also of the stylesheet. */
async function withDrafts(host: PublishedHost): Promise<PublishedHost> {
  await host.write(HERO_ADDRESS, '<p>one</p>', 'publish');
  await host.write(HERO_ADDRESS, '<p>two</p>', 'stage');
  await host.write(HERO_ADDRESS, '<p>three</p>');
  const css = { themes: [], breakpoints: [] };
  await host.contentService.saveStylesheet('demo', { ...css, css: '.a{}' }, { actor: ACTOR, expected: 0 });
  await host.contentService.stepStylesheet('publish', 'demo', { actor: ACTOR, expected: 1 });
  await host.contentService.stepStylesheet('stage', 'demo', { actor: ACTOR, expected: 1 });
  await host.contentService.saveStylesheet('demo', { ...css, css: '.b{}' }, { actor: ACTOR, expected: 1 });
  return host;
}

test('without a token, drafts of a missing library are rejected like those of an existing one', async (t) => {
  const host = await withDrafts(await startPublishedHost(t));
  for (const path of DRAFTS) {
    const there = await sendRequest(host.url + path);
    const absent = await sendRequest(host.url + path.replace('demo', 'none'));
    assert.equal(there.status, 401, path);
    assert.deepEqual([absent.status, absent.text], [there.status, there.text.replace('demo', 'none')], path);
  }
  const absent = DRAFTS[0]!.replace('demo', 'none');
  assert.equal((await sendRequest(host.url + absent, { headers: await host.bearer('viewer') })).status, 404);
});

test('drafts require a token with access to the library', async (t) => {
  const host = await withDrafts(await startPublishedHost(t));
  await host.contentService.putLibrary({ id: 'other', name: 'Other' });
  const expired = await host.contentService.createToken({ name: 'old', role: 'admin', library: 'demo', expiresAt: 1 });
  const revoked = await host.contentService.createToken({
    name: 'no',
    role: 'admin',
    library: 'demo',
    expiresAt: undefined,
  });
  await host.contentService.revokeToken(revoked.id);
  const elsewhere = await host.bearer('admin', 'other');
  const enough: [string, { authorization: string }][] = [['viewer of every library', await host.bearer('viewer')]];
  for (const role of ROLES) enough.push([role, await host.bearer(role, 'demo')]);
  for (const path of DRAFTS) {
    const status = async (headers: Record<string, string>, expected: number, what: string) => {
      for (const method of ['GET', 'HEAD']) {
        const answer = await sendRequest(host.url + path, { method, headers });
        assert.equal(answer.status, expected, `${method} ${path} ${what}`);
        if (expected === 200) continue;
        assert.equal(answer.headers['cache-control'], 'no-store');
        assert.equal(answer.headers['access-control-allow-origin'], '*');
        assert.equal(answer.headers['www-authenticate'], expected === 401 ? 'Bearer realm="feaas"' : undefined);
        assert.doesNotMatch(answer.text, /two|three|\.b/);
      }
    };
    await status({}, 401, 'without a token');
    await status({ authorization: 'Bearer feaas_unknown' }, 401, 'with an unknown token');
    await status({ authorization: 'Basic dXNlcjpwYXNz' }, 401, 'with another scheme');
    await status({ authorization: `Bearer ${expired.secret}` }, 401, 'with a token that is over');
    await status({ authorization: `Bearer ${revoked.secret}` }, 401, 'with a revoked token');
    await status(elsewhere, 403, "with another library's token");
    for (const [what, headers] of enough) await status(headers, 200, what);
  }
});

test('a draft response is private and never cached by proxies', async (t) => {
  const host = await withDrafts(await startPublishedHost(t));
  const headers = await host.bearer('viewer', 'demo');
  const texts = ['<p>two</p>', '<p>three</p>', '<p>two</p>', '<p>three</p>', '.a{}', '.b{}'];
  for (const [at, path] of DRAFTS.entries()) {
    const answer = await sendRequest(host.url + path, { headers });
    assert.equal(answer.text, texts[at], path);
    assert.equal(answer.headers['cache-control'], 'private, no-cache', path);
    // A caller without access gets no 304, even for a current copy.
    const check = { 'if-none-match': String(answer.headers.etag) };
    assert.equal((await sendRequest(host.url + path, { headers: { ...headers, ...check } })).status, 304);
    assert.equal((await sendRequest(host.url + path, { headers: check })).status, 401);
  }
});

test('published revisions, also earlier ones by number, require no token, and no token is checked', async (t) => {
  const host = await withDrafts(await startPublishedHost(t));
  for (const path of [`${HERO_URL}/published.html`, `${HERO_URL}/1.html`, '/styles/demo/published.css']) {
    for (const headers of [{}, { authorization: 'Bearer feaas_unknown' }]) {
      const answer = await sendRequest(host.url + path, { headers: headers as Record<string, string> });
      assert.equal(answer.status, 200, path);
      assert.equal(answer.headers['cache-control'], 'public, max-age=0, must-revalidate');
    }
  }
  await host.write(HERO_ADDRESS, '<p>four</p>', 'publish');
  assert.equal((await sendRequest(`${host.url}${HERO_URL}/1.html`)).text, '<p>one</p>', 'published once is public');
  assert.equal((await sendRequest(`${host.url}${HERO_URL}/3.html`)).status, 401, 'never published');
});

test('a caller without access cannot find out which drafts exist', async (t) => {
  const host = await withDrafts(await startPublishedHost(t));
  const headers = await host.bearer('viewer', 'demo');
  for (const path of [
    `${HERO_URL}/9.html`,
    '/components/demo/none/responsive/saved.html',
    '/components/demo/none/responsive/staged.html',
    '/components/demo/hero/none/7.html',
  ]) {
    assert.equal((await sendRequest(host.url + path)).status, 401, path);
    assert.equal((await sendRequest(host.url + path, { headers })).status, 404, path);
  }
  assert.equal((await sendRequest(`${host.url}${HERO_URL}/01.html`, { headers })).status, 404, 'one number, one URL');
});

test('a library can make its drafts public, and private again at once', async (t) => {
  const host = await withDrafts(await startPublishedHost(t));
  const say = (publicDrafts: boolean) =>
    host.contentService.putLibrary({ id: 'demo', name: 'Demo', settings: { publicDrafts } });
  await say(true);
  for (const path of DRAFTS) {
    const { status, headers } = await sendRequest(host.url + path);
    assert.equal(status, 200, path);
    assert.doesNotMatch(String(headers['cache-control']), /private/);
  }
  await say(false);
  for (const path of DRAFTS) assert.equal((await sendRequest(host.url + path)).status, 401, path);
});

test('a token in a URL is rejected and not repeated in the response, also if it would be sufficient', async (t) => {
  const host = await withDrafts(await startPublishedHost(t));
  const { authorization } = await host.bearer('admin');
  const secret = authorization.slice('Bearer '.length);
  for (const path of [...DRAFTS, `${HERO_URL}/published.html`, '/styles/demo/published.css']) {
    for (const name of ['token', 'TOKEN', 'access_token', 'x=1&token', 'head&token']) {
      const { status, text } = await sendRequest(`${host.url}${path}?${name}=${secret}`, {
        headers: { authorization },
      });
      assert.equal(status, 400, `${path}?${name}`);
      assert.match(text, /Authorization header/);
      assert.ok(!text.includes(secret));
    }
  }
});

test('drafts are current after every write', async (t) => {
  const host = await withDrafts(await startPublishedHost(t));
  const headers = await host.bearer('viewer', 'demo');
  const read = async (word: string) => (await sendRequest(`${host.url}${HERO_URL}/${word}.html`, { headers })).text;
  for (let round = 0; round < 10; round++) {
    await host.write(HERO_ADDRESS, `<p>saved ${round}</p>`);
    assert.equal(await read('saved'), `<p>saved ${round}</p>`);
    await host.write(HERO_ADDRESS, `<p>staged ${round}</p>`, 'stage');
    assert.equal(await read('staged'), `<p>staged ${round}</p>`);
  }
  await host.step('unstage', HERO_ADDRESS);
  const { headers: marked } = await sendRequest(`${host.url}${HERO_URL}/staged.html`, { headers });
  assert.ok(marked['x-ms-meta-versiondeletedat']);
});
