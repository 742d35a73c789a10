/** Positions the frame: as wide as the page's window, clipped to the component's box, aligned to device pixels of the page. */

import { parentOf } from '../../../../../src/utils/element/inherit';
import type { ViewportPoint } from '../locate';

export interface FrameElements {
  /** The content in the page. */
  readonly content: HTMLElement;
  /** Covers the component and clips the frame. */
  readonly overlay: HTMLElement;
  readonly frame: HTMLIFrameElement;
  /** Represents the component in the frame. */
  readonly holder: HTMLElement;
  /** The mirror of the content. */
  readonly twin: HTMLElement;
}

export interface FramePlacement {
  /** Updates all positions. Writes only what changed. */
  update(): void;
  /** Shows the frame. The page's content stays visible only where it overflows the component. */
  show(): void;
  /** Converts a box of the frame to the page's window. */
  toPage(area: DOMRect): DOMRect;
  /** Converts a point of the page's window to the frame. */
  fromPage(point: ViewportPoint): ViewportPoint;
}

/** Corners of the overlay that reveal its transform: top left, top right, bottom left. */
const CORNERS = ['inset: 0 auto auto 0', 'inset: 0 0 auto auto', 'inset: auto auto 0 0'];
/** Distance in pixels below which two positions are equal. */
const SAME = 0.01;
/** Pixels beyond any overflow of a component. */
const FAR = 99999;

/** Sets an important inline style, which no stylesheet overrides. */
export function setImportantStyle(element: HTMLElement, name: string, value: number | string): void {
  const text = typeof value === 'number' ? `${value}px` : value;
  if (element.style.getPropertyValue(name) !== text) element.style.setProperty(name, text, 'important');
}

/** The offset of an element by transforms. Browsers snap it to pixels at its position without them. */
function movedBy(element: Element): ViewportPoint {
  let [x, y] = [0, 0];
  for (let at = parentOf(element); at; at = parentOf(at)) {
    const { transform, translate, width, height } = getComputedStyle(at);
    const { e, f } = new DOMMatrix(transform);
    const [right = '0', down = '0'] = translate.split(' ');
    const length = (text: string, whole: string): number =>
      ((parseFloat(text) || 0) * (text.endsWith('%') ? parseFloat(whole) : 100)) / 100;
    x += e + length(right, width);
    y += f + length(down, height);
  }
  return { x, y };
}

const pointsOf = (numbers: readonly number[]): string =>
  numbers.map((each, at) => `${each}px${at % 2 && at < numbers.length - 1 ? ',' : ''}`).join(' ');

export function createFramePlacement({ content, overlay, frame, holder, twin }: FrameElements): FramePlacement {
  const marks = CORNERS.map((corner) => {
    const mark = document.createElement('i');
    mark.style.cssText = `all: initial !important; position: absolute !important; ${corner} !important`;
    overlay.append(mark);
    return mark;
  });
  let [start, beside, below]: ViewportPoint[] = [];
  let [width, height] = [0, 0];
  /** The offset of the overlay from the page's pixels. */
  let off: ViewportPoint = { x: 0, y: 0 };
  /** The offset of the mirror. Margins of its content collapse within its holder, but extend out of a component. */
  let shift = 0;
  let isShown = false;

  function look(): boolean {
    [start, beside, below] = marks.map((mark) => mark.getBoundingClientRect() as ViewportPoint);
    const style = getComputedStyle(overlay);
    [width, height] = [parseFloat(style.width), parseFloat(style.height)];
    const is = (one: number, other: number): boolean => Math.abs(one - other) < SAME;
    return (
      is(beside!.x - start!.x, width) &&
      is(beside!.y, start!.y) &&
      is(below!.y - start!.y, height) &&
      is(below!.x, start!.x)
    );
  }

  function update(): void {
    if (!content.isConnected || !twin.ownerDocument.defaultView) return;
    const isStraight = look();
    // The component is hidden, so nothing can be measured.
    if (Number.isNaN(width + height)) return;
    const pixel = 1 / devicePixelRatio;
    const rest = (value: number): number => (isStraight ? value - Math.floor(value / pixel) * pixel : 0);
    const moved = movedBy(overlay);
    off = { x: rest(start!.x - moved.x), y: rest(start!.y - moved.y) };
    setImportantStyle(frame, 'left', -off.x);
    setImportantStyle(frame, 'top', -off.y);
    // Viewport units have the same size as in the page, unless the component is taller than the window.
    setImportantStyle(frame, 'width', innerWidth);
    setImportantStyle(frame, 'height', Math.max(innerHeight, Math.ceil(height + off.y)));
    setImportantStyle(holder, 'left', off.x);
    setImportantStyle(holder, 'top', off.y);
    setImportantStyle(holder, 'width', width);
    setImportantStyle(holder, 'height', height);
    const box = content.getBoundingClientRect();
    const left = isStraight ? box.left - start!.x : content.offsetLeft;
    const top = isStraight ? box.top - start!.y : content.offsetTop;
    setImportantStyle(twin, 'width', getComputedStyle(content).width);
    setImportantStyle(twin, 'margin-left', left);
    const error = top - (twin.getBoundingClientRect().top - holder.getBoundingClientRect().top);
    if (Math.abs(error) > SAME) shift += error;
    setImportantStyle(holder, 'padding-top', Math.max(0, shift));
    setImportantStyle(twin, 'margin-top', Math.min(0, shift));
    if (!isShown) return;
    // The page draws the overflowing content, up to the pixel where the frame is clipped.
    const edge = (from: number, size: number, shifted: number): number =>
      (isStraight ? Math.round((from + size) / pixel) * pixel - from : size) - shifted;
    const [west, east] = [edge(off.x, 0, left), edge(off.x, width, left)];
    const [north, south] = [edge(off.y, 0, top), edge(off.y, height, top)];
    const hole = [west, north, east, north, east, south, west, south, west, north];
    const around = [-FAR, -FAR, FAR, -FAR, FAR, FAR, -FAR, FAR, -FAR, -FAR];
    setImportantStyle(content, 'clip-path', `polygon(evenodd, ${pointsOf(around)}, ${pointsOf(hole)})`);
  }

  function pointToPage(x: number, y: number): ViewportPoint {
    const across = width ? (x - off.x) / width : 0;
    const down = height ? (y - off.y) / height : 0;
    const along = (name: 'x' | 'y'): number =>
      start![name] + across * (beside![name] - start![name]) + down * (below![name] - start![name]);
    return { x: along('x'), y: along('y') };
  }

  return {
    update,
    show() {
      isShown = true;
      overlay.style.removeProperty('opacity');
      update();
    },
    toPage({ left, top, right, bottom }) {
      look();
      const corners = [
        pointToPage(left, top),
        pointToPage(right, top),
        pointToPage(left, bottom),
        pointToPage(right, bottom),
      ];
      const xs = corners.map(({ x }) => x);
      const ys = corners.map(({ y }) => y);
      const [x, y] = [Math.min(...xs), Math.min(...ys)];
      return new DOMRect(x, y, Math.max(...xs) - x, Math.max(...ys) - y);
    },
    fromPage({ x, y }) {
      look();
      const [a, b] = [beside!.x - start!.x, below!.x - start!.x];
      const [c, d] = [beside!.y - start!.y, below!.y - start!.y];
      const size = a * d - b * c || 1;
      const [dx, dy] = [x - start!.x, y - start!.y];
      return { x: off.x + ((d * dx - b * dy) / size) * width, y: off.y + ((a * dy - c * dx) / size) * height };
    },
  };
}
