/** `exec` of the promise API of libsql on a connection of its synchronous API, which is not documented. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import Libsql from 'libsql';
import { execAsync } from '../src/db/dialects/libsql-async-exec.js';
import { makePublishedFolder } from './support/published-host.js';
import { cleanUp } from '../../tests/lib/clean-up.js';

async function connect(t: TestContext): Promise<{ connection: Libsql.Database; rows(): unknown[] }> {
  const file = join(await makePublishedFolder(t), 'a.db');
  const connection = new Libsql(file);
  connection.exec('pragma journal_mode = wal');
  connection.exec('create table t (n integer)');
  const other = new Libsql(file);
  cleanUp(t, () => {
    connection.close();
    other.close();
  });
  return { connection, rows: () => other.prepare('select n from t').all() };
}

test('a commit ends the transaction, and its writes are visible to other connections', async (t) => {
  const { connection, rows } = await connect(t);
  connection.exec('begin immediate');
  connection.exec('insert into t values (1)');
  assert.equal(connection.inTransaction, true);
  assert.deepEqual(rows(), []);
  await execAsync(connection, 'commit');
  assert.equal(connection.inTransaction, false);
  assert.deepEqual(rows(), [{ n: 1 }]);
});

test('the event loop runs during a statement', async (t) => {
  const { connection } = await connect(t);
  connection.exec('begin immediate');
  connection.exec(
    `insert into t with recursive c(n) as (select 1 union all select n + 1 from c where n < 300000) select n from c`,
  );
  let turns = 0;
  let isDone = false;
  const turn = (): void => {
    turns++;
    if (!isDone) setImmediate(turn);
  };
  setImmediate(turn);
  await execAsync(connection, 'commit');
  isDone = true;
  assert.ok(turns > 0, `${turns} turns`);
});

test('a statement that fails rejects', async (t) => {
  const { connection } = await connect(t);
  await assert.rejects(execAsync(connection, 'commit'), /no transaction is active/);
  await assert.rejects(execAsync(connection, 'insert into missing values (1)'), /no such table/);
});
