import { loadModule, requireModule, lazyModules } from '../scheduling/lazy-modules';

/** Whether data may hold markup, so that its part is worth loading ahead; a plain search settles most. */
const mayHoldMarkup = (json: string): boolean =>
  !lazyModules.sanitizer &&
  (json.includes('<') || json.includes('&') || json.includes('"doc"')) &&
  /<[a-z]|&[a-z#]|"doc"/i.test(json);

/** Data out of its attribute; what is not JSON is logged and counts as empty (§5). */
export function parseData(input: unknown, element?: Element): unknown {
  if (typeof input !== 'string') return input;
  try {
    if (mayHoldMarkup(input)) void loadModule('sanitizer');
    return input.trim() ? JSON.parse(input) : {};
  } catch (error) {
    requireModule('deferred').tellOfData(error as Error, element);
    return {};
  }
}
