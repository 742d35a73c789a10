/** The data that a nested component takes from the place it stands in (E10). */
import { IMPLICIT_WILDCARD, itemKeys } from '../path/lookup';

import type { Context } from './analyze';
import type { RenderFrame } from './environment';

/** A canonical key as a path has it; a name is in quotes where it would be more than a name without. */
const keyText = (key: string): string =>
  key === IMPLICIT_WILDCARD
    ? '.*'
    : /^\.(?!\.).*[.[*$]/s.test(key)
      ? `[${JSON.stringify(key.slice(1))}]`
      : /^[.[]/.test(key)
        ? key
        : '.' + key;

const keysText = (keys: readonly string[]): string => keys.map(keyText).join('');

/** Canonical keys as a path. */
export const scopeText = (keys: readonly string[]): string => keysText(keys).replace(/^\.(?!\.)/, '');

/** The data of the place a nested component stands in: the same object, or with its scopes as further keys. */
export function inheritedData(scopes: Context['scopes'], frame: RenderFrame): unknown {
  const { data } = frame.env;
  if (!scopes.length) return data;
  const items: unknown[] = [];
  for (let at: RenderFrame | undefined = frame; at?.parent; at = at.parent) items.unshift(at.item);
  const all: Record<string, unknown> = Array.isArray(data) ? { _: data } : { ...(data as object) };
  const names = new Set(itemKeys.get(data as object));
  scopes.forEach((keys, at) => {
    // Inner paths are written in the `.*` form (D2), or as the scope itself.
    const forms = [scopeText(keys.map((key) => (key[0] === '[' ? '*' : key))), scopeText(keys)];
    // The name alone is the whole list, which other paths read.
    if (keys.at(-1) === IMPLICIT_WILDCARD) forms.push('$' + keysText(keys.slice(0, -1)));
    for (const name of forms) {
      all[name] = items[at];
      names.add(name);
    }
  });
  itemKeys.set(all, names);
  return all;
}
