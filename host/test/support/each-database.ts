/** A `test` that runs once on each database; the hosts of the test use that database. */
import nodeTest, { type TestContext, type TestOptions } from 'node:test';
import { setDatabaseForTest } from './test-database.js';
import { DATABASE_KINDS, testStores } from './databases.js';

type Body = (t: TestContext) => void | Promise<void>;

export default function test(name: string, options: TestOptions, body: Body): void;
export default function test(name: string, body: Body): void;
export default function test(name: string, ...rest: [Body] | [TestOptions, Body]): void {
  const [options, body] = rest.length === 1 ? [{}, rest[0]] : rest;
  for (const kind of DATABASE_KINDS) {
    void nodeTest(`${name} (${kind})`, options, async (t) => {
      setDatabaseForTest(t, async () => (await testStores(kind).newStore()).settings);
      await body(t);
    });
  }
}
