/** Counts items without storing them. */
export async function count(items: AsyncIterable<unknown>): Promise<number> {
  let counted = 0;
  const iterator = items[Symbol.asyncIterator]();
  while (!(await iterator.next()).done) counted++;
  return counted;
}
