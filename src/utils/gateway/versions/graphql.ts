/** Versions of the content host, or of any backend with its interface, over GraphQL. */
import type { ApolloClient, OperationVariables, TypedDocumentNode } from '@apollo/client';
import { randomId } from '../../../global/random-id';
import { GatewayClosedError, MissingResponseError } from '../errors';
import { FRESH_READ } from '../fresh-read';
import { stripTypename } from '../strip-typename';
import * as operations from './operations.generated';
import type { Revision, Stylesheet, Version, VersionStore, Write } from './store';

/** Default number of revisions per page. */
const PAGE_SIZE = 20;
/** Maximum number of ids in a request to the host. */
const MAX_IDS = 100;

interface GraphQLVersionsOptions {
  readonly client: ApolloClient;
  readonly subscribe: VersionStore['subscribe'];
  readonly attend: NonNullable<VersionStore['attend']>;
  /** Whether the gateway is closed. */
  readonly isClosed: () => boolean;
}

/** Every mutation returns its version under this name. */
interface Written {
  readonly version: Version;
}

type WriteMutation = TypedDocumentNode<
  Written,
  { id: string; expectedRevision: number; idempotencyKey?: string | null }
>;

/** Returns the data if it has every top-level field of the operation. @throws MissingResponseError */
function requireComplete<Data>(document: TypedDocumentNode<Data, never>, data: Data | undefined): Data {
  const operation = document.definitions.find((each) => each.kind === 'OperationDefinition');
  const missing = operation?.selectionSet.selections.some((field) => {
    if (field.kind !== 'Field') return false;
    const name = (field.alias ?? field.name).value;
    return (data as Record<string, unknown> | undefined)?.[name] === undefined;
  });
  if (!missing) return data as Data;
  throw new MissingResponseError(operation?.name?.value ?? '');
}

export function graphqlVersions({ client, subscribe, attend, isClosed }: GraphQLVersionsOptions): VersionStore {
  /** Errors of a client that is stopped are not reported as errors of the backend. */
  const whileOpen = async <Result>(request: () => Promise<Result>): Promise<Result> => {
    if (isClosed()) throw new GatewayClosedError();
    try {
      return await request();
    } catch (cause) {
      throw isClosed() ? new GatewayClosedError({ cause }) : cause;
    }
  };

  const read = async <Data, Variables extends OperationVariables>(
    query: TypedDocumentNode<Data, Variables>,
    variables: Variables,
  ): Promise<Data> => {
    // Edited content is read from the backend, and not from the cache; the result updates the watchers of the cache.
    const options = { query, variables, ...FRESH_READ };
    const { data } = await whileOpen(() => client.query<Data>(options as ApolloClient.QueryOptions<Data>));
    return requireComplete(query, data as Data | undefined);
  };

  const write = async <Variables extends OperationVariables>(
    mutation: TypedDocumentNode<Written, Variables>,
    variables: Variables,
  ): Promise<Version> => {
    const options = { mutation, variables };
    const { data } = await whileOpen(() => client.mutate<Written>(options as ApolloClient.MutateOptions<Written>));
    return stripTypename(requireComplete(mutation, data as Written | undefined).version);
  };

  const writeArguments = ({ expectedRevision, idempotencyKey = randomId() }: Write) => ({
    expectedRevision,
    idempotencyKey,
  });

  const pageArgument = ({ page }: Write) => (page === undefined ? {} : { page });

  const step =
    (mutation: WriteMutation) =>
    (id: string, options: Write): Promise<Version> =>
      write(mutation, { id, ...writeArguments(options) });

  return {
    async find(ids) {
      const pages: (readonly string[])[] = [];
      for (let start = 0; start < ids.length; start += MAX_IDS) pages.push(ids.slice(start, start + MAX_IDS));
      const found = await Promise.all(pages.map((page) => read(operations.VersionsDocument, { ids: page })));
      return found.flatMap(({ versions }) => stripTypename<readonly (Version | null)[]>(versions));
    },
    fork: (originId, instance, options) =>
      write(operations.ForkDocument, { originId, instance, ...writeArguments(options), ...pageArgument(options) }),
    save: (id, view, options) =>
      write(operations.SaveDocument, { id, view, ...writeArguments(options), ...pageArgument(options) }),
    stage: step(operations.StageDocument),
    publish: step(operations.PublishDocument),
    unstage: step(operations.UnstageDocument),
    unpublish: step(operations.UnpublishDocument),
    remove: step(operations.RemoveDocument),
    restore: step(operations.RestoreDocument),
    revert: (id, to, options) => write(operations.RevertDocument, { id, to, ...writeArguments(options) }),
    async history(id, { first = PAGE_SIZE, after } = {}) {
      const { history } = await read(operations.HistoryDocument, { id, first, after: after ?? null });
      return { items: stripTypename<readonly Revision[]>(history.items), next: history.next };
    },
    async stylesheet(library) {
      const { stylesheet } = await read(operations.StylesheetDocument, { library });
      return stripTypename<Stylesheet | null>(stylesheet);
    },
    subscribe,
    attend,
  };
}
