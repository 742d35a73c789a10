/** Shared state in Redis or Valkey. Its scripts run as a whole, and use the server's clock, which is the same for all hosts. */
import { createClient } from '@redis/client';
import { MAX_QUERIES, QUERY_MILLISECONDS, type SharedStore, type TokenGrant } from './shared-store.js';

/** Milliseconds. */
const CONNECT_TIMEOUT = 5_000;
const MAX_RECONNECT_DELAY = 5_000;

const NOW = `
  local time = redis.call('TIME')
  local now = time[1] * 1000 + time[2] / 1000`;

/**
 * A key holds when its bucket will be full, in milliseconds; one that is full has none. None is emptier than empty, also after the
 * server's clock was set back, or the rate was raised.
 */
const TAKE_TOKENS = `${NOW}
  local answers = {}
  for index, key in ipairs(KEYS) do
    local at = (index - 1) * 4
    local perSecond, burst = tonumber(ARGV[at + 1]), tonumber(ARGV[at + 2])
    local needed, wanted = tonumber(ARGV[at + 3]), tonumber(ARGV[at + 4])
    local stored = tonumber(redis.call('GET', key) or now)
    local fullAt = math.max(now, math.min(stored, now + burst * 1000 / perSecond))
    local level = burst - (fullAt - now) * perSecond / 1000
    local granted = 0
    if level + 0.000001 >= needed then
      granted = math.min(wanted, math.max(needed, math.floor(level + 0.000001)))
      fullAt = math.max(now, fullAt + granted * 1000 / perSecond)
    end
    if fullAt <= now then
      redis.call('DEL', key)
    elseif granted ~= 0 or fullAt < stored then
      redis.call('SET', key, string.format('%.3f', fullAt), 'PX', math.ceil(fullAt - now))
    end
    answers[index] = string.format('%.6f %.6f', granted, burst - (fullAt - now) * perSecond / 1000)
  end
  return answers`;

/** Each holder has a sorted set of its leases, by the time when they end. */
const TAKE_LEASE = `${NOW}
  for index, key in ipairs(KEYS) do
    redis.call('ZREMRANGEBYSCORE', key, '-inf', now)
    if redis.call('ZCARD', key) >= tonumber(ARGV[index + 2]) then return 0 end
  end
  for _, key in ipairs(KEYS) do
    redis.call('ZADD', key, now + ARGV[2], ARGV[1])
    redis.call('PEXPIRE', key, ARGV[2])
  end
  return 1`;

const RENEW_LEASES = `${NOW}
  for index, key in ipairs(KEYS) do
    redis.call('ZADD', key, now + ARGV[1], ARGV[index + 1])
    redis.call('PEXPIRE', key, ARGV[1])
  end`;

/** The hash of texts, and the set of their hashes by the time of their last write. */
const PUT_QUERY = `${NOW}
  redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
  redis.call('ZADD', KEYS[2], now, ARGV[1])
  local ended = redis.call('ZRANGEBYSCORE', KEYS[2], '-inf', now - ARGV[4])
  for _, hash in ipairs(redis.call('ZRANGE', KEYS[2], 0, -1 - ARGV[3])) do table.insert(ended, hash) end
  for _, hash in ipairs(ended) do
    redis.call('HDEL', KEYS[1], hash)
    redis.call('ZREM', KEYS[2], hash)
  end
  redis.call('PEXPIRE', KEYS[1], ARGV[4])
  redis.call('PEXPIRE', KEYS[2], ARGV[4])`;

/** Leases of one command: a script holds up all other callers of the server. */
const LEASES_PER_COMMAND = 200;

/**
 * Connects in the background, and again whenever the connection is lost; until then, each call rejects.
 * @param id of the database: hosts of another one share nothing with these
 */
export function createRedisStore(url: string, id: string): SharedStore {
  const client = createClient({
    url,
    // Every server knows it, Redis before 6 and Valkey included.
    RESP: 2,
    name: 'feaas-host',
    // What waited for a server that is away would wait longer than anybody wants.
    disableOfflineQueue: true,
    socket: {
      connectTimeout: CONNECT_TIMEOUT,
      reconnectStrategy: (retries) => Math.min(100 * 2 ** Math.min(retries, 10), MAX_RECONNECT_DELAY),
    },
  });
  // Whoever asks meanwhile sees its command fail.
  client.on('error', () => {});
  const connecting = client.connect().then(
    () => {},
    () => {},
  );
  // A cluster keeps all keys with the same braces on one server, which scripts need.
  const keyOf = (kind: string, name = ''): string => `{feaas:${id}}:${kind}:${name}`;
  const run = (script: string, keys: readonly string[], values: readonly (string | number)[]): Promise<unknown> =>
    client.eval(script, { keys: [...keys], arguments: values.map(String) });
  const queries = keyOf('queries');
  const queryTimes = keyOf('query-times');

  return {
    async takeTokens(requests) {
      const answers = (await run(
        TAKE_TOKENS,
        requests.map(({ key }) => keyOf('rate', key)),
        requests.flatMap(({ perSecond, burst, needed, wanted }) => [perSecond, burst, needed, wanted]),
      )) as string[];
      return answers.map((answer): TokenGrant => {
        const [granted, level] = answer.split(' ').map(Number);
        return { granted: granted!, level: level! };
      });
    },
    async takeLease({ id, holders }, limits, milliseconds) {
      const keys = holders.map((holder) => keyOf('open', holder));
      return (await run(TAKE_LEASE, keys, [id, milliseconds, ...limits])) === 1;
    },
    async renewLeases(leases, milliseconds) {
      for (let first = 0; first < leases.length; first += LEASES_PER_COMMAND) {
        const pairs = leases
          .slice(first, first + LEASES_PER_COMMAND)
          .flatMap(({ id, holders }) => holders.map((holder) => [keyOf('open', holder), id] as const));
        await run(
          RENEW_LEASES,
          pairs.map(([key]) => key),
          [milliseconds, ...pairs.map(([, id]) => id)],
        );
      }
    },
    async removeLeases(leases) {
      await Promise.all(
        leases.flatMap(({ id, holders }) => holders.map((holder) => client.zRem(keyOf('open', holder), id))),
      );
    },
    async query(hash) {
      await connecting;
      return (await client.hGet(queries, hash)) ?? undefined;
    },
    async putQuery(hash, text) {
      await run(PUT_QUERY, [queries, queryTimes], [hash, text, MAX_QUERIES, QUERY_MILLISECONDS]);
    },
    async close() {
      // A server that is away answers no goodbye.
      client.destroy();
    },
  };
}
