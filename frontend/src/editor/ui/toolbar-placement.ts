/** Places a toolbar at the spot where it covers least of the page, and measures the room between the toolbars. */
import { setPosition, type EditorUIContextValue } from './context';
import { visibleArea, type Bars, type Obstacles } from './obstacles';
import { areaOf } from './surfaces';

/** The upper left corner, in CSS pixels of the window. */
export interface ToolbarPosition {
  readonly left: number;
  readonly top: number;
}

/** The last chosen spot of each toolbar, and the input that it was chosen for. */
const lastPositions = new WeakMap<Element, { readonly key: string; readonly spot: ToolbarPosition }>();

/**
 * Puts a toolbar on one of several spots. Covered content is measured only if a spot or the page has moved.
 * @param positions where the toolbar fits, the preferred first; at least one
 * @param edited the edited or selected element, which is not covered if possible
 */
export function placeToolbar(
  obstacles: Obstacles,
  toolbar: HTMLElement,
  positions: readonly ToolbarPosition[],
  edited: Element | undefined,
): void {
  const { offsetWidth: width, offsetHeight: height } = toolbar;
  const key = [obstacles.version, width, height, ...positions.flatMap(({ left, top }) => [left, top])].join();
  const last = lastPositions.get(toolbar);
  if (last?.key === key) return setPosition(toolbar, { ...last.spot });
  if (last && obstacles.isMoving) {
    // While the page moves, the toolbar keeps its place relative to the content.
    const distance = ({ left, top }: ToolbarPosition): number => Math.hypot(left - last.spot.left, top - last.spot.top);
    const nearest = positions.reduce((best, each) => (distance(each) < distance(best) ? each : best));
    lastPositions.set(toolbar, { key: '', spot: nearest });
    return setPosition(toolbar, { ...nearest });
  }
  let [bestPosition] = positions;
  let lowest = Infinity;
  for (const each of positions) {
    const covered = obstacles.countCovered(new DOMRect(each.left, each.top, width, height), edited);
    if (covered >= lowest) continue;
    [bestPosition, lowest] = [each, covered];
    if (!covered) break;
  }
  lastPositions.set(toolbar, { key, spot: bestPosition! });
  setPosition(toolbar, { ...bestPosition! });
}

/** Maximum distance in pixels between toolbars that are one above the other. */
const NEAR = 8;

/** What the toolbars and bars of the page take at the edges of a narrow window. */
export function occupiedEdges({ obstacles, surfaces }: EditorUIContextValue): Bars {
  const stuck = obstacles.stuckBars();
  const { height, offsetTop } = visibleArea();
  let top = Math.max(offsetTop, stuck.top);
  let end = offsetTop + height - stuck.bottom;
  const areas = (['bar', 'handles'] as const).flatMap((name) => areaOf(surfaces, name) ?? []);
  for (const area of areas.sort((one, other) => other.bottom - one.bottom))
    if (area.bottom >= end - NEAR) end = Math.min(end, area.top);
    else top = Math.max(top, area.bottom);
  return { top, bottom: innerHeight - end };
}
