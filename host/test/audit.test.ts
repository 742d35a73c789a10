/** The audit log: publications, unpublications, grants and changes of settings, with their principals; on both databases. */
import assert from 'node:assert/strict';
import test, { describe } from 'node:test';
import { removeOld } from '../src/content/cleanup/cleanup-job.js';
import { runCliInProcess, makeTemporaryFolder } from './support/cli.js';
import { writeOptions } from './support/content-services.js';
import { DATABASE_KINDS, suiteContentService } from './support/databases.js';
import onEachDatabase from './support/each-database.js';
import { type GraphQLHost, type Json, startGraphQLHost } from './support/graphql-host.js';

const ID = 'demo/hero/responsive';
const ENTRY = 'at action library subject details actorId actorName address';
const DAY = 86_400_000;

interface Entry {
  readonly at: string;
  readonly action: string;
  readonly library: string | null;
  readonly subject: string;
  readonly details: string;
  readonly actorId: string;
  readonly actorName: string;
  readonly address: string | null;
}

/** Audit entries of operations over HTTP, latest first. */
async function entriesOf({ execute, secrets }: GraphQLHost, wanted = 'library: "demo"'): Promise<readonly Entry[]> {
  const answer = await execute(`{ audit(${wanted}, first: 100) { items { ${ENTRY} } } }`, { token: secrets.admin });
  assert.equal(answer.json.errors, undefined, answer.text);
  return (answer.json.data.audit.items as Entry[]).filter(({ address }) => address !== null);
}

onEachDatabase(
  'each publication step, token change and setting change has an audit entry with principal and address',
  async (t) => {
    const host = await startGraphQLHost(t);
    const { execute, secrets } = host;
    const done = async (text: string, as = secrets.publisher): Promise<Record<string, Json>> => {
      const { json, text: shown } = await execute(`mutation { ${text} }`, { token: as });
      assert.equal(json.errors, undefined, shown);
      return json.data;
    };
    const before = Date.now();
    await done(`publishVersion(id: "${ID}", expectedRevision: 2) { revision }`);
    await done(`unpublishVersion(id: "${ID}", expectedRevision: 2) { revision }`);
    await done(`deleteVersion(id: "${ID}", expectedRevision: 2) { revision }`);
    await done(`restoreVersion(id: "${ID}", expectedRevision: 2) { revision }`);
    await done(`publishStylesheet(library: "demo", expectedRevision: 2) { revision }`);
    await done(
      'saveLibrary(id: "demo", name: "Demo", settings: { embeds: ["https://maps.example/"] }) { id }',
      secrets.admin,
    );
    const { createToken } = await done(
      'createToken(library: "demo", role: VIEWER, name: "Bob") { secret token { id } }',
      secrets.admin,
    );
    await done(`revokeToken(id: "${createToken.token.id}") { id }`, secrets.admin);

    const entries = await entriesOf(host);
    assert.deepEqual(entries.map(({ action, subject, actorName }) => [action, subject, actorName]).reverse(), [
      ['PUBLISH', ID, 'the publisher'],
      ['UNPUBLISH', ID, 'the publisher'],
      ['DELETE', ID, 'the publisher'],
      ['RESTORE', ID, 'the publisher'],
      ['PUBLISH', 'demo', 'the publisher'],
      ['SAVE_SETTINGS', 'demo', 'the admin'],
      ['CREATE_TOKEN', createToken.token.id, 'the admin'],
      ['REVOKE_TOKEN', createToken.token.id, 'the admin'],
    ]);
    for (const { at, library, actorId, address } of entries) {
      assert.ok(Date.parse(at) >= before && Date.parse(at) <= Date.now(), at);
      assert.deepEqual([library, address], ['demo', '127.0.0.1']);
      assert.match(actorId, /^[\da-f-]{36}$/);
    }
    assert.deepEqual(
      entries
        .map(({ details }) => JSON.parse(details) as unknown)
        .reverse()
        .slice(4),
      [
        { revision: 2 },
        { embeds: ['https://maps.example/'] },
        { name: 'Bob', role: 'viewer' },
        { name: 'Bob', role: 'viewer' },
      ],
    );
    assert.ok(!JSON.stringify(entries).includes(createToken.secret));
  },
);

