/** How large something is laid out, drawn and kept. */
import { LAYOUT_WIDTHS, LEAST_SCALE, THUMBNAIL_HEIGHT, THUMBNAIL_WIDTH } from './limits';

const { least, greatest } = LAYOUT_WIDTHS;

/**
 * CSS pixels to lay a component out for: those of a thumbnail, or as many as are wanted, within bounds.
 * @param wanted no number counts as none
 */
export const layoutWidth = (wanted: number = THUMBNAIL_WIDTH): number =>
  Math.round(Math.min(Math.max(Number.isFinite(wanted) ? wanted : THUMBNAIL_WIDTH, least), greatest));

export interface Drawing {
  /** What of the layout is drawn, in CSS pixels. */
  readonly height: number;
  /** Pixels for a CSS pixel. */
  readonly scale: number;
  /** Of the thumbnail, in pixels. */
  readonly kept: { readonly width: number; readonly height: number };
}

/** How a layout of this size is drawn, in CSS pixels; nothing has a height below one. */
export function drawingOf(width: number, height: number): Drawing {
  const factor = THUMBNAIL_WIDTH / width;
  const drawn = Math.max(1, Math.min(Math.ceil(height), Math.floor(THUMBNAIL_HEIGHT / factor)));
  return {
    height: drawn,
    scale: Math.max(LEAST_SCALE, factor),
    kept: { width: THUMBNAIL_WIDTH, height: Math.max(1, Math.round(drawn * factor)) },
  };
}
