/** Counts items without storing them. */
export async function count(items: AsyncIterable<unknown>): Promise<number> {
  let counted = 0;
  const each = items[Symbol.asyncIterator]();
  while (!(await each.next()).done) counted++;
  return counted;
}
