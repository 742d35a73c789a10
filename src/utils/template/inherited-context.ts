/**
 * Attributes and themes that a nested component inherits from its ancestors, derived when a template is compiled to a
 * string.
 */
import { attribute, type SourceElement } from './source-node';
import { THEMED } from './content-model';

/** Attributes of the nearest ancestors that have them (E4), and whether an ancestor has a theme (E3). */
export interface InheritedContext {
  readonly cdn?: string | undefined;
  readonly library?: string | undefined;
  readonly lang?: string | undefined;
  readonly themed?: boolean | undefined;
}

/** No inherited attributes or theme. */
export const EMPTY_CONTEXT: InheritedContext = Object.freeze({});

const INHERITED = ['cdn', 'library', 'lang'] as const;

/** Whether an element themes its content; undefined unless it is a `.component.feaas`. */
export function themeOf(classes: string): boolean | undefined {
  const names = classes.split(/\s+/);
  return names.includes('component') && names.includes('feaas') ? THEMED.test(classes) : undefined;
}

/** The inherited context for the content of an element. */
export function inheritedContextOf(source: SourceElement, outer: InheritedContext): InheritedContext {
  const inherited: Record<string, unknown> = {};
  for (const name of INHERITED) {
    const value = attribute(source, name) ?? (name === 'cdn' ? attribute(source, 'hostname') : undefined);
    if (value !== undefined) inherited[name] = value;
  }
  const themed = themeOf(attribute(source, 'class') ?? '');
  if (themed !== undefined) inherited['themed'] = themed;
  return Object.keys(inherited).length ? { ...outer, ...inherited } : outer;
}
