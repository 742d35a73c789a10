/** Shapes of values: what samples show of them, and how templates use them. */
import { isRichText } from '../data/rich-text-document';

/**
 * How a template uses a value: as content, an attribute, an object of attributes, a condition, or in a way that allows
 * any value.
 */
export type Use = 'text' | 'attribute' | 'attributes' | 'condition' | 'any';

/** Types of values that are neither lists nor objects with members. */
export type Kind = 'string' | 'number' | 'boolean' | 'richText';

/** What is known about a value. */
export interface Shape {
  /** Types of its samples. */
  readonly kinds: Set<Kind>;
  readonly uses: Set<Use>;
  /** Members of an object; undefined if it is not known to be one. */
  members: Map<string, Shape> | undefined;
  /** The common shape of a list's items; undefined if it is not known to be one. */
  items: Shape | undefined;
  /** Whether it may have other members: a path reads it in a way that types can not describe. */
  isOpen: boolean;
  /** Whether a sample contains it. */
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

/** Limits of the description: deeper values are trees, and objects with more members are tables by id. */
const MAX_DEPTH = 24;
const MAX_MEMBERS = 500;

/** Returns a member of an object; creates it if it is missing. */
export function memberOf(shape: Shape, name: string): Shape {
  const members = (shape.members ??= new Map<string, Shape>());
  let member = members.get(name);
  if (!member) members.set(name, (member = createShape()));
  return member;
}

/** Returns the items of a list; creates them if they are missing. */
export const itemsOf = (shape: Shape): Shape => (shape.items ??= createShape());

/** Adds a sample to a shape. */
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
