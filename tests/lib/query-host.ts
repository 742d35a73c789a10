/** Sends a GraphQL request to a host, without the kit's client: journeys prepare their data with it. */
import assert from 'node:assert/strict';

export async function queryHost<Data = unknown>(
  { origin, token }: { readonly origin: string; readonly token: string },
  query: string,
  variables: Readonly<Record<string, unknown>> = {},
): Promise<Data> {
  const response = await fetch(`${origin}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables }),
  });
  const { data, errors } = (await response.json()) as { data?: Data; errors?: unknown };
  assert.equal(errors, undefined);
  return data!;
}
