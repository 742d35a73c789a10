import type { Handler } from '../http/request-context.js';
import { CORS } from '../../lib/http-policies.js';
import type { Clock } from '../../lib/clock.js';

/** /api/clock.json: data that changes at every request, for pages with live values. All times are UTC. */
export function clockRoute(clock: Clock): Handler {
  return ({ names }) => {
    if (names.length !== 2 || names[0] !== 'api' || names[1] !== 'clock.json') return undefined;
    const milliseconds = clock();
    const now = new Date(milliseconds).toISOString();
    return {
      kind: 'text',
      status: 200,
      headers: { ...CORS, 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
      body: JSON.stringify({ now, milliseconds, date: now.slice(0, 10), time: now.slice(11, 19) }),
    };
  };
}
