/** Combines all pictures of a state in one: a row of widths each for light, dark and right to left. */
import sharp from 'sharp';

/** Height of a row, and gap between pictures, in pixels. */
const ROW = 360;
const GAP = 12;
const BACKGROUND = '#8a8f98';

/**
 * Arranges pictures in rows and writes them to one WebP file.
 * @param rows PNG files of each row, in order
 */
export async function writeSheet(rows: readonly (readonly Uint8Array[])[], file: string): Promise<void> {
  const placed: { input: Buffer; left: number; top: number }[] = [];
  let width = 0;
  let top = GAP;
  for (const row of rows) {
    let left = GAP;
    for (const picture of row) {
      const { data, info } = await sharp(picture).resize({ height: ROW }).png().toBuffer({ resolveWithObject: true });
      placed.push({ input: data, left, top });
      left += info.width + GAP;
    }
    width = Math.max(width, left);
    top += ROW + GAP;
  }
  await sharp({ create: { width, height: top, channels: 3, background: BACKGROUND } })
    .composite(placed)
    .webp({ quality: 60, effort: 6 })
    .toFile(file);
}
