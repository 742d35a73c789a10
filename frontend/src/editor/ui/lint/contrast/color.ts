/** Colors as browsers say them, laid over each other, and how well one is read on another. */
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

/** Red, green and blue as a screen shows them, 0 to 1, and how much of it there is. */
export interface Color {
  readonly rgb: readonly [number, number, number];
  readonly alpha: number;
}

const SPACES = [sRGB, sRGB_Linear, HSL, Lab, LCH, OKLab, OKLCH, P3, A98RGB, ProPhoto, REC_2020, XYZ_D50, XYZ_D65];
for (const space of SPACES) ColorSpace.register(space);

const within = (value: number | null): number => Math.max(0, Math.min(1, value ?? 0));

/** A computed color, in whatever space; undefined for what is none. What a screen can not show is what it shows instead. */
export function colorOf(text: string): Color | undefined {
  try {
    const { coords, alpha } = to(parse(text), sRGB);
    return { rgb: [within(coords[0]), within(coords[1]), within(coords[2])], alpha: within(alpha ?? 1) };
  } catch {
    return undefined;
  }
}

/** One color over another. */
export function over(front: Color, back: Color): Color {
  const alpha = front.alpha + back.alpha * (1 - front.alpha);
  if (alpha === 0) return front;
  const mixed = front.rgb.map(
    (value, at) => (value * front.alpha + back.rgb[at]! * back.alpha * (1 - front.alpha)) / alpha,
  );
  return { rgb: mixed as unknown as Color['rgb'], alpha };
}

export const faded = ({ rgb, alpha }: Color, by: number): Color => ({ rgb, alpha: alpha * by });

/** The contrast ratio of WCAG, 1 to 21, of two colors that nothing shows through. */
export const contrastOf = (one: Color, other: Color): number =>
  contrastWCAG21({ space: sRGB, coords: [...one.rgb], alpha: 1 }, { space: sRGB, coords: [...other.rgb], alpha: 1 });

/** A color within other text: a function with what is in its brackets, a hexadecimal number, or a name. */
const COLOR =
  /(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\((?:[^()]|\([^()]*\))*\)|#[0-9a-f]{3,8}\b|\btransparent\b/gi;

/** The colors of a computed gradient, in order. */
export const stopsOf = (gradient: string): Color[] =>
  [...gradient.matchAll(COLOR)].flatMap(([text]) => colorOf(text) ?? []);
