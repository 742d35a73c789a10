/** Evaluates paths outside of templates. */
import { loadModule } from '../scheduling/lazy-modules';
import { compilePath, matches } from './lookup';
import { modulesOfPath } from './path-modules';

/** Returns all matches of a path in a JSON value, like the nodelist of RFC 9535. Loads the libraries if needed. */
export async function queryPath(text: string, json: unknown): Promise<unknown[]> {
  const path = compilePath(text);
  if (!path) return [];
  await Promise.all(modulesOfPath(text).map((name) => loadModule(name)));
  return [...matches(path, path.segments, json)];
}
