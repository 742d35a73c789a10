import type { Ledger } from '../../content/content-service.js';
import type { Metrics } from './metrics.js';

/** The same ledger; what it writes is counted. A retry that was answered from before counts again. */
export function countedLedger(ledger: Ledger, metrics: Metrics): Ledger {
  const counted = <Result>(action: string, written: Promise<Result>): Promise<Result> =>
    written.then((result) => {
      metrics.revision(action);
      return result;
    });
  // Everything else is the ledger's own, asked on it and not on a copy.
  return new Proxy(ledger, {
    get(target, name) {
      switch (name) {
        case 'save':
          return (...args: Parameters<Ledger['save']>) => counted('save', target.save(...args));
        case 'fork':
          return (...args: Parameters<Ledger['fork']>) => counted('fork', target.fork(...args));
        case 'revert':
          return (...args: Parameters<Ledger['revert']>) => counted('revert', target.revert(...args));
        case 'saveStylesheet':
          return (...args: Parameters<Ledger['saveStylesheet']>) => counted('save', target.saveStylesheet(...args));
        default: {
          const value: unknown = Reflect.get(target, name);
          return typeof value === 'function' ? value.bind(target) : value;
        }
      }
    },
  });
}
