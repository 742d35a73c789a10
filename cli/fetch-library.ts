/** Reads libraries from a running host by its GraphQL API; without a token, only published and public content. */
import type { LibraryContent } from '../src/utils/content-types/print-types';
import { CommandError } from './command-error';

/** Number of versions per query; hosts limit the cost of a query. */
const VERSIONS = 50;
const COMPONENTS = `query ($library: ID!, $after: String) {
  components(library: $library, first: 5, after: $after) {
    items { id versions(first: ${VERSIONS}) { id view deletedAt } }
    next
  }
}`;
const FURTHER_VERSIONS = `query ($id: ID!, $after: ID) {
  component(id: $id) { versions(first: ${VERSIONS}, after: $after) { id view deletedAt } }
}`;
const DATA_SOURCES = `query ($library: ID!) { dataSources(library: $library) { key sample } }`;
/** Number of libraries per query. */
const LIBRARIES_PER_QUERY = 1000;
const LIBRARIES = `query ($after: ID) { libraries(first: ${LIBRARIES_PER_QUERY}, after: $after) { id } }`;

interface Version {
  readonly id: string;
  readonly view: string;
  readonly deletedAt: string | null;
}

interface ComponentsResult {
  readonly components: {
    readonly items: readonly { readonly id: string; readonly versions: readonly Version[] }[];
    readonly next: string | null;
  };
}

interface FurtherVersionsResult {
  readonly component: { readonly versions: readonly Version[] } | null;
}

/** Queries a host. @throws CommandError with the host's response. */
async function query<Result>(
  host: string,
  text: string,
  variables: object,
  token: string | undefined,
): Promise<Result> {
  const address = host.endsWith('/') ? host : `${host}/`;
  if (!URL.canParse(address))
    throw new CommandError(`<library> is '${host}', which is not a valid URL. Use the form https://host.example.`);
  const url = new URL('graphql', address);
  let response: Response;
  try {
    response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
      body: JSON.stringify({ query: text, variables }),
      signal: AbortSignal.timeout(30_000),
    });
  } catch (error) {
    const { message, cause } = error as Error;
    throw new CommandError(
      `could not reach ${url.href} (${cause instanceof Error ? cause.message : message}). Check that the host runs.`,
    );
  }
  const answer = (await response.json().catch(() => undefined)) as
    { data?: Result; errors?: readonly { message: string }[] } | undefined;
  const [error] = answer?.errors ?? [];
  if (error) throw new CommandError(`${url.href} answered: ${error.message}`);
  if (!answer?.data)
    throw new CommandError(
      `${url.href} answered with status ${response.status}, which is no answer of a content host. Check the URL.`,
    );
  return answer.data;
}

async function fetchLibrary(host: string, id: string, token: string | undefined): Promise<LibraryContent> {
  const components = new Map<string, string[]>();
  let after: string | null = null;
  do {
    const result: ComponentsResult = await query(host, COMPONENTS, { library: id, after }, token);
    for (const { id: name, versions: first } of result.components.items) {
      const versions = [...first];
      for (let page = first; page.length === VERSIONS; versions.push(...page)) {
        const variables = { id: name, after: page.at(-1)!.id };
        page = (await query<FurtherVersionsResult>(host, FURTHER_VERSIONS, variables, token)).component?.versions ?? [];
      }
      const templates = versions.filter(({ deletedAt }) => deletedAt === null).map(({ view }) => view);
      if (templates.length > 0) components.set(name.slice(name.indexOf('/') + 1), templates);
    }
    after = result.components.next;
  } while (after !== null);
  // Without a token, the host returns published content and no samples.
  if (!token) return { id, components, samples: new Map() };
  const { dataSources } = await query<{ dataSources: readonly { key: string; sample: string }[] }>(
    host,
    DATA_SOURCES,
    { library: id },
    token,
  );
  const samples = new Map(dataSources.map(({ key, sample }) => [key, JSON.parse(sample) as unknown]));
  return { id, components, samples };
}

async function fetchLibraryIds(host: string, token: string | undefined): Promise<string[]> {
  const ids: string[] = [];
  for (;;) {
    const after = ids.at(-1) ?? null;
    const { libraries } = await query<{ libraries: readonly { id: string }[] }>(host, LIBRARIES, { after }, token);
    ids.push(...libraries.map(({ id }) => id));
    if (libraries.length < LIBRARIES_PER_QUERY) return ids;
  }
}

/** Fetches the named libraries of a host, or all of them. */
export async function fetchLibraries(
  host: string,
  names: readonly string[],
  token: string | undefined,
): Promise<LibraryContent[]> {
  const ids = await fetchLibraryIds(host, token);
  const missing = names.find((name) => !ids.includes(name));
  if (missing !== undefined)
    throw new CommandError(
      `--library: ${host} has no library '${missing}'${ids.length > 0 ? `; there are ${ids.join(', ')}` : ''}. Name an existing one.`,
    );
  const libraries: LibraryContent[] = [];
  for (const id of names.length > 0 ? names : ids) libraries.push(await fetchLibrary(host, id, token));
  return libraries;
}
