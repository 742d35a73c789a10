/** The part of the host to which a path belongs, for metrics and for responses. */
export type RouteName =
  | 'graphql'
  | 'mcp'
  | 'proxy'
  | 'preview'
  | 'components'
  | 'styles'
  | 'thumbnails'
  | 'media'
  | 'api'
  | 'operation'
  | 'site';

/** @param names decoded segments of a path; empty for an invalid path */
export function routeOf(names: readonly string[]): RouteName {
  const delivered = deliveryNames(names)[0];
  if (delivered === 'components' || delivered === 'styles' || delivered === 'thumbnails') return delivered;
  const [first = '', ...rest] = names;
  if (OBSERVABILITY.has(first)) return rest.length === 0 ? 'operation' : 'site';
  const [segment = '', ...remaining] = first === 'api' ? rest : names;
  if (segment === 'graphql' && remaining.length === 0) return segment;
  if (segment === 'proxy') return segment;
  if (first === 'preview' && rest.length > 0) return first;
  if (first === 'mcp' && rest.length === 0) return first;
  return first === 'api' || first === 'media' ? first : 'site';
}

const OBSERVABILITY: ReadonlySet<string> = new Set(['healthz', 'readyz', 'metrics']);

/** Delivery works below '/' and '/cdn', so that one origin can be both backend and cdn. */
export const deliveryNames = (names: readonly string[]): readonly string[] =>
  names[0] === 'cdn' ? names.slice(1) : names;
