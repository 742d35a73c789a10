/** GraphQL queries of the host's own pages. */

/** The host responded without data. */
export class HostQueryError extends Error {
  constructor(
    reason: string,
    readonly status: number,
    /** Code of the first GraphQL error. */
    readonly code: string | undefined,
  ) {
    super(reason);
  }

  /** The token, or its absence, does not allow the query. */
  get isForbidden(): boolean {
    return this.status === 401 || this.status === 403 || this.code === 'UNAUTHENTICATED' || this.code === 'FORBIDDEN';
  }
}

/** The data of a response. @throws HostQueryError if there is none, or the error of `fetch` without a connection */
export async function queryHost<Data>(
  query: string,
  variables: Readonly<Record<string, unknown>>,
  token: string | undefined,
): Promise<Data> {
  const response = await fetch('/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify({ query, variables }),
  });
  const { data, errors } = (await response.json().catch(() => ({}))) as {
    data?: Data | null;
    errors?: readonly { readonly message: string; readonly extensions?: { readonly code?: string } }[];
  };
  if (data) return data;
  const { status, statusText } = response;
  const error = errors?.[0];
  throw new HostQueryError(error?.message ?? `${status} ${statusText}`.trim(), status, error?.extensions?.code);
}

export interface Library {
  readonly id: string;
  readonly name: string;
  readonly description: string;
}

/** Maximum number of libraries per request. */
const PAGE_SIZE = 1000;
const LIBRARIES =
  'query ($first: Int!, $after: ID) { libraries(first: $first, after: $after) { id name description } }';

/** All libraries that the caller may read. @throws like `queryHost` */
export async function readLibraries(token: string | undefined): Promise<readonly Library[]> {
  const found: Library[] = [];
  for (;;) {
    const variables = { first: PAGE_SIZE, after: found.at(-1)?.id ?? null };
    const { libraries } = await queryHost<{ libraries: readonly Library[] }>(LIBRARIES, variables, token);
    found.push(...libraries);
    if (libraries.length < PAGE_SIZE) return found;
  }
}
