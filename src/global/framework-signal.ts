/**
 * Finds a value that a framework throws as a signal, in an error or its causes; it has a `digest`. Next.js uses it to
 * end requests of a prerendered page.
 */
export function frameworkSignalOf(error: unknown): Error | undefined {
  // Causes may be cyclic.
  const visited = new Set<Error>();
  for (let current = error; current instanceof Error && !visited.has(current); current = current.cause) {
    if (typeof (current as { digest?: unknown }).digest === 'string') return current;
    visited.add(current);
  }
  return undefined;
}
