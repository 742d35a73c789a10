import { compareKeys } from './blob-keys.js';

/** Merges two ordered lists of keys. A key of both is yielded once. */
export async function* mergedKeys(a: AsyncGenerator<string>, b: AsyncGenerator<string>): AsyncGenerator<string> {
  let [left, right] = [await a.next(), await b.next()];
  while (!left.done || !right.done) {
    const order = left.done ? 1 : right.done ? -1 : compareKeys(left.value as string, right.value as string);
    yield (order <= 0 ? left.value : right.value) as string;
    if (order <= 0) left = await a.next();
    if (order >= 0) right = await b.next();
  }
}
