/** Sets or removes a mark on a list of tokens, without splitting elements needlessly. */
import type { InlineToken, MarkInstance } from './inline-tokens';
import { MARKS, type MarkType } from './mark-registry';
import { writeValue } from './characters';

const HREF = /(\shref\s*=\s*)("[^"]*"|'[^']*'|[^\s>]*)/i;

/** Id of the next new mark instance. These ids are negative; ids of nodes are positive. */
let fresh = -1;

function wrapperFor(type: MarkType, value: string, before: MarkInstance | undefined): MarkInstance {
  const tag = MARKS[type].tags[0];
  const common = { id: fresh--, mark: type, value };
  if (type !== 'link') return { ...common, open: `<${tag}>`, again: `<${tag}>`, close: `</${tag}>` };
  const href = `"${writeValue(value)}"`;
  // A link with a new address keeps its other attributes.
  if (before && HREF.test(before.open))
    return {
      ...common,
      open: before.open.replace(HREF, (_, name: string) => name + href),
      again: before.again.replace(HREF, (_, name: string) => name + href),
      close: before.close,
    };
  return { ...common, open: `<a href=${href}>`, again: `<a href=${href}>`, close: '</a>' };
}

const startsWith = (stack: readonly MarkInstance[], prefix: readonly MarkInstance[]): boolean =>
  prefix.every((wrapper, at) => stack[at] === wrapper);

/** Returns a mark instance of a neighbor that can be extended over these tokens. */
function reachable(
  neighbor: InlineToken | undefined,
  prefix: readonly MarkInstance[],
  type: MarkType,
  value: string,
): MarkInstance | undefined {
  const wrapper = neighbor?.stack[prefix.length];
  return wrapper?.mark === type && wrapper.value === value && startsWith(neighbor!.stack, prefix) ? wrapper : undefined;
}

/**
 * Sets a mark on the tokens from one index up to another, in place.
 * @param value true, or a link's address; undefined removes the mark
 */
export function setMark(
  tokens: InlineToken[],
  from: number,
  to: number,
  type: MarkType,
  value: string | true | undefined,
): void {
  let before: MarkInstance | undefined;
  const stacks = tokens.slice(from, to).map(({ stack }) => {
    before ??= stack.find(({ mark }) => mark === type);
    return stack.filter(({ mark }) => mark !== type);
  });
  if (value !== undefined) {
    const text = value === true ? '' : value;
    const outside = new Set([...tokens.slice(0, from), ...tokens.slice(to)].flatMap(({ stack }) => stack));
    /** Number of a stack's elements that extend beyond the range: those stay around the mark. */
    const depthOf = (stack: readonly MarkInstance[]): number => stack.findLastIndex((each) => outside.has(each)) + 1;
    const begin = stacks[0]!;
    const end = stacks.at(-1)!;
    const made =
      reachable(tokens[from - 1], begin.slice(0, depthOf(begin)), type, text) ??
      reachable(tokens[to], end.slice(0, depthOf(end)), type, text) ??
      wrapperFor(type, text, before);
    for (const [at, stack] of stacks.entries()) {
      const depth = depthOf(stack);
      stacks[at] = [...stack.slice(0, depth), made, ...stack.slice(depth)];
    }
  }
  for (const [at, stack] of stacks.entries()) tokens[from + at] = { ...tokens[from + at]!, stack };
}
