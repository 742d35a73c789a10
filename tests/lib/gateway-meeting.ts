/** A gateway that meets a TCP server. */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { gql } from '@apollo/client';
import { FeaasError } from '../../src/global/errors';
import * as kit from '../../src/utils/gateway';
import { type Misbehavior, tcpServer, type TcpServer } from './tcp-server';
import { cleanUp } from './clean-up';

/** One that waits in vain fails. */
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
export const WELL = { data: { libraries: [{ __typename: 'Library', id: 'demo' }] } };

export interface Meeting {
  readonly server: TcpServer;
  readonly gateway: kit.Gateway;
  /** What a query fails with. */
  ask(): Promise<unknown>;
}

export async function meet(
  t: TestContext,
  answer: Misbehavior,
  options: Partial<kit.GatewayOptions> = {},
): Promise<Meeting> {
  const server = await tcpServer(t, answer);
  const gateway = kit.createGateway({
    ...{ url: server.url, library: 'demo', persistedQueries: false, attempts: 1, retryDelay: () => 0 },
    ...options,
  });
  cleanUp(t, () => gateway.close());
  return {
    server,
    gateway,
    ask: () =>
      gateway.client.query({ query: QUERY, fetchPolicy: 'network-only' }).then(
        ({ data }) => assert.fail(`it went through: ${JSON.stringify(data)}`),
        (error: unknown) => error,
      ),
  };
}

export const always =
  (text: string): Misbehavior =>
  (socket) =>
    socket.write(text);

/** Is of a class, and of the kit; `name` says so without it. */
export function assertIs<Kind extends FeaasError>(
  error: unknown,
  kind: new (...args: never[]) => Kind,
): asserts error is Kind {
  assert.ok(error instanceof kind, `${(error as Error).name}: ${(error as Error).message}`);
  assert.ok(error instanceof FeaasError);
  assert.equal(error.name, kind.name);
}
