/** Many concurrent editors: subscriptions to a library, and clients that save a view again as soon as the last save has a response. */
import { request, type ClientRequest } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';

/** The subscription of an open editor of the kit. */
const SUBSCRIPTION = `subscription ($library: ID!) {
  libraryChanged(library: $library) {
    __typename
    ... on Change { sequence kind id action revision at }
    ... on Presence { id editors { id user name since } }
  }
}`;
const SAVE = `mutation ($id: ID!, $view: String!, $expected: Int!) {
  saveVersion(id: $id, view: $view, expectedRevision: $expected) { revision }
}`;
const ACCEPT_HEADER = 'multipart/mixed;boundary=graphql;subscriptionSpec=1.0,application/json';
/** The number of subscriptions that are opened at the same time. */
const BATCH_SIZE = 50;

const headersOf = (token: string): Record<string, string> => ({
  'content-type': 'application/json',
  authorization: `Bearer ${token}`,
});

export interface Subscribers {
  readonly count: number;
  /** The number of changes that all subscriptions together have received. */
  eventCount(): number;
  close(): void;
}

/** @param perToken the number of subscriptions of each token */
export async function openSubscriptions(
  url: string,
  library: string,
  tokens: readonly string[],
  perToken: number,
): Promise<Subscribers> {
  let events = 0;
  const open: ClientRequest[] = [];
  const subscribe = (token: string): Promise<void> =>
    new Promise((resolve, reject) => {
      const sent = request(`${url}/graphql`, {
        ...{ method: 'POST', agent: false },
        headers: { ...headersOf(token), accept: ACCEPT_HEADER },
      });
      open.push(sent);
      sent.on('error', reject);
      sent.on('response', (response) => {
        if (response.statusCode !== 200) reject(new Error(`a subscription was answered ${response.statusCode}`));
        response.setEncoding('utf8');
        response.on('error', () => {});
        response.on('data', (part: string) => {
          if (part.includes('"errors"')) reject(new Error(part));
          events += part.split('"Change"').length - 1;
        });
        resolve();
      });
      sent.end(JSON.stringify({ query: SUBSCRIPTION, variables: { library } }));
    });
  const all = tokens.flatMap((token) => Array<string>(perToken).fill(token));
  for (let at = 0; at < all.length; at += BATCH_SIZE) await Promise.all(all.slice(at, at + BATCH_SIZE).map(subscribe));
  return {
    count: all.length,
    eventCount: () => events,
    close: () => open.forEach((sent) => sent.destroy()),
  };
}

/** Saves for `seconds`, with one client for each token. Returns the number of times of each result. */
export async function saveRepeatedly(
  url: string,
  component: string,
  tokens: readonly string[],
  viewOf: (mark: string) => string,
  seconds: number,
): Promise<Map<string, number>> {
  const pool = new Pool(url, { connections: tokens.length, headersTimeout: 120_000 });
  const answers = new Map<string, number>();
  const run = Date.now();
  const end = performance.now() + seconds * 1000;
  const saveUntilEnd = async (token: string, saver: number): Promise<void> => {
    const id = `${component}/crowd-${run}-${saver}`;
    for (let expected = 0; performance.now() < end;) {
      const view = viewOf(`${run} ${saver} ${expected} ${performance.now()}`);
      const { body } = await pool.request({
        ...{ method: 'POST', path: '/graphql', headers: headersOf(token) },
        body: JSON.stringify({ query: SAVE, variables: { id, view, expected } }),
      });
      const { data, errors } = (await body.json()) as {
        data?: { saveVersion: { revision: number } };
        errors?: { extensions: { code: string } }[];
      };
      const answer = errors?.[0]?.extensions.code ?? 'saved';
      answers.set(answer, (answers.get(answer) ?? 0) + 1);
      expected = data?.saveVersion.revision ?? expected;
      // Like the kit, a rejected client retries a little later.
      if (errors) await sleep(500);
    }
  };
  await Promise.all(tokens.map(saveUntilEnd));
  await pool.close();
  return answers;
}
