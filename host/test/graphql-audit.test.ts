import assert from 'node:assert/strict';
import test from 'node:test';
import { serverAudits } from 'graphql-http';
import { startGraphQLHost } from './support/graphql-host.js';

test('the public GraphQL-over-HTTP audits', async (t) => {
  const { url, responses } = await startGraphQLHost(t);
  const counts = { MUST: 0, SHOULD: 0, MAY: 0 };
  const failed: string[] = [];
  for (const audit of serverAudits({ url: `${url}/graphql` })) {
    const result = await audit.fn();
    const level = audit.name.split(' ')[0] as keyof typeof counts;
    counts[level]++;
    if (result.status !== 'ok') failed.push(`${audit.id} ${audit.name}: ${result.reason}`);
  }
  t.diagnostic(`passed, but for ${failed.length}: ${JSON.stringify(counts)}`);
  for (const line of failed) t.diagnostic(line);
  assert.ok(counts.MUST > 0);
  assert.deepEqual(
    failed.filter((line) => line.includes(' MUST ')),
    [],
  );
  assert.deepEqual(failed, []);
  assert.deepEqual(
    responses.filter(({ status }) => status >= 500),
    [],
  );
});
