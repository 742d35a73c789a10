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
  readonly host: HTMLElement;
  /** The element that mirrors the content. */
  readonly mirrored: HTMLElement;
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
const TOLERANCE = 0.01;
/** Pixels beyond any overflow of a component. */
const FAR = 99999;

/** Sets an important inline style, which no stylesheet overrides. */
export function setImportantStyle(element: HTMLElement, name: string, value: number | string): void {
  const text = typeof value === 'number' ? `${value}px` : value;
  if (element.style.getPropertyValue(name) !== text) element.style.setProperty(name, text, 'important');
}

/** The offset of an element by transforms. Browsers snap it to pixels at its position without them. */
function transformOffset(element: Element): ViewportPoint {
  let [x, y] = [0, 0];
  for (let ancestor = parentOf(element); ancestor; ancestor = parentOf(ancestor)) {
    const { transform, translate, width, height } = getComputedStyle(ancestor);
    const { e, f } = new DOMMatrix(transform);
    const [right = '0', down = '0'] = translate.split(' ');
    const pixels = (text: string, total: string): number =>
      ((parseFloat(text) || 0) * (text.endsWith('%') ? parseFloat(total) : 100)) / 100;
    x += e + pixels(right, width);
    y += f + pixels(down, height);
  }
  return { x, y };
}

const polygonPoints = (numbers: readonly number[]): string =>
  numbers.map((each, index) => `${each}px${index % 2 && index < numbers.length - 1 ? ',' : ''}`).join(' ');

export function createFramePlacement({ content, overlay, frame, host, mirrored }: FrameElements): FramePlacement {
  const probes = CORNERS.map((corner) => {
    const probe = document.createElement('i');
    probe.style.cssText = `all: initial !important; position: absolute !important; ${corner} !important`;
    overlay.append(probe);
    return probe;
  });
  let [topLeft, topRight, bottomLeft]: ViewportPoint[] = [];
  let [width, height] = [0, 0];
  /** The offset of the overlay from the page's pixels. */
  let pixelOffset: ViewportPoint = { x: 0, y: 0 };
  /** The offset of the mirrored element. Margins of its content collapse within its host, but extend out of a component. */
  let shift = 0;
  let isShown = false;

  function measure(): boolean {
    [topLeft, topRight, bottomLeft] = probes.map((probe) => probe.getBoundingClientRect() as ViewportPoint);
    const style = getComputedStyle(overlay);
    [width, height] = [parseFloat(style.width), parseFloat(style.height)];
    const isEqual = (one: number, other: number): boolean => Math.abs(one - other) < TOLERANCE;
    return (
      isEqual(topRight!.x - topLeft!.x, width) &&
      isEqual(topRight!.y, topLeft!.y) &&
      isEqual(bottomLeft!.y - topLeft!.y, height) &&
      isEqual(bottomLeft!.x, topLeft!.x)
    );
  }

  function update(): void {
    if (!content.isConnected || !mirrored.ownerDocument.defaultView) return;
    const isStraight = measure();
    // The component is hidden, so nothing can be measured.
    if (Number.isNaN(width + height)) return;
    const pixel = 1 / devicePixelRatio;
    const remainder = (value: number): number => (isStraight ? value - Math.floor(value / pixel) * pixel : 0);
    const moved = transformOffset(overlay);
    pixelOffset = { x: remainder(topLeft!.x - moved.x), y: remainder(topLeft!.y - moved.y) };
    setImportantStyle(frame, 'left', -pixelOffset.x);
    setImportantStyle(frame, 'top', -pixelOffset.y);
    // Viewport units have the same size as in the page, unless the component is taller than the window.
    setImportantStyle(frame, 'width', innerWidth);
    setImportantStyle(frame, 'height', Math.max(innerHeight, Math.ceil(height + pixelOffset.y)));
    setImportantStyle(host, 'left', pixelOffset.x);
    setImportantStyle(host, 'top', pixelOffset.y);
    setImportantStyle(host, 'width', width);
    setImportantStyle(host, 'height', height);
    const box = content.getBoundingClientRect();
    const left = isStraight ? box.left - topLeft!.x : content.offsetLeft;
    const top = isStraight ? box.top - topLeft!.y : content.offsetTop;
    setImportantStyle(mirrored, 'width', getComputedStyle(content).width);
    setImportantStyle(mirrored, 'margin-left', left);
    const error = top - (mirrored.getBoundingClientRect().top - host.getBoundingClientRect().top);
    if (Math.abs(error) > TOLERANCE) shift += error;
    setImportantStyle(host, 'padding-top', Math.max(0, shift));
    setImportantStyle(mirrored, 'margin-top', Math.min(0, shift));
    if (!isShown) return;
    // The page draws the overflowing content, up to the pixel where the frame is clipped.
    const edge = (from: number, size: number, shifted: number): number =>
      (isStraight ? Math.round((from + size) / pixel) * pixel - from : size) - shifted;
    const [west, east] = [edge(pixelOffset.x, 0, left), edge(pixelOffset.x, width, left)];
    const [north, south] = [edge(pixelOffset.y, 0, top), edge(pixelOffset.y, height, top)];
    const hole = [west, north, east, north, east, south, west, south, west, north];
    const outerPolygon = [-FAR, -FAR, FAR, -FAR, FAR, FAR, -FAR, FAR, -FAR, -FAR];
    setImportantStyle(content, 'clip-path', `polygon(evenodd, ${polygonPoints(outerPolygon)}, ${polygonPoints(hole)})`);
  }

  function pointToPage(x: number, y: number): ViewportPoint {
    const xRatio = width ? (x - pixelOffset.x) / width : 0;
    const yRatio = height ? (y - pixelOffset.y) / height : 0;
    const coordinate = (name: 'x' | 'y'): number =>
      topLeft![name] + xRatio * (topRight![name] - topLeft![name]) + yRatio * (bottomLeft![name] - topLeft![name]);
    return { x: coordinate('x'), y: coordinate('y') };
  }

  return {
    update,
    show() {
      isShown = true;
      overlay.style.removeProperty('opacity');
      update();
    },
    toPage({ left, top, right, bottom }) {
      measure();
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
      measure();
      const [a, b] = [topRight!.x - topLeft!.x, bottomLeft!.x - topLeft!.x];
      const [c, d] = [topRight!.y - topLeft!.y, bottomLeft!.y - topLeft!.y];
      const size = a * d - b * c || 1;
      const [dx, dy] = [x - topLeft!.x, y - topLeft!.y];
      return {
        x: pixelOffset.x + ((d * dx - b * dy) / size) * width,
        y: pixelOffset.y + ((a * dy - c * dx) / size) * height,
      };
    },
  };
}
