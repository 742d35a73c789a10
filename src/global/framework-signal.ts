/** A value that a framework throws for its own purposes, in an error or its causes; it has a `digest`. Next.js ends requests of a prerendered page so. */
export function frameworkSignalOf(error: unknown): Error | undefined {
  // Errors can be causes of each other.
  const visited = new Set<Error>();
  for (let each = error; each instanceof Error && !visited.has(each); each = each.cause) {
    if (typeof (each as { digest?: unknown }).digest === 'string') return each;
    visited.add(each);
  }
  return undefined;
}
