/** Shared state in Redis or Valkey. Its scripts are atomic, and use the server's clock, which is the same for all hosts. */
import { createClient } from '@redis/client';
import { MAX_QUERIES, QUERY_MILLISECONDS, type SharedStore, type TokenGrant } from './shared-store.js';

/** Milliseconds, like MAX_RECONNECT_DELAY. */
const CONNECT_TIMEOUT = 5_000;
const MAX_RECONNECT_DELAY = 5_000;

const NOW = `
  local time = redis.call('TIME')
  local now = time[1] * 1000 + time[2] / 1000`;

/**
 * A key contains when its bucket will be full, in milliseconds; a full bucket has no key. A bucket is never emptier
 * than empty, even if the server's clock was set back or the rate was raised.
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

/** Each holder has a sorted set of its leases by expiry. */
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

/** A hash with the texts, and a sorted set of their keys by the time of the last write. */
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

/** Maximum leases per command, because a script blocks all other clients of the server. */
const LEASES_PER_COMMAND = 200;

/**
 * Connects in the background, and reconnects after a loss. Calls reject while disconnected.
 * @param id id of the database, because other databases may use the same Redis
 */
export function createRedisStore(url: string, id: string): SharedStore {
  const client = createClient({
    url,
    // All servers support version 2, including Redis before 6 and Valkey.
    RESP: 2,
    name: 'feaas-host',
    // Commands would otherwise wait for an unavailable server longer than their callers.
    disableOfflineQueue: true,
    socket: {
      connectTimeout: CONNECT_TIMEOUT,
      reconnectStrategy: (retries) => Math.min(100 * 2 ** Math.min(retries, 10), MAX_RECONNECT_DELAY),
    },
  });
  // Pending commands fail.
  client.on('error', () => {});
  const connecting = client.connect().then(
    () => {},
    () => {},
  );
  // A cluster keeps keys with the same hash tag (braces) on one server, as scripts require.
  const keyOf = (kind: string, name = ''): string => `{feaas:${id}}:${kind}:${name}`;
  const run = (script: string, keys: readonly string[], values: readonly (string | number)[]): Promise<unknown> =>
    client.eval(script, { keys: [...keys], arguments: values.map(String) });
  const queries = keyOf('queries');
  const queryTimes = keyOf('query-times');

  return {
    async takeTokens(requests) {
      const results = (await run(
        TAKE_TOKENS,
        requests.map(({ key }) => keyOf('rate', key)),
        requests.flatMap(({ perSecond, burst, needed, wanted }) => [perSecond, burst, needed, wanted]),
      )) as string[];
      return results.map((result): TokenGrant => {
        const [granted, level] = result.split(' ').map(Number);
        return { granted: granted!, level: level! };
      });
    },
    async takeLease({ id, holders }, limits, milliseconds) {
      const keys = holders.map((holder) => keyOf('open', holder));
      return (await run(TAKE_LEASE, keys, [id, milliseconds, ...limits])) === 1;
    },
    async renewLeases(leases, milliseconds) {
      for (let start = 0; start < leases.length; start += LEASES_PER_COMMAND) {
        const pairs = leases
          .slice(start, start + LEASES_PER_COMMAND)
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
      // A graceful close would wait for an unavailable server.
      client.destroy();
    },
  };
}
