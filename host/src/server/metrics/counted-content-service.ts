import type { ContentService } from '../../content/content-service.js';
import type { Metrics } from './metrics.js';

/** Wraps the content service and counts its writes. Retries with a stored result count again. */
export function countedContentService(contentService: ContentService, metrics: Metrics): ContentService {
  const countWrite = <Result>(action: string, written: Promise<Result>): Promise<Result> =>
    written.then((result) => {
      metrics.revision(action);
      return result;
    });
  // All other methods run on the original service.
  return new Proxy(contentService, {
    get(target, name) {
      switch (name) {
        case 'save':
          return (...args: Parameters<ContentService['save']>) => countWrite('save', target.save(...args));
        case 'fork':
          return (...args: Parameters<ContentService['fork']>) => countWrite('fork', target.fork(...args));
        case 'revert':
          return (...args: Parameters<ContentService['revert']>) => countWrite('revert', target.revert(...args));
        case 'saveStylesheet':
          return (...args: Parameters<ContentService['saveStylesheet']>) =>
            countWrite('save', target.saveStylesheet(...args));
        default: {
          const value: unknown = Reflect.get(target, name);
          return typeof value === 'function' ? value.bind(target) : value;
        }
      }
    },
  });
}
