/** Measures which content of the page toolbars would cover: navigation bars, text and controls. */
import type { PositionObserver } from '../position-observer';

/** Distance in pixels between sampled points. */
const STEP = 24;
/** Fixed or sticky elements taller than this share of the window do not count as bars. */
const MAX_BAR_SHARE = 0.4;
/** Elements that count as pictures. Text may lie over them. */
const BACKDROPS = 'img, video, svg, canvas';
const CONTROLS = 'iframe, button, input, select, textarea';
/** Weights of a covered point. A picture is usable if partly covered, but text and buttons are not. */
const PICTURE = 1;
const TEXT = 10;
/** Weight of the edited element: more than the rest of the window together. */
const EDITED = 1e6;

export interface Bars {
  /** Heights in pixels of the window. */
  readonly top: number;
  readonly bottom: number;
}

/** The content that a toolbar may cover. It is measured when the page moves, not at each key, since that forces a layout. */
export interface Obstacles {
  /** Changes when the measured content may have changed. */
  readonly version: number;
  /** Nothing is measured while the page moves, since that takes longer than a frame. */
  readonly isMoving: boolean;
  /** Heights of bars of the page, such as its navigation, at the upper and lower edge of the window. */
  stuckBars(): Bars;
  /**
   * How much text and other content an area of the window would cover: a weighted number of points, 0 for nothing.
   * @param edited the edited or selected element. A picture behind it is no obstacle.
   */
  countCovered(area: DOMRect, edited: Element | undefined): number;
}

/** Whether a modal dialog is open. It makes the page inert, so that no elements are found at a point and nothing moves. */
export const isPageCovered = (element: Element): boolean =>
  !!(element.getRootNode() as ShadowRoot).querySelector('dialog:modal');

/** The part of the window that an on-screen keyboard leaves visible. */
export const visibleArea = (): Pick<VisualViewport, 'height' | 'offsetTop'> =>
  visualViewport ?? { height: innerHeight, offsetTop: 0 };

/** Whether the page is scrolled to its end. */
export const isPageEnd = (): boolean => {
  const { scrollTop, clientHeight, scrollHeight } = document.scrollingElement!;
  return scrollTop + clientHeight >= scrollHeight - 1;
};

const isBar = (element: Element): boolean =>
  /fixed|sticky/.test(getComputedStyle(element).position) &&
  element.getBoundingClientRect().height < innerHeight * MAX_BAR_SHARE;

const isCrossing = (one: DOMRect, { left, top, right, bottom }: DOMRect): boolean =>
  one.left < right && left < one.right && one.top < bottom && top < one.bottom;

const isAround = (one: DOMRect, { left, top, right, bottom }: DOMRect): boolean =>
  one.left <= left && one.top <= top && one.right >= right && one.bottom >= bottom;

function isTextWithin(node: Node, area: DOMRect): boolean {
  const range = document.createRange();
  range.selectNodeContents(node);
  return Array.from(range.getClientRects()).some((each) => isCrossing(each, area));
}

/** Whether the edited element has visible content within an area. */
const isEditedWithin = (edited: Element, area: DOMRect): boolean =>
  isCrossing(edited.getBoundingClientRect(), area) &&
  (edited.matches(`${BACKDROPS}, ${CONTROLS}`) || isTextWithin(edited, area));

/** @param frameOf the frame over an isolated component, whose content is also below it */
export function createObstacles(
  editor: Element,
  positionObserver: PositionObserver,
  frameOf: () => Element | null,
): Obstacles {
  /** Elements of the page at a point, the topmost first, including open shadow trees, without those of the editor. */
  const elementsAt = (x: number, y: number, root: Document | ShadowRoot = document): Element[] =>
    root.elementsFromPoint(x, y).flatMap((each) => {
      // Some browsers also return elements outside of the shadow tree.
      if (each === editor || each === frameOf() || editor.contains(each) || each.getRootNode() !== root) return [];
      // In a dialog of the page, the interface has its own container element.
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
          // A hit on a dialog's backdrop returns the dialog, which may be elsewhere.
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
      const editedBox = edited?.getBoundingClientRect();
      const weights = new Map<Element, number>();
      const weigh = (element: Element): number => {
        if (element.matches(BACKDROPS))
          return editedBox && isAround(element.getBoundingClientRect(), editedBox) ? 0 : PICTURE;
        return element.matches(CONTROLS) ||
          isBar(element) ||
          Array.from(element.childNodes).some(
            (node) => node.nodeType === Node.TEXT_NODE && node.textContent!.trim() && isTextWithin(node, area),
          )
          ? TEXT
          : 0;
      };
      const weightOf = (element: Element): number => {
        const weight = weights.get(element) ?? weigh(element);
        weights.set(element, weight);
        return weight;
      };
      const points = (from: number, size: number): number[] => {
        const count = Math.max(2, Math.ceil(size / STEP));
        return Array.from({ length: count + 1 }, (_, index) => from + 1 + ((size - 2) * index) / count);
      };
      let covered = edited && isEditedWithin(edited, area) ? EDITED : 0;
      for (const x of points(area.x, area.width))
        for (const y of points(area.y, area.height)) covered += Math.max(0, ...elementsAt(x, y).map(weightOf));
      return covered;
    },
  };
}
