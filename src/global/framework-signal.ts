/**
 * Finds a value that a framework throws as a signal, in an error or its causes; it has a `digest`. Next.js uses it to
 * end requests of a prerendered page.
 */
export function frameworkSignalOf(error: unknown): Error | undefined {
  // Causes may be cyclic.
  const visited = new Set<Error>();
  for (let each = error; each instanceof Error && !visited.has(each); each = each.cause) {
    if (typeof (each as { digest?: unknown }).digest === 'string') return each;
    visited.add(each);
  }
  return undefined;
}
