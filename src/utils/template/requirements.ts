/** Which lazily loaded modules a template needs, told by its text, so that they are requested together with it. */
import type { ModuleName } from '../scheduling/lazy-modules';

/** Descendant segments, filters and expressions in a binding: what the path libraries read. */
const ADVANCED_PATH = /\bdata-path[\w-]*\s*=\s*(?:"[^"]*|'[^']*|[^\s"'>]*)(?:\.\.|[?()~^`])/;

/** A nested component with bindings: it may show something else than its template. */
const BOUND_COMPONENT = /<feaas-component\s[^>]*\bdata-path/;

/**
 * The modules that rendering a template needs beyond the bundle of the first render, whatever its data is. The text is only
 * searched, not parsed, so a text that quotes a binding may name a module too many.
 */
export function requirementsOf(templateText: string): ModuleName[] {
  const modules: ModuleName[] = [];
  if (ADVANCED_PATH.test(templateText)) modules.push('advancedPaths');
  if (BOUND_COMPONENT.test(templateText)) modules.push('hostBindings');
  return modules;
}
