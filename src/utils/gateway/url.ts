/** Default path of GraphQL below the backend (specification §7, §9). */
const GRAPHQL_PATH = '/graphql';

/**
 * Returns the address of GraphQL below a backend's URL, which may be relative (E4): `https://host/api` gives
 * `https://host/api/graphql`.
 */
export const graphqlUrl = (backend: string, path = GRAPHQL_PATH): string =>
  `${backend.replace(/\/+$/, '')}/${path.replace(/^\/+/, '')}`;
