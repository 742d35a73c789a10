/** Where bindings go that write another element than the one they stand on (D5). */
import type { Bound, Far, Repeat, Visit } from './analyse';

/** An element to write, and how far it stands from the binding. */
export interface Target {
  readonly element: Bound;
  readonly far: Far;
}

const at = (element: Bound, lift = 0, through: readonly Repeat[] = []): Target => ({ element, far: { lift, through } });

/** First element below that fits; the search looks into repeats, whose first member it meets. */
function find(bound: Bound, tags: RegExp, lift = 0): Target | undefined {
  for (const child of bound.children) {
    if (child.kind === 'static') continue;
    const { element } = child;
    const depth = child.kind === 'member' ? lift + 1 : lift;
    const found = tags.test(element.tag) ? at(element, depth) : find(element, tags, depth);
    if (found) return found;
  }
  return undefined;
}

/** The element that a binding of `src`, `alt` or `href` writes; undefined for none. */
export function findTarget(bound: Bound, prop: string, { link, repeats }: Visit): Target | undefined {
  if (prop === 'href') {
    return find(bound, /^a$/) ?? (link && at(link.element, 0, repeats.slice(link.depth)));
  }
  for (const child of bound.children) {
    const found = child.kind !== 'static' && child.element.tag === 'picture' && find(child.element, /^(?:img|video)$/);
    if (found) return found;
  }
  return find(bound, /^(?:img|video)$/);
}