onEachDatabase('a failed operation has no audit entry, and a retried operation has one', async (t) => {
  const host = await startGraphQLHost(t);
  const { execute, secrets } = host;
  const publish = (revision: number, key: string, as = secrets.publisher) =>
    execute(
      `mutation { publishVersion(id: "${ID}", expectedRevision: ${revision}, idempotencyKey: "${key}") { revision } }`,
      { token: as },
    );
  assert.equal((await publish(1, 'late')).json.errors[0].extensions.code, 'CONFLICT');
  assert.equal((await publish(2, 'not allowed', secrets.editor)).json.errors[0].extensions.code, 'FORBIDDEN');
  // These operations change nothing.
  await execute(`mutation { restoreVersion(id: "${ID}", expectedRevision: 2) { revision } }`, {
    token: secrets.publisher,
  });
  const { name } = (await host.contentService.library('demo'))!;
  await execute(`mutation { saveLibrary(id: "demo", name: ${JSON.stringify(name)}, settings: {}) { id } }`, {
    token: secrets.admin,
  });
  await execute('mutation { revokeToken(id: "nobody") { id } }', { token: secrets.admin });
  assert.deepEqual(await entriesOf(host), []);
  for (let attempt = 0; attempt < 3; attempt++) assert.equal((await publish(2, 'again')).json.errors, undefined);
  assert.deepEqual(
    (await entriesOf(host)).map(({ action }) => action),
    ['PUBLISH'],
  );
});

onEachDatabase(
  'the audit log is read page by page, by action and time, by administrators only, and entries are removed after the retention time',
  async (t) => {
    const host = await startGraphQLHost(t);
    const { execute, secrets, contentService, database } = host;
    for (let count = 0; count < 25; count++) {
      const step = count % 2 ? 'unpublish' : 'publish';
      await contentService.step(
        step,
        { library: 'demo', component: 'hero', version: 'responsive' },
        {
          actor: { name: 'Ann', id: 'ann', address: '203.0.113.9' },
          expected: 2,
        },
      );
    }
    const seen: string[] = [];
    let after: string | null = null;
    do {
      const page: { items: { id: string }[]; next: string | null } = (
        await execute(
          `query ($after: String) { audit(library: "demo", first: 10, after: $after) { items { id } next } }`,
          {
            token: secrets.admin,
            variables: { after },
          },
        )
      ).json.data.audit;
      seen.push(...page.items.map(({ id }) => id));
      after = page.next;
    } while (after !== null);
    assert.equal(new Set(seen).size, seen.length);
    assert.deepEqual(seen, seen.toSorted().reverse());
    assert.ok(seen.length > 25);
    assert.equal((await entriesOf(host, 'library: "demo", action: UNPUBLISH')).length, 12);
    assert.equal((await entriesOf(host, 'library: "demo", since: "2999-01-01T00:00:00Z"')).length, 0);
    assert.equal((await entriesOf(host, 'library: "demo", since: "1969-01-01T00:00:00Z"')).length, 25);

    for (const as of [undefined, secrets.viewer, secrets.editor, secrets.publisher]) {
      const { json } = await execute('{ audit(library: "demo") { next } }', as ? { token: as } : {});
      assert.match(json.errors[0].extensions.code, /^(UNAUTHENTICATED|FORBIDDEN)$/);
    }
    assert.equal(
      (await execute('{ audit { next } }', { token: secrets.admin })).json.errors[0].extensions.code,
      'FORBIDDEN',
    );
    const all = await contentService.createToken({
      name: 'all',
      library: undefined,
      role: 'admin',
      expiresAt: undefined,
    });
    const { json } = await execute('{ audit { items { library action } } }', { token: all.secret });
    assert.deepEqual(json.data.audit.items[0], { library: null, action: 'CREATE_TOKEN' });
    const wrong = await execute('{ audit(library: "demo", after: "x") { next } }', { token: secrets.admin });
    assert.match(wrong.json.errors[0].message, /after "x" is not the 'next' of a page/);

    await removeOld(database, Date.now() + 9 * DAY, 10);
    assert.equal((await entriesOf(host)).length, 25);
    // Without a number of days, entries are kept.
    await removeOld(database, Date.now() + 1000 * DAY);
    assert.equal((await entriesOf(host)).length, 25);
    await removeOld(database, Date.now() + 11 * DAY, 10);
    assert.equal((await entriesOf(host)).length, 0);
  },
);

