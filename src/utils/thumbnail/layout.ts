/** The sizes at which a component is laid out, drawn and stored. */
import { LAYOUT_WIDTHS, LEAST_SCALE, THUMBNAIL_HEIGHT, THUMBNAIL_WIDTH } from './limits';

const { least, greatest } = LAYOUT_WIDTHS;

/**
 * Returns the width of a layout in CSS pixels: that of a thumbnail, or the requested one, within limits.
 * @param requested a value that is not a number counts as none
 */
export const layoutWidth = (requested: number = THUMBNAIL_WIDTH): number =>
  Math.round(Math.min(Math.max(Number.isFinite(requested) ? requested : THUMBNAIL_WIDTH, least), greatest));

export interface Drawing {
  /** Height of the layout that is drawn, in CSS pixels. */
  readonly height: number;
  /** Pixels per CSS pixel. */
  readonly scale: number;
  /** Size of the stored thumbnail, in pixels. */
  readonly kept: { readonly width: number; readonly height: number };
}

/** Returns how a layout of this size, in CSS pixels, is drawn; no height is below one. */
export function drawingOf(width: number, height: number): Drawing {
  const factor = THUMBNAIL_WIDTH / width;
  const drawnHeight = Math.max(1, Math.min(Math.ceil(height), Math.floor(THUMBNAIL_HEIGHT / factor)));
  return {
    height: drawnHeight,
    scale: Math.max(LEAST_SCALE, factor),
    kept: { width: THUMBNAIL_WIDTH, height: Math.max(1, Math.round(drawnHeight * factor)) },
  };
}
