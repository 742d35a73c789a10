/** Which lazily loaded modules a template needs, told by its text, so that they are requested together with it. */
import { modulesOfPath } from '../path/path-modules';
import type { ModuleName } from '../scheduling/lazy-modules';

/** A binding, and its path as it is written in HTML. */
const BINDING = /\bdata-path[\w-]*\s*=\s*(?:"([^"]*)|'([^']*)|([^\s"'>]*))/g;

/** A nested component with bindings: it may show something else than its template. */
const BOUND_COMPONENT = /<feaas-component\s[^>]*\bdata-path/;

/** The character references that paths are written with. */
const REFERENCES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'", '#39': "'" };
const decode = (text: string): string =>
  text.replace(/&(\w+|#39);/g, (reference, name: string) => REFERENCES[name] ?? reference);

/**
 * The modules that rendering a template needs beyond the bundle of the first render, whatever its data is. The text is only
 * searched, not parsed, so a text that quotes a binding may name a module too many.
 */
export function requirementsOf(templateText: string): ModuleName[] {
  const modules = new Set<ModuleName>();
  for (const [, ...paths] of templateText.matchAll(BINDING))
    for (const module of modulesOfPath(decode(paths.join('')))) modules.add(module);
  if (BOUND_COMPONENT.test(templateText)) modules.add('hostBindings');
  return [...modules];
}
