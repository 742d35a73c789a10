/** A gateway that is connected to a TCP server whose responses a test controls. */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { gql } from '@apollo/client';
import { FeaasError } from '../../src/global/errors';
import * as kit from '../../src/utils/gateway';
import { type Responder, tcpServer, type TcpServer } from './tcp-server';
import { cleanUp } from './clean-up';

/** Options of a test: it fails after 30 s. */
export const LIMIT = { timeout: 30_000 };
export const QUERY = gql`
  query Names {
    libraries {
      id
    }
  }
`;
export const SAVE = gql`
  mutation Save($id: ID!, $view: String!, $expectedRevision: Int!, $idempotencyKey: String) {
    saveVersion(id: $id, view: $view, expectedRevision: $expectedRevision, idempotencyKey: $idempotencyKey) {
      id
    }
  }
`;
export const LIBRARIES_RESPONSE = { data: { libraries: [{ __typename: 'Library', id: 'demo' }] } };

export interface GatewayFixture {
  readonly server: TcpServer;
  readonly gateway: kit.Gateway;
  /** Runs a query that must fail. Resolves with its error. */
  queryError(): Promise<unknown>;
}

export async function createGatewayFixture(
  t: TestContext,
  answer: Responder,
  options: Partial<kit.GatewayOptions> = {},
): Promise<GatewayFixture> {
  const server = await tcpServer(t, answer);
  const gateway = kit.createGateway({
    ...{ url: server.url, library: 'demo', persistedQueries: false, attempts: 1, retryDelay: () => 0 },
    ...options,
  });
  cleanUp(t, () => gateway.close());
  return {
    server,
    gateway,
    queryError: () =>
      gateway.client.query({ query: QUERY, fetchPolicy: 'network-only' }).then(
        ({ data }) => assert.fail(`it went through: ${JSON.stringify(data)}`),
        (error: unknown) => error,
      ),
  };
}

export const respondWith =
  (text: string): Responder =>
  (socket) =>
    socket.write(text);

/** Asserts that an error is an instance of a class and of FeaasError, and that its `name` is the name of the class. */
export function assertErrorClass<Kind extends FeaasError>(
  error: unknown,
  kind: new (...args: never[]) => Kind,
): asserts error is Kind {
  assert.ok(error instanceof kind, `${(error as Error).name}: ${(error as Error).message}`);
  assert.ok(error instanceof FeaasError);
  assert.equal(error.name, kind.name);
}
