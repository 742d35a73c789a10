/** Requests to the host and to its baselines, in turns, so that other load of the machine affects all of them. */
import autocannon from 'autocannon';

export interface Measurement {
  /** Responses per second. */
  readonly rate: number;
  /** In milliseconds. */
  readonly p99: number;
  readonly failures: number;
}

export interface Scenario {
  readonly name: string;
  /** The name of the scenario to compare with. */
  readonly baseline?: string;
  run(seconds: number): Promise<Measurement>;
}

export interface ScenarioResult extends Measurement {
  readonly name: string;
  /** The rate divided by the rate of the baseline: the median of the rounds. */
  readonly ratio?: number;
}

const CONNECTIONS = 16;
/** Seconds. */
const WARM_UP = 1;

export function sendGets(url: string, paths: readonly string[]) {
  return async (seconds: number): Promise<Measurement> => {
    const result = await autocannon({
      ...{ url, connections: CONNECTIONS, duration: seconds },
      requests: paths.map((path) => ({ path })),
    });
    return toMeasurement(result);
  };
}

export interface GraphQLQuery {
  readonly query: string;
  /** Values for `$id`, each used once before the first is used again; undefined if the query is always the same. */
  readonly ids?: readonly string[];
}

export function sendQueries(url: string, { query, ids }: GraphQLQuery, headers: Readonly<Record<string, string>> = {}) {
  const request = { method: 'POST' as const, headers: { 'content-type': 'application/json', ...headers } };
  // All rounds and connections share the count, so that none repeats a recent request of another.
  let requestCount = 0;
  const withNextId = (each: autocannon.Request): autocannon.Request => ({
    ...each,
    body: JSON.stringify({ query, variables: { id: ids![requestCount++ % ids!.length] } }),
  });
  return async (seconds: number): Promise<Measurement> => {
    const result = await autocannon({
      ...{ url: `${url}/graphql`, connections: CONNECTIONS, duration: seconds },
      // A repeated request costs the client less.
      ...(ids
        ? { requests: [{ ...request, setupRequest: withNextId }] }
        : { ...request, body: JSON.stringify({ query }) }),
    });
    return toMeasurement(result);
  };
}

const toMeasurement = (result: autocannon.Result): Measurement => ({
  rate: result.requests.average,
  p99: result.latency.p99,
  failures: result.errors + result.non2xx,
});

/** Runs all scenarios once per round, each after a warm-up, because an idle process discards compiled code. */
export async function runRounds(
  scenarios: readonly Scenario[],
  rounds: number,
  seconds: number,
): Promise<ScenarioResult[]> {
  const measurements = new Map<string, Measurement[]>(scenarios.map(({ name }) => [name, []]));
  const failures = new Map<string, number>();
  for (let round = 0; round < rounds; round++) {
    for (const { name, run } of scenarios) {
      const warmUp = await run(WARM_UP);
      const result = await run(seconds);
      failures.set(name, (failures.get(name) ?? 0) + warmUp.failures + result.failures);
      measurements.get(name)!.push(result);
    }
  }
  return scenarios.map(({ name, baseline }) => {
    const own = measurements.get(name)!;
    const others = baseline === undefined ? undefined : measurements.get(baseline)!;
    return {
      name,
      rate: median(own.map(({ rate }) => rate)),
      p99: median(own.map(({ p99 }) => p99)),
      failures: failures.get(name)!,
      ...(others ? { ratio: median(own.map(({ rate }, round) => rate / others[round]!.rate)) } : {}),
    };
  });
}

export const median = (values: readonly number[]): number =>
  [...values].sort((one, other) => one - other)[values.length >> 1] ?? NaN;
