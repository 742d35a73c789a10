/** The limits of thumbnails (specification §7, §9). */

/** Width of a component's layout in CSS pixels, and of a thumbnail in pixels. */
export const THUMBNAIL_WIDTH = 800;
/** Maximum height in pixels; the rest is cut off. */
export const THUMBNAIL_HEIGHT = 2000;
/** Minimum and maximum width of a layout in CSS pixels, if another width is requested. */
export const LAYOUT_WIDTHS = Object.freeze({ least: 320, greatest: 1401 });
/** Minimum number of pixels per CSS pixel, so that a reduced picture is sharp. */
export const LEAST_SCALE = 1.1;
/** Quality of the JPEG, from 0 to 1. */
export const THUMBNAIL_QUALITY = 0.6;
/** Milliseconds by which a thumbnail may be older than its content, and still count as fresh. */
export const FRESHNESS_TOLERANCE = 2000;
