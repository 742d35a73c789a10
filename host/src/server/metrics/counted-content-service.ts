import type { ContentService } from '../../content/content-service.js';
import type { Metrics } from './metrics.js';

/** The same content service; what it writes is counted. A retry that was answered from before counts again. */
export function countedContentService(contentService: ContentService, metrics: Metrics): ContentService {
  const counted = <Result>(action: string, written: Promise<Result>): Promise<Result> =>
    written.then((result) => {
      metrics.revision(action);
      return result;
    });
  // Everything else is the content service's own, asked on it and not on a copy.
  return new Proxy(contentService, {
    get(target, name) {
      switch (name) {
        case 'save':
          return (...args: Parameters<ContentService['save']>) => counted('save', target.save(...args));
        case 'fork':
          return (...args: Parameters<ContentService['fork']>) => counted('fork', target.fork(...args));
        case 'revert':
          return (...args: Parameters<ContentService['revert']>) => counted('revert', target.revert(...args));
        case 'saveStylesheet':
          return (...args: Parameters<ContentService['saveStylesheet']>) =>
            counted('save', target.saveStylesheet(...args));
        default: {
          const value: unknown = Reflect.get(target, name);
          return typeof value === 'function' ? value.bind(target) : value;
        }
      }
    },
  });
}
