/**
 * Many editors at once, in a process of their own, so that what they do takes nothing from who measures: subscriptions to a library,
 * and savers of views, each of which saves again as soon as its last save is answered. Sends `ready` to the parent once all are
 * subscribed, saves once the parent sends anything, and sends a `CrowdReport` at the end.
 */
import { once } from 'node:events';
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';

export interface CrowdOptions {
  readonly url: string;
  readonly library: string;
  /** Each has `subscriptionsPerViewer` of the subscriptions. */
  readonly viewers: readonly string[];
  readonly subscriptionsPerViewer: number;
  /** Tokens of the savers; each saves its own version. */
  readonly editors: readonly string[];
  readonly elements: number;
  readonly seconds: number;
}

export interface CrowdReport {
  readonly subscriptions: number;
  readonly events: number;
  /** How often each answer came. */
  readonly answers: Readonly<Record<string, number>>;
}

/** What the kit asks for while an editor is open. */
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

const options = JSON.parse(process.argv[2]!) as CrowdOptions;
const headers = (token: string): Record<string, string> => ({
  'content-type': 'application/json',
  authorization: `Bearer ${token}`,
});

let events = 0;

function subscribe(token: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = request(`${options.url}/graphql`, {
      ...{ method: 'POST', agent: false },
      headers: { ...headers(token), accept: 'text/event-stream' },
    });
    sent.on('error', reject);
    sent.on('response', (response) => {
      if (response.statusCode !== 200) reject(new Error(`a subscription was answered ${response.statusCode}`));
      response.setEncoding('utf8');
      response.on('data', (part: string) => {
        if (part.includes('"errors"')) reject(new Error(part));
        events += part.split('"Change"').length - 1;
      });
      resolve();
    });
    sent.end(JSON.stringify({ query: SUBSCRIPTION, variables: { library: options.library } }));
  });
}

async function saveUntil(end: number, pool: Pool, token: string, saver: number, answers: Record<string, number>) {
  const id = `${options.library}/heavy/crowd-${process.pid}-${saver}`;
  for (let expected = 0; performance.now() < end;) {
    // Each another one: what was checked is not checked again.
    const view = `<i>${saver} ${expected} ${Date.now()}</i>${'<b>x</b>\n'.repeat(options.elements)}`;
    const { body } = await pool.request({
      ...{ method: 'POST', path: '/graphql', headers: headers(token) },
      body: JSON.stringify({ query: SAVE, variables: { id, view, expected } }),
    });
    const { data, errors } = (await body.json()) as {
      data?: { saveVersion: { revision: number } };
      errors?: { extensions: { code: string } }[];
    };
    const answer = errors?.[0]?.extensions.code ?? 'saved';
    answers[answer] = (answers[answer] ?? 0) + 1;
    expected = data?.saveVersion.revision ?? expected;
    // Who is refused tries again a little later, as the kit does.
    if (errors) await sleep(500);
  }
}

const subscriptions = options.viewers.flatMap((token) => Array(options.subscriptionsPerViewer).fill(token) as string[]);
for (let at = 0; at < subscriptions.length; at += 50)
  await Promise.all(subscriptions.slice(at, at + 50).map(subscribe));
const started = once(process, 'message');
process.send!('ready');
await started;
const pool = new Pool(options.url, { connections: options.editors.length, headersTimeout: 120_000 });
const answers: Record<string, number> = {};
const end = performance.now() + options.seconds * 1000;
await Promise.all(options.editors.map((token, saver) => saveUntil(end, pool, token, saver, answers)));
process.send!({ subscriptions: subscriptions.length, events, answers } satisfies CrowdReport, () => process.exit());
