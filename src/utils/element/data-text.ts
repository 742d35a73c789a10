import { loadPart, part } from '../parts';
import { mayHoldMarkup } from '../template/render';

/** Data out of its attribute; what is not JSON is logged and counts as empty (§5). */
export function parseData(input: unknown, element?: Element): unknown {
  if (typeof input !== 'string') return input;
  try {
    if (mayHoldMarkup(input)) void loadPart('markup');
    return input.trim() ? JSON.parse(input) : {};
  } catch (error) {
    part('more').tellOfData(error as Error, element);
    return {};
  }
}
