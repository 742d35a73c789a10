/** Creates the Apollo Client of a gateway, with its links in order, its cache, and a check for `@client` fields. */
import { ApolloClient, ApolloLink, InMemoryCache } from '@apollo/client';
import { Defer20220824Handler } from '@apollo/client/incremental';
import { DocumentTransform } from '@apollo/client/utilities';
import { visit, type DocumentNode } from 'graphql';
import { setCacheSizes } from './cache-sizes';
import { ClientOnlyQueryError } from './errors';

/** The gateway has no local state: Apollo Client would silently remove a field with `@client` from the query. */
function refuseClientFields(document: DocumentNode): DocumentNode {
  visit(document, {
    Directive({ name }) {
      if (name.value !== 'client') return undefined;
      const operation = document.definitions.find((each) => each.kind === 'OperationDefinition');
      throw new ClientOnlyQueryError(operation?.name?.value ?? '');
    },
    // Visit only nodes that can contain directives.
    Argument: () => false,
    VariableDefinition: () => false,
  });
  return document;
}

/** Checks operations that bypass the client, and use its links directly. */
const serverOnly = new ApolloLink((operation, forward) => {
  refuseClientFields(operation.query);
  return forward(operation);
});

export function createClient(links: readonly ApolloLink[]): ApolloClient {
  setCacheSizes();
  return new ApolloClient({
    link: ApolloLink.from([serverOnly, ...links]),
    cache: new InMemoryCache(),
    documentTransform: new DocumentTransform(refuseClientFields),
    incrementalHandler: new Defer20220824Handler(),
    devtools: { enabled: false },
  });
}
