/** Where a toolbar stands: at the first of some spots where it covers least of the page. */
import { setPosition } from './context';
import type { Obstacles } from './obstacles';

/** Its upper left corner, in CSS pixels of the window. */
export interface Spot {
  readonly left: number;
  readonly top: number;
}

/** What a spot was chosen among, and when. */
const chosen = new WeakMap<Element, { readonly key: string; readonly spot: Spot }>();

/**
 * Puts a toolbar on one of some spots, the best first. What it would cover is measured only where a spot or the page has moved.
 * @param spots where it fits; at least one
 * @param edited what is typed in or selected: it is not covered where that can be avoided
 */
export function placeToolbar(
  obstacles: Obstacles,
  toolbar: HTMLElement,
  spots: readonly Spot[],
  edited: Element | undefined,
): void {
  const { offsetWidth: width, offsetHeight: height } = toolbar;
  const key = [obstacles.version, width, height, ...spots.flatMap(({ left, top }) => [left, top])].join();
  const last = chosen.get(toolbar);
  if (last?.key === key) return setPosition(toolbar, { ...last.spot });
  if (last && obstacles.isMoving) {
    // It stays at the same place beside what moves, until that stands still.
    const distance = ({ left, top }: Spot): number => Math.hypot(left - last.spot.left, top - last.spot.top);
    const near = spots.reduce((best, each) => (distance(each) < distance(best) ? each : best));
    chosen.set(toolbar, { key: '', spot: near });
    return setPosition(toolbar, { ...near });
  }
  let [spot] = spots;
  let least = Infinity;
  for (const each of spots) {
    const covered = obstacles.countCovered(new DOMRect(each.left, each.top, width, height), edited);
    if (covered >= least) continue;
    [spot, least] = [each, covered];
    if (!covered) break;
  }
  chosen.set(toolbar, { key, spot: spot! });
  setPosition(toolbar, { ...spot! });
}
