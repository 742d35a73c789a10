/** Errors that no first paint meets (§5, §8). */
import { kind } from './errors';

/** A source without library or component (§5). */
export class MissingSourceError extends kind(
  'MissingSourceError',
  'Component requires `library` and `component` properties',
) {}
/** Neither the fork nor the original loads (§8, S4). */
export class ComponentFetchError extends kind('ComponentFetchError', 'Can not fetch component') {}
