import { loadPart, part, parts } from '../parts';

/** Whether data may hold markup, so that its part is worth loading ahead; a plain search settles most. */
const mayHoldMarkup = (json: string): boolean =>
  !parts.markup &&
  (json.includes('<') || json.includes('&') || json.includes('"doc"')) &&
  /<[a-z]|&[a-z#]|"doc"/i.test(json);

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
