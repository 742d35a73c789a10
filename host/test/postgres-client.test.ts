/** A connection that can be closed while its server does not respond, with documented features of the driver. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { PostgresClient } from '../src/db/postgres-client.js';
import { type PostgresServer, startPostgres } from './support/postgres.js';
import { cleanUp } from '../../tests/lib/clean-up.js';

let server: PostgresServer;
before(async () => void (server = await startPostgres()));
after(() => server.stop());

test('a waiting query fails as soon as its connection is closed', async () => {
  const client = new PostgresClient({ connectionString: await server.newDatabase() });
  client.on('error', () => {});
  await client.connect();
  assert.deepEqual((await client.query('select 1 as one')).rows, [{ one: 1 }]);
  const began = performance.now();
  const waiting = client.query('select pg_sleep(60)');
  setTimeout(() => client.cut(), 50);
  await assert.rejects(waiting, /Connection terminated/);
  assert.ok(performance.now() - began < 10_000);
});

test('a pool creates such connections, and replaces a closed one', async (t) => {
  const pool = new pg.Pool({ connectionString: await server.newDatabase(), max: 1, Client: PostgresClient });
  cleanUp(t, () => pool.end());
  pool.on('error', () => {});
  const clients: PostgresClient[] = [];
  pool.on('connect', (client) => {
    client.on('error', () => {});
    assert.ok(client instanceof PostgresClient);
    clients.push(client);
  });
  await pool.query('select 1');
  const waiting = pool.query('select pg_sleep(60)');
  setTimeout(() => clients[0]!.cut(), 50);
  await assert.rejects(waiting, /Connection terminated/);
  await pool.query('select 1');
  assert.equal(clients.length, 2);
});

test('a connection that was never established can be closed', () => new PostgresClient().cut());
