import { setTimeout as sleep } from 'node:timers/promises';
import type { Handler } from '../http/request-context.js';
import { type RouteName, routeOf } from '../routes/route-name.js';

/** Milliseconds to wait before the response, by route, to simulate a slow network. */
export type Delays = Readonly<Partial<Record<RouteName, number>>>;

export function delays(milliseconds: Delays): Handler {
  return async ({ names, signal }) => {
    const wait = milliseconds[routeOf(names)] ?? 0;
    if (wait > 0) await sleep(wait, undefined, { signal });
    return undefined;
  };
}
