/** One picture of all looks of a state: a row of widths for light, dark and right to left. */
import sharp from 'sharp';

/** Pixels: of a row's height, and between pictures. */
const ROW = 360;
const GAP = 12;
const PAPER = '#8a8f98';

/**
 * Lays pictures out in rows and writes them as one WebP file.
 * @param rows PNG files of each row, in order.
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
  await sharp({ create: { width, height: top, channels: 3, background: PAPER } })
    .composite(placed)
    .webp({ quality: 60, effort: 6 })
    .toFile(file);
}
