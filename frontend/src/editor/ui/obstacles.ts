/** What of the page tools would cover: its navigation, and what somebody reads or uses. */
import type { PositionObserver } from '../position-observer';

/** Pixels between two points that are looked at. */
const STEP = 24;
/** What stays in place while the page scrolls, and is higher than this share of the window, is no bar. */
const BAR = 0.4;
/** What is painted as one; a text may stand on it. */
const BACKDROPS = 'img, video, svg, canvas';
const CONTROLS = 'iframe, button, input, select, textarea';
/** What a point of an area counts for: a picture can be half seen, but a text can not be half read, nor a button half pressed. */
const PICTURE = 1;
const TEXT = 10;
/** What is edited counts for more than all the rest of the window. */
const EDITED = 1e6;

export interface Bars {
  /** Pixels of the window. */
  readonly top: number;
  readonly bottom: number;
}

/** What a toolbar may lie over. It is measured anew when the page moves, and not at each key: that takes a layout of the page. */
export interface Obstacles {
  /** Another number when what is covered somewhere may be something else. */
  readonly version: number;
  /** While the page moves nothing is measured: that would take longer than a frame. */
  readonly isMoving: boolean;
  /** Pixels that bars of the page, such as its navigation, take at the upper and the lower edge of the window. */
  stuckBars(): Bars;
  /**
   * How much of what somebody reads or uses an area of the window would cover; 0 for nothing. A weighted number of points.
   * @param edited what is typed in or selected. A picture behind it is no obstacle.
   */
  countCovered(area: DOMRect, edited: Element | undefined): number;
}

/** Whether a dialog lies over the page: then nothing of the page is found at a point, and nothing of it moves. */
export const isPageCovered = (place: Element): boolean =>
  !!(place.getRootNode() as ShadowRoot).querySelector('dialog:modal');

const isBar = (element: Element): boolean =>
  /fixed|sticky/.test(getComputedStyle(element).position) && element.getBoundingClientRect().height < innerHeight * BAR;

const isCrossing = (one: DOMRect, { left, top, right, bottom }: DOMRect): boolean =>
  one.left < right && left < one.right && one.top < bottom && top < one.bottom;

const isAround = (one: DOMRect, { left, top, right, bottom }: DOMRect): boolean =>
  one.left <= left && one.top <= top && one.right >= right && one.bottom >= bottom;

function isTextWithin(node: Node, area: DOMRect): boolean {
  const range = document.createRange();
  range.selectNodeContents(node);
  return Array.from(range.getClientRects()).some((each) => isCrossing(each, area));
}

/** Whether what is edited shows something within an area. */
const isEditedWithin = (edited: Element, area: DOMRect): boolean =>
  isCrossing(edited.getBoundingClientRect(), area) &&
  (edited.matches(`${BACKDROPS}, ${CONTROLS}`) || isTextWithin(edited, area));

export function createObstacles(editor: Element, positionObserver: PositionObserver): Obstacles {
  /** Elements of the page at a point, those of open shadow trees too, the topmost first; nothing of the editor. */
  const elementsAt = (x: number, y: number, within: Document | ShadowRoot = document): Element[] =>
    within.elementsFromPoint(x, y).flatMap((each) => {
      // Some browsers count those around a shadow tree too.
      if (each === editor || editor.contains(each) || each.getRootNode() !== within) return [];
      // In a dialog of the page the interface stands in an element of its own.
      if (each.matches('[data-feaas-editor-ui]')) return [];
      return each.shadowRoot ? [...elementsAt(x, y, each.shadowRoot), each] : [each];
    });

  function measureBars(): Bars {
    const { clientWidth: width } = document.documentElement;
    const measure = (y: number, sizeOf: (area: DOMRect) => number): number =>
      Math.max(
        0,
        ...[0.1, 0.5, 0.9]
          .flatMap((share) => elementsAt(width * share, y))
          .filter(isBar)
          .map((each) => each.getBoundingClientRect())
          // The backdrop of a dialog counts as the dialog, wherever that stands.
          .filter(({ top, bottom }) => top <= y && y <= bottom)
          .map(sizeOf),
      );
    return {
      top: measure(2, ({ bottom }) => bottom),
      bottom: measure(innerHeight - 2, ({ top }) => innerHeight - top),
    };
  }

  let bars: (Bars & { readonly version: number }) | undefined;
  return {
    get version() {
      return positionObserver.version;
    },
    get isMoving() {
      return positionObserver.isMoving;
    },
    stuckBars() {
      const { version } = positionObserver;
      if (bars?.version !== version) bars = { ...measureBars(), version };
      return bars;
    },
    countCovered(area, edited) {
      const own = edited?.getBoundingClientRect();
      const weights = new Map<Element, number>();
      const weigh = (element: Element): number => {
        if (element.matches(BACKDROPS)) return own && isAround(element.getBoundingClientRect(), own) ? 0 : PICTURE;
        return element.matches(CONTROLS) ||
          isBar(element) ||
          Array.from(element.childNodes).some(
            (node) => node.nodeType === Node.TEXT_NODE && node.textContent!.trim() && isTextWithin(node, area),
          )
          ? TEXT
          : 0;
      };
      const weightOf = (element: Element): number => {
        const known = weights.get(element) ?? weigh(element);
        weights.set(element, known);
        return known;
      };
      const points = (from: number, size: number): number[] => {
        const count = Math.max(2, Math.ceil(size / STEP));
        return Array.from({ length: count + 1 }, (_, at) => from + 1 + ((size - 2) * at) / count);
      };
      let covered = edited && isEditedWithin(edited, area) ? EDITED : 0;
      for (const x of points(area.x, area.width))
        for (const y of points(area.y, area.height)) covered += Math.max(0, ...elementsAt(x, y).map(weightOf));
      return covered;
    },
  };
}
