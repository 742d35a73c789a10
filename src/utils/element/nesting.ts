import { NESTING_LIMIT } from '../../global/defaults';
import { FeaasError } from '../../global/errors';
import { parentOf } from './inherit';

/**
 * Limits the depth of a component that contains itself (E10).
 * @throws FeaasError at depth 20.
 */
export function checkNesting(element: Element): void {
  let depth = 0;
  for (let ancestor = parentOf(element); ancestor; ancestor = parentOf(ancestor))
    if (ancestor.localName === element.localName) depth++;
  if (depth >= NESTING_LIMIT)
    throw new FeaasError(
      'NestingError',
      `Component contains itself: it reaches depth ${NESTING_LIMIT}. Remove the inner one`,
    );
}
