/**
 * Precompiled readers of bindings, which resolve everything that depends only on the path. Used only by the string
 * renderer.
 */
import { climb, readList, readValue, type Binding, type Environment, type Frame } from './lookup';
import { ANY, type Segment } from './parse';
import { first, flatten, isFlat, member } from './query';

/** Reads the value of one binding in a frame. */
export type ValueReader = (frame: Frame) => unknown;
/** Reads the items of one scope in a frame. */
export type ListReader = (frame: Frame) => readonly unknown[];

const isName = (segment: Segment): segment is string => typeof segment === 'string';

/** The value at a list of names. */
function follow(value: unknown, names: readonly string[], from: number): unknown {
  for (let index = from; index < names.length; index++) value = member(value, names[index]!);
  return value;
}

/**
 * Applies `pick` to the value that names lead to from the root, in the order of D3. Normally the names start with a
 * data source. Otherwise the data contains the source as `_`, or is the source itself.
 */
function fromRoot<Picked>(
  names: readonly string[],
  { data }: Environment,
  pick: (value: unknown) => Picked | undefined,
): Picked | undefined {
  const [name] = names;
  const named = member(data, name!);
  if (named !== undefined) return pick(follow(named, names, 1));
  if (typeof data !== 'object' || !data || Object.hasOwn(data, name!)) return undefined;
  const found = pick(follow(member(data, '_'), names, 1));
  return found !== undefined || names.length === 1 ? found : pick(follow(data, names, 1));
}

/** The first value of a list and its nested lists, skipping holes; any other value unchanged. */
const firstOf = (value: unknown): unknown => (Array.isArray(value) ? first([value]) : value);

/** Compiled form of {@link readValue}. */
export function compileReader(binding: Binding): ValueReader {
  const general: ValueReader = (frame) => readValue(binding, frame);
  const { up, candidates, path } = binding;
  const [segments] = candidates;
  if (binding.isWhole || path.advanced || candidates.length !== 1 || !segments!.every(isName)) return general;
  const names = segments as readonly string[];
  const { length } = names;
  if (up < 0) {
    if (!length) return general;
    return (frame) => {
      const { env } = frame;
      if (env.dottedKeys) return general(frame);
      // A list that is a data source is not reduced to its first value.
      return (length === 1 ? member(env.data, names[0]!) : undefined) ?? fromRoot(names, env, firstOf);
    };
  }
  if (!length) return (frame) => (frame.env.dottedKeys ? general(frame) : climb(frame, up).item);
  return (frame) => {
    if (frame.env.dottedKeys) return general(frame);
    const value = follow(climb(frame, up).item, names, 0);
    return Array.isArray(value) ? general(frame) : value;
  };
}

/** The items of a scope that ends with `*`; undefined if there is no value. */
function entriesOf(value: unknown): readonly unknown[] | undefined {
  if (value === undefined) return undefined;
  if (typeof value !== 'object' || !value) return [];
  return flatten(Array.isArray(value) ? (value as unknown[]) : Object.values(value));
}

/**
 * The items of a scope that ends with a name: the entries of a list, or a single value; undefined if there is no value.
 */
function itemsOf(value: unknown): readonly unknown[] | undefined {
  if (value === undefined) return undefined;
  if (value === null) return [];
  if (!Array.isArray(value)) return [value];
  return isFlat(value) ? value : flatten([value]);
}

/** Compiled form of {@link readList}. */
export function compileListReader(binding: Binding, nested: boolean): ListReader {
  const general: ListReader = (frame) => readList(binding, frame, nested);
  const { up, candidates, path } = binding;
  const [segments] = candidates;
  const isWildcard = segments!.at(-1) === ANY;
  const names = isWildcard ? segments!.slice(0, -1) : segments!;
  if (nested || path.advanced || candidates.length !== 1 || !names.length || !names.every(isName)) return general;
  const pick = isWildcard ? entriesOf : itemsOf;
  return (frame) => {
    const { env } = frame;
    if (env.dottedKeys || (up < 0 && Array.isArray(env.data))) return general(frame);
    const found =
      up < 0 ? fromRoot(names as string[], env, pick) : pick(follow(climb(frame, up).item, names as string[], 0));
    return found ?? [];
  };
}
