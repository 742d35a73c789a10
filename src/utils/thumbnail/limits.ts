/** What a thumbnail is (specification §7, §9). */

/** CSS pixels that a component is laid out for, and that a thumbnail is wide. */
export const THUMBNAIL_WIDTH = 800;
/** Pixels; what is below is cut off. */
export const THUMBNAIL_HEIGHT = 2000;
/** CSS pixels: least and greatest width of a layout, where another one is wanted. */
export const LAYOUT_WIDTHS = Object.freeze({ least: 320, greatest: 1401 });
/** Least number of pixels that are drawn for a CSS pixel, so that what is made smaller is sharp. */
export const LEAST_SCALE = 1.1;
/** Of the JPEG, from 0 to 1. */
export const THUMBNAIL_QUALITY = 0.6;
/** Milliseconds by which a thumbnail may be older than what it shows, and still count as fresh. */
export const FRESHNESS_TOLERANCE = 2000;
