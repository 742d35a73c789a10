/** Where bindings go that write another element than the one they stand on (D5). */
import type { BoundElement, RemoteTarget, Repeat, Visit } from './analyze';

/** An element to write, and how far it stands from the binding. */
export interface Target {
  readonly element: BoundElement;
  readonly remote: RemoteTarget;
}

const at = (element: BoundElement, framesUp = 0, through: readonly Repeat[] = []): Target => ({
  element,
  remote: { framesUp, through },
});

/** First element below that fits; the search looks into repeats, whose first member it meets. */
function find(bound: BoundElement, tags: RegExp, framesUp = 0): Target | undefined {
  for (const child of bound.children) {
    if (child.kind === 'static') continue;
    const { element } = child;
    const depth = child.kind === 'member' ? framesUp + 1 : framesUp;
    const found = tags.test(element.tag) ? at(element, depth) : find(element, tags, depth);
    if (found) return found;
  }
  return undefined;
}

/** The element that a binding of `src`, `alt` or `href` writes; undefined for none. */
export function findTarget(bound: BoundElement, prop: string, { link, repeats }: Visit): Target | undefined {
  if (prop === 'href') {
    return find(bound, /^a$/) ?? (link && at(link.element, 0, repeats.slice(link.depth)));
  }
  for (const child of bound.children) {
    const found = child.kind !== 'static' && child.element.tag === 'picture' && find(child.element, /^(?:img|video)$/);
    if (found) return found;
  }
  return find(bound, /^(?:img|video)$/);
}
