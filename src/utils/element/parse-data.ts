import { logError } from '../../global/logger';
import { isDataSettings } from '../data/is-settings';
import { mayBeMarkup } from '../data/text';
import { loadModule, lazyModules } from '../scheduling/lazy-modules';

/** Whether data may contain markup or rich text, so that the sanitizer should be loaded in advance. */
const mayHoldMarkup = (json: string): boolean =>
  !lazyModules.sanitizer && (mayBeMarkup(json) || json.includes('"doc"'));

/** Parses the data of an attribute; invalid JSON is logged and counts as empty (§5). */
export function parseData(input: unknown, element?: Element): unknown {
  try {
    if (typeof input !== 'string') return input;
    if (mayHoldMarkup(input)) loadModule('sanitizer').catch(() => {});
    return input.trim() ? JSON.parse(input) : {};
  } catch (error) {
    const { message } = error as Error;
    logError(`<feaas-component>: data is not JSON and counts as empty. Correct it: ${message}`, element);
    return {};
  }
}

/** The parts of data that need no request. */
export const withoutSettings = (data: unknown): unknown =>
  isDataSettings(data)
    ? {}
    : Object.fromEntries(Object.entries(data as object).filter(([, value]) => !isDataSettings(value)));
