/** Places a toolbar at the spot where it covers least of the page. */
import { setPosition } from './context';
import type { Obstacles } from './obstacles';

/** The upper left corner, in CSS pixels of the window. */
export interface ToolbarPosition {
  readonly left: number;
  readonly top: number;
}

/** The last chosen spot of each toolbar, and the input that it was chosen for. */
const chosen = new WeakMap<Element, { readonly key: string; readonly spot: ToolbarPosition }>();

/**
 * Puts a toolbar on one of several spots. Covered content is measured only if a spot or the page has moved.
 * @param spots where the toolbar fits, the preferred first; at least one
 * @param edited the edited or selected element, which is not covered if possible
 */
export function placeToolbar(
  obstacles: Obstacles,
  toolbar: HTMLElement,
  spots: readonly ToolbarPosition[],
  edited: Element | undefined,
): void {
  const { offsetWidth: width, offsetHeight: height } = toolbar;
  const key = [obstacles.version, width, height, ...spots.flatMap(({ left, top }) => [left, top])].join();
  const last = chosen.get(toolbar);
  if (last?.key === key) return setPosition(toolbar, { ...last.spot });
  if (last && obstacles.isMoving) {
    // While the page moves, the toolbar keeps its place relative to the content.
    const distance = ({ left, top }: ToolbarPosition): number => Math.hypot(left - last.spot.left, top - last.spot.top);
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
