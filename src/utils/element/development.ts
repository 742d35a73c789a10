/** What only developers need: it is loaded on their machines alone. */
import { importWithRetry } from '../scheduling/retry-import';

/** Names of a machine itself, and addresses of a local network, where developers try their sites on other devices. */
const LOCAL =
  /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\]|10\.\d+\.\d+\.\d+|192\.168\.\d+\.\d+)$|\.(?:local|localhost|test)$/;

/** Loads what helps developers, where the page is on a development machine. */
export function startDevelopment(): void {
  if (!LOCAL.test(location.hostname)) return;
  importWithRetry(() => import('./data-watch')).then(
    ({ watchData }) => watchData(),
    () => {},
  );
}
