/** Sets or removes a mark on a list of tokens, without splitting elements needlessly. */
import type { InlineToken, MarkInstance } from './inline-tokens';
import { MARKS, type MarkType } from './mark-registry';
import { writeValue } from './characters';

const HREF = /(\shref\s*=\s*)("[^"]*"|'[^']*'|[^\s>]*)/i;

/** Id of the next new mark instance. These ids are negative; ids of nodes are positive. */
let nextId = -1;

function createMarkInstance(type: MarkType, value: string, before: MarkInstance | undefined): MarkInstance {
  const tag = MARKS[type].tags[0];
  const common = { id: nextId--, mark: type, value };
  if (type !== 'link') return { ...common, open: `<${tag}>`, reopen: `<${tag}>`, close: `</${tag}>` };
  const href = `"${writeValue(value)}"`;
  // A link with a new address keeps its other attributes.
  if (before && HREF.test(before.open))
    return {
      ...common,
      open: before.open.replace(HREF, (_, name: string) => name + href),
      reopen: before.reopen.replace(HREF, (_, name: string) => name + href),
      close: before.close,
    };
  return { ...common, open: `<a href=${href}>`, reopen: `<a href=${href}>`, close: '</a>' };
}

const startsWith = (stack: readonly MarkInstance[], prefix: readonly MarkInstance[]): boolean =>
  prefix.every((instance, index) => stack[index] === instance);

/** Returns a mark instance of a neighbor that can be extended over these tokens. */
function extensibleInstance(
  neighbor: InlineToken | undefined,
  prefix: readonly MarkInstance[],
  type: MarkType,
  value: string,
): MarkInstance | undefined {
  const instance = neighbor?.stack[prefix.length];
  return instance?.mark === type && instance.value === value && startsWith(neighbor!.stack, prefix)
    ? instance
    : undefined;
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
    const markValue = value === true ? '' : value;
    const outside = new Set([...tokens.slice(0, from), ...tokens.slice(to)].flatMap(({ stack }) => stack));
    /** Number of a stack's elements that extend beyond the range: those stay around the mark. */
    const depthOf = (stack: readonly MarkInstance[]): number => stack.findLastIndex((each) => outside.has(each)) + 1;
    const firstStack = stacks[0]!;
    const lastStack = stacks.at(-1)!;
    const instance =
      extensibleInstance(tokens[from - 1], firstStack.slice(0, depthOf(firstStack)), type, markValue) ??
      extensibleInstance(tokens[to], lastStack.slice(0, depthOf(lastStack)), type, markValue) ??
      createMarkInstance(type, markValue, before);
    for (const [index, stack] of stacks.entries()) {
      const depth = depthOf(stack);
      stacks[index] = [...stack.slice(0, depth), instance, ...stack.slice(depth)];
    }
  }
  for (const [index, stack] of stacks.entries()) tokens[from + index] = { ...tokens[from + index]!, stack };
}
