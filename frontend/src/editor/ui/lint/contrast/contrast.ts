/** Checks the contrast of text (WCAG 1.4.3), as the page currently renders it, including the theme. */
import { ancestors } from '../../ancestors';
import { NODE } from '../../../../../../src/utils/editing/model/decorate';
import { createDiagnostic, type Diagnostic } from '../../../../../../src/utils/editing/model/lint/diagnostic';
import { resolveElement, type SyntaxTree } from '../../../../../../src/utils/editing/model/syntax-tree';
import { colorOf, type Color } from './color';
import { isOpaque, layerOf, lowestContrast, type Layer } from './layers';

/** Minimum contrast ratios. Large text requires less. */
const MIN_RATIO = 4.5;
const MIN_LARGE_RATIO = 3;
/** Pixels from which text counts as large: 18 points, or 14 in bold. */
const LARGE = 24;
const LARGE_BOLD = 18.66;
const BOLD = 700;

/** Elements that draw their own content, with unknown colors. */
const PICTURES = 'img, video, canvas, svg, iframe, object, embed, picture';

type Measure = { readonly ratio: number; readonly enough: number } | 'unknown' | undefined;

const isOverlapping = (one: DOMRect, other: DOMRect): boolean =>
  one.left < other.right && one.right > other.left && one.top < other.bottom && one.bottom > other.top;

/** The box of a text. */
function areaOf(text: Text): DOMRect {
  const range = document.createRange();
  range.selectNodeContents(text);
  return range.getBoundingClientRect();
}

/** Whether a positioned pseudo-element covers a large part of the element or its background. */
function hasCoveringPseudo(element: Element): boolean {
  return (['::before', '::after'] as const).some((name) => {
    const style = getComputedStyle(element, name);
    const isPositioned = style.content !== 'none' && /absolute|fixed/.test(style.position);
    const isSeen = style.backgroundImage !== 'none' || (colorOf(style.backgroundColor)?.alpha ?? 0) > 0;
    const { width, height } = element.getBoundingClientRect();
    return isPositioned && isSeen && parseFloat(style.width) * 2 >= width && parseFloat(style.height) * 2 >= height;
  });
}

/** Whether an unrelated element overlaps the text. */
function isOverlapped(text: Text, area: DOMRect, root: Element): boolean {
  const parent = text.parentElement!;
  return [...root.querySelectorAll('*')].some((other) => {
    if (other.contains(parent) || parent.contains(other)) return false;
    const style = getComputedStyle(other);
    const isPainted =
      other.matches(PICTURES) ||
      style.backgroundImage !== 'none' ||
      (/absolute|fixed|sticky|relative/.test(style.position) && (colorOf(style.backgroundColor)?.alpha ?? 0) > 0);
    return (
      isPainted &&
      isOverlapping(other.getBoundingClientRect(), area) &&
      other.checkVisibility({ opacityProperty: true })
    );
  });
}

function measure(text: Text, root: Element, ground: Color): Measure {
  const parent = text.parentElement!;
  const area = areaOf(text);
  // Visually hidden text for screen readers is one pixel wide.
  if (area.width <= 1 || area.height <= 1) return undefined;
  if (!parent.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return undefined;
  // The root itself is inert while it is edited in a frame.
  const excluded = parent.closest('[aria-hidden="true"], :disabled, [inert]');
  if (excluded && excluded !== root) return undefined;
  const style = getComputedStyle(parent);
  const color = colorOf(style.webkitTextFillColor || style.color);
  if (!color) return 'unknown';
  const layers: Layer[] = [];
  for (const element of ancestors(parent)) {
    const layer = layerOf(getComputedStyle(element) as never);
    if (!layer || (root.contains(element) && hasCoveringPseudo(element))) return 'unknown';
    layers.unshift(layer);
    // This layer is opaque, so those behind it are not visible.
    if (isOpaque(layer) && layers.every(({ opacity }) => opacity === 1)) break;
  }
  if (isOverlapped(text, area, root)) return 'unknown';
  const size = parseFloat(style.fontSize);
  const isLarge = size >= LARGE || (size >= LARGE_BOLD && Number(style.fontWeight) >= BOLD);
  return { ratio: lowestContrast(layers, color, ground), enough: isLarge ? MIN_LARGE_RATIO : MIN_RATIO };
}

/** The canvas color of the page's color scheme. */
function groundOf(host: HTMLElement): Color {
  const probe = host.appendChild(document.createElement('span'));
  probe.style.setProperty('color-scheme', getComputedStyle(document.documentElement).colorScheme);
  probe.style.setProperty('color', 'Canvas');
  const color = colorOf(getComputedStyle(probe).color);
  probe.remove();
  return color ?? { rgb: [1, 1, 1], alpha: 1 };
}

/** @param host an element to which invisible probes can be appended */
export function checkContrast(document: SyntaxTree, root: HTMLElement, host: HTMLElement): Diagnostic[] {
  // Forced colors are chosen by the user, not by the page.
  if (matchMedia('(forced-colors: active)').matches) return [];
  const ground = groundOf(host);
  const worst = new Map<number, Exclude<Measure, undefined>>();
  const texts = root.ownerDocument.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode() as Text | null; text; text = texts.nextNode() as Text | null) {
    const id = Number(text.parentElement?.closest(`[${NODE}]`)?.getAttribute(NODE) ?? NaN);
    if (!text.data.trim() || Number.isNaN(id)) continue;
    const found = measure(text, root, ground);
    if (!found || (found !== 'unknown' && found.ratio >= found.enough)) continue;
    const previous = worst.get(id);
    // The worst of several texts, or of a repeater's copies, counts.
    if (!previous || previous === 'unknown' || (found !== 'unknown' && found.ratio < previous.ratio))
      worst.set(id, found);
  }
  return [...worst].flatMap(([id, found]) => {
    const resolved = resolveElement(document, id);
    if (!resolved) return [];
    if (found === 'unknown') return [createDiagnostic(resolved, 'check.contrast.unknown')];
    // Rounded down, so that an insufficient ratio does not read as sufficient.
    const values = { ratio: Math.floor(found.ratio * 100) / 100, enough: found.enough };
    return [createDiagnostic(resolved, 'check.contrast.low', values)];
  });
}
