/** The backgrounds behind a text, from all its ancestors, and the lowest contrast that they can produce. */
import { colorOf, contrastOf, scaleAlpha, blendOver, gradientColors, type Color } from './color';

/** The background that an element paints behind its content. */
export interface Layer {
  /** Its layers, the lowest first. Each has one color, or the stops of a gradient. */
  readonly colors: readonly (readonly Color[])[];
  /** The opacity of the element with its content, 0 to 1. */
  readonly opacity: number;
}

/** Maximum number of combinations, since nested gradients multiply them. */
const MAX_COMBINATIONS = 256;

/** Splits a computed list at commas outside of parentheses. */
function listOf(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let index = 0; index < text.length; index++) {
    if (text[index] === '(') depth++;
    else if (text[index] === ')') depth--;
    else if (text[index] === ',' && !depth) {
      parts.push(text.slice(from, index));
      from = index + 1;
    }
  }
  return [...parts, text.slice(from)].map((part) => part.trim());
}

/**
 * The layer of an element, from its computed style.
 * @returns undefined if it includes a picture, a filter or a blend mode
 */
export function layerOf(style: Readonly<Record<keyof CSSStyleDeclaration & string, unknown>>): Layer | undefined {
  const read = (name: string): string => String((style as Record<string, unknown>)[name] ?? '');
  const isInitial = (name: string, initial: string): boolean => ['', initial].includes(read(name));
  if (!isInitial('filter', 'none') || !isInitial('backdropFilter', 'none') || !isInitial('mixBlendMode', 'normal'))
    return undefined;
  const color = colorOf(read('backgroundColor'));
  const colors: Color[][] = color && color.alpha > 0 ? [[color]] : [];
  const images = read('backgroundImage');
  for (const image of isInitial('backgroundImage', 'none') ? [] : listOf(images).reverse()) {
    if (image === 'none') continue;
    const stops = /gradient\(/.test(image) ? gradientColors(image) : [];
    if (!stops.length) return undefined;
    colors.push(stops);
  }
  // A background that is clipped to the text is the text's color.
  if (colors.length && /text/.test(read('webkitBackgroundClip') || read('backgroundClip'))) return undefined;
  return { colors, opacity: Number(read('opacity') || 1) };
}

/** Whether a layer hides everything behind it. */
export const isOpaque = ({ colors }: Layer): boolean => colors.some((stops) => stops.every(({ alpha }) => alpha === 1));

interface Pair {
  readonly text: Color;
  readonly back: Color;
}

/** All combinations of text and background color that the layers can produce. */
function pairs(layers: readonly Layer[], text: Color, background: Color): Pair[] {
  const [first, ...rest] = layers;
  if (!first) return [{ text: blendOver(text, background), back: background }];
  let backgrounds: Color[] = [background];
  for (const stops of first.colors)
    backgrounds = backgrounds
      .flatMap((color) => stops.map((stop) => blendOver(stop, color)))
      .slice(0, MAX_COMBINATIONS);
  const shade = (color: Color): Color => blendOver(scaleAlpha(color, first.opacity), background);
  return backgrounds
    .flatMap((color) => pairs(rest, text, color))
    .slice(0, MAX_COMBINATIONS)
    .map((pair) => ({ text: shade(pair.text), back: shade(pair.back) }));
}

/**
 * The lowest contrast that a text can have.
 * @param layers from the outermost to the innermost around the text
 * @param ground the opaque color behind all layers
 */
export const lowestContrast = (layers: readonly Layer[], text: Color, ground: Color): number =>
  Math.min(...pairs(layers, text, ground).map((pair) => contrastOf(pair.text, pair.back)));
