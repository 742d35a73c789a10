import assert from 'node:assert/strict';
import test from 'node:test';
import type { ContentService } from '../src/content/content-service.js';
import { SEED, startGraphQL } from './support/graphql-host.js';
import { subscribe } from './support/subscription.js';
import { createChangeFeed } from '../src/content/entries/change-feed.js';
import type { KyselyPlugin } from 'kysely';

const QUERY = 'subscription { versionChanged(library: "demo") { sequence version { revision view } } }';

test('a change is read once for all subscribers of a host', async (t) => {
  const seeded = await startGraphQL(t);
  let queries = 0;
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      queries++;
      return result;
    },
  };
  const read = seeded.database.read.withPlugin(plugin);
  const feed = createChangeFeed({ ...seeded.database, read });
  t.after(() => feed.close());
  const counts = new Map<string, number>();
  const count = (name: string): void => void counts.set(name, (counts.get(name) ?? 0) + 1);
  const watched = (of: object): ContentService =>
    Object.fromEntries(
      Object.entries(of).map(([name, method]) => [
        name,
        (...args: never[]) => {
          count(name);
          return (method as (...args: never[]) => unknown).apply(of, args);
        },
      ]),
    ) as unknown as ContentService;
  const contentService = watched({ ...seeded.contentService, changes: feed.changes });
  const tokens = watched(seeded.contentService) as unknown as typeof seeded.contentService;
  const host = await startGraphQL(t, { contentService, tokens, limits: { subscriptionsPerCaller: 50 } });
  const open = await Promise.all(
    Array.from({ length: 40 }, () => subscribe(t, host, seeded.secrets.viewer, { query: QUERY })),
  );
  counts.clear();
  const hero = { library: 'demo', component: 'hero', version: 'responsive' };
  for (const expected of [2, 3]) {
    queries = 0;
    counts.clear();
    const view = `<p>${'x'.repeat(2000)} ${expected}</p>`;
    await seeded.contentService.save(hero, view, { actor: SEED, expected });
    for (const each of open) await each.until(new RegExp(`x ${expected}`));
    assert.equal(open.length, 40);
    assert.ok(queries <= 3, `${queries} queries of the change feed`);
    assert.equal(counts.get('versionSummaries'), 1);
    assert.equal(counts.get('contents'), 1);
    assert.ok((counts.get('tokenOf') ?? 0) <= 2, `${counts.get('tokenOf')} looks for the token`);
  }
});
