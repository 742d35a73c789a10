/** Which lazily loaded modules a template needs, told by its text, so that they are requested together with it. */
import type { ModuleName } from '../scheduling/lazy-modules';

const BINDING = /\bdata-path[\w-]*\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/g;

/** Descendant segments, filters and expressions: what the path libraries read. */
const ADVANCED_PATH = /\.\.|[?()~^`]/;

/**
 * The modules that rendering a template needs beyond the bundle of the first render, whatever its data is. The text is only
 * searched, not parsed, so a text that quotes a binding may name a module too many.
 */
export function requirementsOf(templateText: string): ModuleName[] {
  for (const [, double, single, bare] of templateText.matchAll(BINDING))
    if (ADVANCED_PATH.test(double ?? single ?? bare!)) return ['advancedPaths'];
  return [];
}
