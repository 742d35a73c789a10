/** The data that a nested component inherits from its position in a template (E10). */
import { IMPLICIT_WILDCARD, itemKeys } from '../path/lookup';

import type { Context } from './analyze';
import type { RenderFrame } from './environment';

/** A canonical key as part of a path; special names are quoted. */
const keyText = (key: string): string =>
  key === IMPLICIT_WILDCARD
    ? '.*'
    : /^\.(?!\.).*[.[*$]/s.test(key)
      ? `[${JSON.stringify(key.slice(1))}]`
      : /^[.[]/.test(key)
        ? key
        : '.' + key;

const keysText = (keys: readonly string[]): string => keys.map(keyText).join('');

/** Converts canonical keys to a path. */
export const scopeText = (keys: readonly string[]): string => keysText(keys).replace(/^\.(?!\.)/, '');

/** The data for a nested component: the data of the render, or a copy with an additional key per scope. */
export function inheritedData(scopes: Context['scopes'], frame: RenderFrame): unknown {
  const { data } = frame.env;
  if (!scopes.length) return data;
  const items: unknown[] = [];
  for (let at: RenderFrame | undefined = frame; at?.parent; at = at.parent) items.unshift(at.item);
  const result: Record<string, unknown> = Array.isArray(data) ? { _: data } : { ...(data as object) };
  const names = new Set(itemKeys.get(data as object));
  scopes.forEach((keys, at) => {
    // Inner paths use the `.*` form (D2) or the scope itself.
    const forms = [scopeText(keys.map((key) => (key[0] === '[' ? '*' : key))), scopeText(keys)];
    // Without the wildcard only the `$` form is added: other paths read the plain name as the whole list.
    if (keys.at(-1) === IMPLICIT_WILDCARD) forms.push('$' + keysText(keys.slice(0, -1)));
    for (const name of forms) {
      result[name] = items[at];
      names.add(name);
    }
  });
  itemKeys.set(result, names);
  return result;
}