for (const kind of DATABASE_KINDS)
  describe(`within one millisecond, on ${kind}`, () => {
    const { contentService, library } = suiteContentService(kind);

    test('entries are paged in the order of the operations, and the last publication is the latest', async () => {
      const hero = await library('moment');
      await contentService.save(hero, '<p>1</p>', writeOptions(0));
      const done: string[] = [];
      for (let round = 0; round < 8; round++)
        for (const step of ['publish', 'unpublish', 'delete', 'restore'] as const) {
          await contentService.step(step, hero, writeOptions(1));
          done.push(step);
        }
      await contentService.step('publish', hero, writeOptions(1));
      done.push('publish');
      const found: string[] = [];
      for (let after: string | null | undefined; after !== null;) {
        const { items, next } = await contentService.auditPage({
          ...{ library: 'moment', first: 5 },
          ...(after === undefined ? {} : { after }),
        });
        found.push(...items.map(({ action }) => action));
        after = next;
      }
      assert.deepEqual(found.reverse(), done);
      const [publication] = await contentService.publicationAudits('moment', 'nobody');
      assert.equal(publication?.last.action, 'publish');
    });
  });

test('the CLI prints the audit log as JSON lines, oldest first, and a backup contains it', async (t) => {
  const [folder, other] = [await makeTemporaryFolder(t), await makeTemporaryFolder(t)];
  const run = async (where: string, ...args: string[]): Promise<string> => {
    const { code, out, err } = await runCliInProcess(where, args);
    assert.equal(code, 0, err);
    return out;
  };
  const lines = async (where: string, ...args: string[]): Promise<Record<string, Json>[]> =>
    (await run(where, 'audit', ...args))
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Record<string, Json>);
  await run(folder, 'import', new URL('../library', import.meta.url).pathname);
  const token = await run(folder, 'token', 'create', 'Carol', '--role', 'admin');
  const all = await lines(folder);
  assert.deepEqual(all.at(-1)!['details'], { name: 'Carol', role: 'admin' });
  assert.deepEqual([all.at(-1)!['actor'], all.at(-1)!['address'], all[0]!['action']], ['cli', '', 'saveSettings']);
  assert.ok(!JSON.stringify(all).includes(token.trim()));
  assert.deepEqual(
    all.map(({ id }) => id as string),
    all.map(({ id }) => id as string).toSorted(),
  );
  const published = await lines(folder, '--only', 'aurora', '--action', 'publish');
  assert.ok(published.length > 10);
  assert.ok(
    published.every(
      ({ action, library, actorName }) => action === 'publish' && library === 'aurora' && actorName === 'import',
    ),
  );
  assert.deepEqual(await lines(folder, '--since', '2999-01-01'), []);
  for (const [args, message] of [
    [['--since', 'yesterday'], /--since must be a day such as 2026-01-31, but is 'yesterday'/],
    [['--action', 'save'], /--action must be one of publish, .*, but is 'save'/],
  ] as const) {
    const { code, err } = await runCliInProcess(folder, ['audit', ...args]);
    assert.equal(code, 1);
    assert.match(err, message);
  }
  await run(folder, 'backup', `${folder}/all.gz`);
  await run(other, 'restore', `${folder}/all.gz`);
  assert.deepEqual(await lines(other), all);
});
