/** What lies behind a text: the backgrounds of everything around it, one over the other, and the worst of what they make. */
import { colorOf, contrastOf, faded, over, stopsOf, type Color } from './color';

/** What an element paints behind what it holds. */
export interface Layer {
  /** From the lowest to the topmost; of several colors each is somewhere. */
  readonly colors: readonly (readonly Color[])[];
  /** Of the element with all that it holds, 0 to 1. */
  readonly opacity: number;
}

/** Ways that are followed at once; gradients over gradients have many. */
const MOST = 256;

/** Splits a computed list at the commas that stand in no brackets. */
function listOf(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '(') depth++;
    else if (text[at] === ')') depth--;
    else if (text[at] === ',' && !depth) {
      parts.push(text.slice(from, at));
      from = at + 1;
    }
  }
  return [...parts, text.slice(from)].map((part) => part.trim());
}

/**
 * The layer of an element, by its computed style.
 * @returns undefined where a picture, or what mixes colors in ways of its own, is part of it
 */
export function layerOf(style: Readonly<Record<keyof CSSStyleDeclaration & string, unknown>>): Layer | undefined {
  const read = (name: string): string => String((style as Record<string, unknown>)[name] ?? '');
  const plain = (name: string, none: string): boolean => ['', none].includes(read(name));
  if (!plain('filter', 'none') || !plain('backdropFilter', 'none') || !plain('mixBlendMode', 'normal'))
    return undefined;
  const color = colorOf(read('backgroundColor'));
  const colors: Color[][] = color && color.alpha > 0 ? [[color]] : [];
  const images = read('backgroundImage');
  for (const image of plain('backgroundImage', 'none') ? [] : listOf(images).reverse()) {
    if (image === 'none') continue;
    const stops = /gradient\(/.test(image) ? stopsOf(image) : [];
    if (!stops.length) return undefined;
    colors.push(stops);
  }
  // A background that is cut to the letters is their color.
  if (colors.length && /text/.test(read('webkitBackgroundClip') || read('backgroundClip'))) return undefined;
  return { colors, opacity: Number(read('opacity') || 1) };
}

/** Whether nothing shows through what an element paints. */
export const isOpaque = ({ colors }: Layer): boolean => colors.some((stops) => stops.every(({ alpha }) => alpha === 1));

interface Pair {
  readonly text: Color;
  readonly back: Color;
}

/** What a text and what is behind it look like, in every way that the layers can make. */
function pairs(layers: readonly Layer[], text: Color, behind: Color): Pair[] {
  const [first, ...rest] = layers;
  if (!first) return [{ text: over(text, behind), back: behind }];
  let backs: Color[] = [behind];
  for (const stops of first.colors)
    backs = backs.flatMap((back) => stops.map((stop) => over(stop, back))).slice(0, MOST);
  const shade = (color: Color): Color => over(faded(color, first.opacity), behind);
  return backs
    .flatMap((back) => pairs(rest, text, back))
    .slice(0, MOST)
    .map((pair) => ({ text: shade(pair.text), back: shade(pair.back) }));
}

/**
 * The lowest contrast that a text can have.
 * @param layers from the outermost to the one that the text stands in
 * @param ground what is behind all of them; nothing shows through it
 */
export const lowestContrast = (layers: readonly Layer[], text: Color, ground: Color): number =>
  Math.min(...pairs(layers, text, ground).map((pair) => contrastOf(pair.text, pair.back)));
