/** `test` for what has to hold on every database: each is run on all of them, and its hosts take the one it is run on. */
import nodeTest, { type TestContext, type TestOptions } from 'node:test';
import { assignDatabase } from './database-of.js';
import { KINDS, contentServicesOf } from './databases.js';

type Body = (t: TestContext) => void | Promise<void>;

export default function test(name: string, options: TestOptions, body: Body): void;
export default function test(name: string, body: Body): void;
export default function test(name: string, ...rest: [Body] | [TestOptions, Body]): void {
  const [options, body] = rest.length === 1 ? [{}, rest[0]] : rest;
  for (const kind of KINDS) {
    void nodeTest(`${name} (${kind})`, options, async (t) => {
      assignDatabase(t, async () => (await contentServicesOf(kind).place()).settings);
      await body(t);
    });
  }
}
