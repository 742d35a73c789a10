/** Evaluates a path in data like a render. */
import { bindPath, compilePath, readList, readValue, scopeKeys, type Frame } from '../../../../src/utils/path/lookup';
import { loadPathModules } from '../../ui-kit/path-modules';

/** Data keys that look like paths. They take precedence over paths (D1). */
const DOTTED = /[.[*]/;

export interface PathQuery {
  readonly path: string;
  /** Path of the innermost repeater around the path. Its first entry is used. */
  readonly scope: string | undefined;
  readonly data: unknown;
  /** Whether to find the entries of a list for a repeater, instead of one value. */
  readonly isRepeat: boolean;
}

/** The entries of a list, or an array with one value or none. */
function evaluate({ path: text, scope, data, isRepeat }: PathQuery): readonly unknown[] {
  const path = compilePath(text);
  if (!path) return [];
  const dottedKeys =
    typeof data === 'object' && data !== null ? Object.keys(data).filter((key) => DOTTED.test(key)) : [];
  const root: Frame = {
    item: data,
    parent: undefined,
    env: { data, dottedKeys: dottedKeys.length ? dottedKeys : undefined },
  };
  const scopePath = scope === undefined ? undefined : compilePath(scope);
  const scopes = scopePath ? [scopeKeys(scopePath)] : [];
  const [item] = scopePath ? readList(bindPath(scopePath, []), root, false) : [];
  const frame: Frame = scopePath ? { item, parent: root, env: root.env } : root;
  const binding = bindPath(path, scopes);
  if (isRepeat) return readList(binding, frame, false);
  const value = readValue(binding, frame);
  return value === undefined ? [] : [value];
}

const isAdvanced = (text: string | undefined): boolean => !!text && !!compilePath(text)?.advanced;

/** Loads the modules that the path needs, and evaluates it. */
export async function find(question: PathQuery): Promise<readonly unknown[]> {
  if (isAdvanced(question.path) || isAdvanced(question.scope)) await loadPathModules();
  return evaluate(question);
}

/** Whether a text is a valid path. */
export const isPath = (text: string): boolean => compilePath(text) !== undefined;

/** A scope's canonical keys; undefined if the scope is missing or invalid. */
export function keysOf(scope: string | undefined): readonly string[] | undefined {
  const path = scope === undefined ? undefined : compilePath(scope);
  return path && scopeKeys(path);
}
