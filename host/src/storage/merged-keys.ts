import { compareKeys } from './blob-keys.js';

/** Merges two ordered lists of keys. */
export async function* mergedKeys(a: AsyncGenerator<string>, b: AsyncGenerator<string>): AsyncGenerator<string> {
  let [left, right] = [await a.next(), await b.next()];
  while (!left.done || !right.done) {
    if (right.done || (!left.done && compareKeys(left.value, right.value) < 0)) {
      yield left.value as string;
      left = await a.next();
    } else {
      yield right.value;
      right = await b.next();
    }
  }
}
