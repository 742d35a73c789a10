/** Finds the lazily loaded modules that a template needs, so that they load together with the template. */
import { modulesOfPath } from '../path/path-modules';
import type { ModuleName } from '../scheduling/lazy-modules';

/** Matches a binding; captures its path as written in HTML. */
const BINDING = /\bdata-path[\w-]*\s*=\s*(?:"([^"]*)|'([^']*)|([^\s"'>]*))/g;

/** Matches a nested component with bindings, whose content may differ from its template. */
const BOUND_COMPONENT = /<feaas-component\s[^>]*\bdata-path/;

/** Character references that occur in paths. */
const REFERENCES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'", '#39': "'" };
const decode = (text: string): string =>
  text.replace(/&(\w+|#39);/g, (reference, name: string) => REFERENCES[name] ?? reference);

/**
 * The modules that a template needs besides the bundle of the first render, for any data. The text is searched but not
 * parsed, so a text that quotes a binding may add an unneeded module.
 */
export function requirementsOf(templateText: string): ModuleName[] {
  const modules = new Set<ModuleName>();
  for (const [, ...paths] of templateText.matchAll(BINDING))
    for (const module of modulesOfPath(decode(paths.join('')))) modules.add(module);
  if (BOUND_COMPONENT.test(templateText)) modules.add('hostBindings');
  return [...modules];
}
