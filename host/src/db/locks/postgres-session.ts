/**
 * The one connection that is kept: it listens for news, and holds names as advisory locks, which PostgreSQL takes back
 * when the connection ends, so also when its process dies. It is made again when it breaks.
 */
import { createHash } from 'node:crypto';
import type { Socket } from 'node:net';
import pg from 'pg';
import { within } from '../../lib/timeout.js';
import { databaseAway } from '../../lib/domain-error.js';
import type { Log } from '../../lib/log.js';
import { isAway } from '../postgres-unavailable.js';
import { HostError } from '../../lib/host-error.js';
import type { Database, Hold } from '../database.js';
import { createNews } from '../pub-sub.js';

const CHANNEL = 'feaas_news';
/** Milliseconds between looks for news that were not announced: by a host that died between commit and telling. */
const LOOK = 2_000;
const LONGEST_WAIT = 10_000;
/** Milliseconds in which a server that is there answers; nothing that is asked here takes long. */
const ANSWER = 10_000;
const TELL = `select pg_notify('${CHANNEL}', subject) from unnest($1::text[]) subject`;

export interface Session extends Pick<Database, 'hold' | 'announce' | 'listen'> {
  close(): Promise<void>;
}

export interface Presence {
  /** No other session may be there, nor come. */
  readonly alone: boolean;
  /** What the database is called. */
  readonly place: string;
  /** Told when the server has answered nothing for so long that no connection to it is to be trusted. */
  readonly fellSilent: () => void;
}

/** What the driver says of a query that has its time and gets no answer. */
const isSilent = (error: unknown): boolean => error instanceof Error && error.message === 'Query read timeout';

/** @throws HostError where somebody else is alone at the database, or is there where this one wants to be alone. */
export async function openSession(config: pg.ClientConfig, log: Log, presence: Presence): Promise<Session> {
  const { fellSilent } = presence;
  const news = createNews();
  const holds = new Map<string, { lost: boolean }>();
  const untold = new Set<string>();
  let client: pg.Client | undefined;
  let closed = false;
  let again: NodeJS.Timeout | undefined;

  /** One query at a time, as a connection is. */
  let asked: Promise<unknown> = Promise.resolve();
  const ask = (by: pg.Client, sql: string, values: readonly unknown[]): Promise<Record<string, unknown>[]> => {
    const answer = asked.then(async () => {
      try {
        return (await by.query<Record<string, unknown>>(sql, [...values])).rows;
      } catch (error) {
        // One that does not answer may be gone without a word, and vouches for nothing.
        if (isAway(error)) lose(by, error as Error);
        if (isSilent(error)) fellSilent();
        throw isAway(error) ? databaseAway(error) : error;
      }
    });
    asked = answer.catch(() => {});
    return answer;
  };

  const connect = async (): Promise<void> => {
    const next = new pg.Client({ ...config, query_timeout: ANSWER });
    next.on('error', (error) => lose(next, error));
    next.on('end', () => lose(next));
    next.on('notification', ({ processId, payload }) => {
      // What this process announced it has told itself.
      if (processId !== ownId(next)) news.tell(payload);
    });
    try {
      await next.connect();
      await attend(next, presence);
      await next.query(`listen ${CHANNEL}`);
    } catch (error) {
      await next.end().catch(() => {});
      throw error;
    }
    if (closed) return next.end();
    client = next;
    tellOthers();
    news.tell(undefined);
  };

  const lose = (which: pg.Client, error?: Error): void => {
    if (which !== client) return;
    client = undefined;
    for (const hold of holds.values()) hold.lost = true;
    cut(which);
    if (closed) return;
    log.warn(`database: the listening connection is lost${error ? `: ${error.message}` : ''}`);
    reconnect(100);
  };

  const reconnect = (wait: number): void => {
    again = setTimeout(() => {
      connect().catch(() => {
        if (!closed) reconnect(Math.min(wait * 2, LONGEST_WAIT));
      });
    }, wait);
    again.unref();
  };

  const tellOthers = (): void => {
    // Kept for the next connection; in between nothing can be written that there would be news of.
    if (!client || untold.size === 0) return;
    const subjects = [...untold];
    untold.clear();
    // Where it fails, the others find out by looking.
    ask(client, TELL, [subjects]).catch(() => {});
  };

  await connect();
  let isAsking = false;
  const looking = setInterval(() => {
    news.tell(undefined);
    if (!client || isAsking) return;
    // A network may lose the server without a word: who waits for an answer would wait as long as the system's TCP does.
    isAsking = true;
    void ask(client, 'select', [])
      .catch(() => {})
      .finally(() => (isAsking = false));
  }, LOOK);
  looking.unref();

  return {
    listen: news.listen,
    announce(subject) {
      news.tell(subject);
      // After the commit and not within it: notifying commits wait for one another, whatever they are about.
      untold.add(subject);
      if (untold.size === 1) setImmediate(tellOthers);
    },
    async hold(name, work) {
      const by = client;
      if (!by || holds.has(name)) return false;
      const hold: Hold & { lost: boolean } = { lost: false };
      holds.set(name, hold);
      try {
        const id = lockId(name);
        const [row] = await ask(by, 'select pg_try_advisory_lock($1) as held', [id]);
        if (row?.['held'] !== true) return false;
        try {
          await work(hold);
        } finally {
          if (!hold.lost) await ask(by, 'select pg_advisory_unlock($1)', [id]).catch((error: Error) => lose(by, error));
        }
        return true;
      } finally {
        holds.delete(name);
      }
    },
    async close() {
      closed = true;
      clearTimeout(again);
      clearInterval(looking);
      // What a command has just written is told of before it ends.
      tellOthers();
      await asked;
      const last = client;
      client = undefined;
      if (last) await within(ANSWER, last.end(), databaseAway).catch(() => cut(last));
    },
  };
}

/** All who are at a database hold it together; who replaces what is in it, alone. */
async function attend(client: pg.Client, { alone, place }: Presence): Promise<void> {
  const lock = alone ? 'pg_try_advisory_lock' : 'pg_try_advisory_lock_shared';
  const { rows } = await client.query<{ held: boolean }>(`select ${lock}($1) as held`, [lockId('all of it')]);
  if (rows[0]?.held === true) return;
  throw alone
    ? new HostError(`hosts or commands run on ${place}. Stop all of them first.`)
    : new HostError(`${place} is being restored. Wait for the end of that.`);
}

/** Without a goodbye, which would wait for an answer. The driver knows the socket, and its types do not. */
export const cut = (client: pg.ClientBase): unknown =>
  (client as unknown as { connection: { stream: Socket } }).connection.stream.destroy();

/** The server's process of a connection; the driver knows it and its types do not. */
const ownId = (client: pg.Client): number | undefined => (client as { processID?: number }).processID;

/** Locks are numbers of 64 bits; names that fall together merely wait for one another. */
const lockId = (name: string): string => createHash('sha256').update(name).digest().readBigInt64BE(0).toString();
