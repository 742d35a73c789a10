/** The Apollo Client of a gateway: its links in order, its cache, and what it never sends. */
import { ApolloClient, ApolloLink, InMemoryCache } from '@apollo/client';
import { Defer20220824Handler } from '@apollo/client/incremental';
import { DocumentTransform } from '@apollo/client/utilities';
import { visit, type DocumentNode } from 'graphql';
import { setCacheSizes } from './cache-sizes';
import { ClientOnlyQueryError } from './errors';

/** The gateway keeps no local state: a field with `@client` would be left out of the query without a word. */
function refuseClientFields(document: DocumentNode): DocumentNode {
  visit(document, {
    Directive({ name }) {
      if (name.value !== 'client') return undefined;
      const operation = document.definitions.find((each) => each.kind === 'OperationDefinition');
      throw new ClientOnlyQueryError(operation?.name?.value ?? '');
    },
    // Where there are directives is all that is looked at.
    Argument: () => false,
    VariableDefinition: () => false,
  });
  return document;
}

/** For operations that do not go through the client, but through its links. */
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
