/** What a path finds in data, as a render would. */
import { bindPath, compilePath, readList, readValue, scopeKeys, type Frame } from '../../../../src/utils/path/lookup';
import { loadPathModules } from '../../ui-kit/path-modules';

/** Names that are written like paths: those win (D1). */
const DOTTED = /[.[*]/;

export interface Question {
  readonly path: string;
  /** Path of the innermost repeat around it: the first entry is asked. */
  readonly scope: string | undefined;
  readonly data: unknown;
  /** A list is wanted, to repeat something by; else one value. */
  readonly isRepeat: boolean;
}

/** Answers what is found: entries of a list, or one value; nothing for none. */
function look({ path: text, scope, data, isRepeat }: Question): readonly unknown[] {
  const path = compilePath(text);
  if (!path) return [];
  const dottedKeys =
    typeof data === 'object' && data !== null ? Object.keys(data).filter((key) => DOTTED.test(key)) : [];
  const root: Frame = {
    item: data,
    parent: undefined,
    env: { data, dottedKeys: dottedKeys.length ? dottedKeys : undefined },
  };
  const around = scope === undefined ? undefined : compilePath(scope);
  const scopes = around ? [scopeKeys(around)] : [];
  const [item] = around ? readList(bindPath(around, []), root, false) : [];
  const frame: Frame = around ? { item, parent: root, env: root.env } : root;
  const binding = bindPath(path, scopes);
  if (isRepeat) return readList(binding, frame, false);
  const value = readValue(binding, frame);
  return value === undefined ? [] : [value];
}

const isAdvanced = (text: string | undefined): boolean => !!text && !!compilePath(text)?.advanced;

/** Loads what the path needs, and answers. */
export async function find(question: Question): Promise<readonly unknown[]> {
  if (isAdvanced(question.path) || isAdvanced(question.scope)) await loadPathModules();
  return look(question);
}

/** Whether a text is a path at all. */
export const isPath = (text: string): boolean => compilePath(text) !== undefined;

/** A scope's canonical keys; undefined for none, or one that is no path. */
export function keysOf(scope: string | undefined): readonly string[] | undefined {
  const path = scope === undefined ? undefined : compilePath(scope);
  return path && scopeKeys(path);
}
