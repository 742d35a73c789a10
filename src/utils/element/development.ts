/** Code for developers, loaded only on their machines. */
import { importWithRetry } from '../scheduling/retry-import';

/** Local host names, and addresses of a local network, which developers use to test sites on other devices. */
const LOCAL =
  /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\]|10\.\d+\.\d+\.\d+|192\.168\.\d+\.\d+)$|\.(?:local|localhost|test)$/;

/** Loads the development tools if the page is on a development machine. */
export function startDevelopment(): void {
  if (!LOCAL.test(location.hostname)) return;
  importWithRetry(() => import('./data-watch')).then(
    ({ watchData }) => watchData(),
    () => {},
  );
}
