/** Shapes of values: what samples show of them, and how templates use them. */
import { isRichText } from '../data/rich-text-document';

/**
 * How a template uses a value: as content, as an attribute, as an object of attributes, as a condition, or in a way that any value is right
 * for.
 */
export type Use = 'text' | 'attribute' | 'attributes' | 'condition' | 'any';

/** Types of values that are neither lists nor objects with members. */
export type Kind = 'string' | 'number' | 'boolean' | 'richText';

/** A value as far as it is known. */
export interface Shape {
  /** Types that a sample has. */
  readonly kinds: Set<Kind>;
  readonly uses: Set<Use>;
  /** Members of an object; undefined where nothing says that it is one. */
  members: Map<string, Shape> | undefined;
  /** What the items of a list have in common; undefined where nothing says that it is one. */
  items: Shape | undefined;
  /** It may have other members: a path asks in a way that types can not follow. */
  isOpen: boolean;
  /** A sample has it. */
  isSampled: boolean;
}

export const createShape = (): Shape => ({
  kinds: new Set(),
  uses: new Set(),
  members: undefined,
  items: undefined,
  isOpen: false,
  isSampled: false,
});

/** Deeper values, and objects with more members than these, are not described: such data is a tree, or a table by id. */
const MAX_DEPTH = 24;
const MAX_MEMBERS = 500;

/** The member of an object, which it has from then on. */
export function memberOf(shape: Shape, name: string): Shape {
  const members = (shape.members ??= new Map<string, Shape>());
  let member = members.get(name);
  if (!member) members.set(name, (member = createShape()));
  return member;
}

/** The items of a list, which it is from then on. */
export const itemsOf = (shape: Shape): Shape => (shape.items ??= createShape());

/** Adds what a sample shows. */
export function addSample(shape: Shape, sample: unknown, depth = 0): void {
  if (sample === null || sample === undefined) return;
  if (depth > MAX_DEPTH) {
    shape.isOpen = true;
    return;
  }
  shape.isSampled = true;
  if (Array.isArray(sample)) {
    const items = itemsOf(shape);
    for (const item of sample) addSample(items, item, depth + 1);
  } else if (isRichText(sample)) shape.kinds.add('richText');
  else if (typeof sample === 'object') {
    shape.members ??= new Map();
    const entries = Object.entries(sample);
    if (entries.length > MAX_MEMBERS) shape.isOpen = true;
    for (const [name, value] of entries.slice(0, MAX_MEMBERS)) addSample(memberOf(shape, name), value, depth + 1);
  } else shape.kinds.add(typeof sample as 'string' | 'number' | 'boolean');
}
