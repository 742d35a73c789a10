/** The data that a nested component takes from the place it stands in (E10). */
import { IMPLICIT_WILDCARD, itemKeys } from '../path/lookup';

import type { Context } from './analyze';
import type { RenderFrame } from './environment';

/** Canonical keys as a path. */
export const scopeText = (keys: readonly string[]): string =>
  keys
    .map((key) => (key === IMPLICIT_WILDCARD ? '.*' : key[0] === '.' || key[0] === '[' ? key : '.' + key))
    .join('')
    .slice(1);

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
    for (const name of [scopeText(keys.map((key) => (key[0] === '[' ? '*' : key))), scopeText(keys)]) {
      all[name] = items[at];
      names.add(name);
    }
  });
  itemKeys.set(all, names);
  return all;
}
