/** Reports scripts of the page that remove content so often that it is not restored any more (E13). */
import { warnOnce } from '../../global/logger';

export const warnOfRemovals = (element: Element): void =>
  warnOnce(
    '<feaas-component>: a script of the page removes its content again and again, so it is no longer restored. ' +
      'Remove the element, or hide it, instead.',
    element,
  );
