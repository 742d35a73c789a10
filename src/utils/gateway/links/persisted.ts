/**
 * Persisted queries (specification §7, §8): the hash of a query instead of its text. After `PERSISTED_QUERY_NOT_FOUND`,
 * a POST has both. After `PERSISTED_QUERY_NOT_SUPPORTED`, a POST has the text, and hashes are disabled for the session.
 */
import { ApolloLink } from '@apollo/client/link';
import { PersistedQueryLink } from '@apollo/client/link/persisted-queries';
import { OperationTypeNode } from 'graphql';
import { isUpload, outlivesPage } from './http';

/** @param sha256 undefined if the page can not hash: queries are then sent as text */
export function persistedLink(sha256: ((text: string) => Promise<string>) | undefined): ApolloLink {
  if (!sha256) return new ApolloLink((operation, forward) => forward(operation));
  const hashed = new PersistedQueryLink({ sha256 });
  // Web Crypto hashes in another task, for which a page that is closed does not wait.
  return ApolloLink.split(
    (operation) =>
      operation.operationType !== OperationTypeNode.SUBSCRIPTION && !isUpload(operation) && !outlivesPage(operation),
    hashed,
  );
}
