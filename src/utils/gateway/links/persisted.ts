/**
 * Persisted queries (specification §7, §8): the hash of a query instead of its text. `PERSISTED_QUERY_NOT_FOUND` is followed
 * by a POST with both; `PERSISTED_QUERY_NOT_SUPPORTED` by a POST of the text, and hashes are off for the session then.
 */
import { ApolloLink } from '@apollo/client/link';
import { PersistedQueryLink } from '@apollo/client/link/persisted-queries';
import { OperationTypeNode } from 'graphql';
import { isUpload } from './http';

/** @param sha256 undefined where the page can not hash: queries then go as text */
export function persistedLink(sha256: ((text: string) => Promise<string>) | undefined): ApolloLink {
  if (!sha256) return new ApolloLink((operation, forward) => forward(operation));
  const hashed = new PersistedQueryLink({ sha256 });
  return ApolloLink.split(
    (operation) => operation.operationType !== OperationTypeNode.SUBSCRIPTION && !isUpload(operation),
    hashed,
  );
}
