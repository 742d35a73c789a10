/** Parses computed colors, blends them, and computes their contrast. */
import {
  A98RGB,
  ColorSpace,
  contrastWCAG21,
  HSL,
  Lab,
  LCH,
  OKLab,
  OKLCH,
  P3,
  parse,
  ProPhoto,
  REC_2020,
  sRGB,
  sRGB_Linear,
  to,
  XYZ_D50,
  XYZ_D65,
} from 'colorjs.io/fn';

/** Red, green and blue in sRGB, each 0 to 1, and the opacity. */
export interface Color {
  readonly rgb: readonly [number, number, number];
  readonly alpha: number;
}

const SPACES = [sRGB, sRGB_Linear, HSL, Lab, LCH, OKLab, OKLCH, P3, A98RGB, ProPhoto, REC_2020, XYZ_D50, XYZ_D65];
for (const space of SPACES) ColorSpace.register(space);

const clamp = (value: number | null): number => Math.max(0, Math.min(1, value ?? 0));

/** Parses a computed color of any color space; undefined if it is invalid. Colors outside of sRGB are clipped. */
export function colorOf(text: string): Color | undefined {
  try {
    const { coords, alpha } = to(parse(text), sRGB);
    return { rgb: [clamp(coords[0]), clamp(coords[1]), clamp(coords[2])], alpha: clamp(alpha ?? 1) };
  } catch {
    return undefined;
  }
}

/** Composites one color over another. */
export function blendOver(front: Color, back: Color): Color {
  const alpha = front.alpha + back.alpha * (1 - front.alpha);
  if (alpha === 0) return front;
  const mixed = front.rgb.map(
    (value, index) => (value * front.alpha + back.rgb[index]! * back.alpha * (1 - front.alpha)) / alpha,
  );
  return { rgb: mixed as unknown as Color['rgb'], alpha };
}

export const scaleAlpha = ({ rgb, alpha }: Color, factor: number): Color => ({ rgb, alpha: alpha * factor });

/** The contrast ratio of two opaque colors by WCAG, 1 to 21. */
export const contrastOf = (one: Color, other: Color): number =>
  contrastWCAG21({ space: sRGB, coords: [...one.rgb], alpha: 1 }, { space: sRGB, coords: [...other.rgb], alpha: 1 });

/** Matches a color within other text: a function with its arguments, a hexadecimal color, or `transparent`. */
const COLOR =
  /(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\((?:[^()]|\([^()]*\))*\)|#[0-9a-f]{3,8}\b|\btransparent\b/gi;

/** The colors of a computed gradient, in order. */
export const gradientColors = (gradient: string): Color[] =>
  [...gradient.matchAll(COLOR)].flatMap(([text]) => colorOf(text) ?? []);
