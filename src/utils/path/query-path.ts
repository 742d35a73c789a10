/** Paths outside of templates. */
import { loadModule } from '../scheduling/lazy-modules';
import { compilePath, matches } from './lookup';

/** Every match of a path in a JSON value, as the nodelist of RFC 9535. Loads the libraries when it must. */
export async function queryPath(text: string, json: unknown): Promise<unknown[]> {
  const path = compilePath(text);
  if (!path) return [];
  if (path.advanced) await loadModule('advancedPaths');
  return [...matches(path, path.segments, json)];
}
