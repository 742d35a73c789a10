/** Compares two PNG images pixel by pixel. A browser decodes them. */
import type { Browser } from 'puppeteer';

export interface PixelDifference {
  /** The number of different pixels. */
  readonly count: number;
  /** The largest difference of a color channel, up to 255. */
  readonly largest: number;
  /** Coordinates of the first different pixel, as `x, y`. */
  readonly first: string;
}

/**
 * @param from the least difference of a channel that makes a pixel different
 * @throws Error if the images differ in size
 */
export async function comparePixels(
  browser: Browser,
  one: Uint8Array,
  other: Uint8Array,
  from = 1,
): Promise<PixelDifference> {
  const page = await browser.newPage();
  try {
    const pictures = [one, other].map((each) => `data:image/png;base64,${Buffer.from(each).toString('base64')}`);
    return await page.evaluate(
      async (pictures, from) => {
        const [one, other] = await Promise.all(
          pictures.map(async (source) => {
            const image = new Image();
            image.src = source;
            await image.decode();
            const canvas = document.createElement('canvas');
            Object.assign(canvas, { width: image.naturalWidth, height: image.naturalHeight });
            const context = canvas.getContext('2d')!;
            context.drawImage(image, 0, 0);
            return context.getImageData(0, 0, canvas.width, canvas.height);
          }),
        );
        if (one!.width !== other!.width || one!.height !== other!.height)
          throw new Error(`${one!.width} × ${one!.height} px against ${other!.width} × ${other!.height}`);
        let count = 0;
        let largest = 0;
        let first = '';
        for (let at = 0; at < one!.data.length; at += 4) {
          const apart = Math.max(
            ...[0, 1, 2, 3].map((channel) => Math.abs(one!.data[at + channel]! - other!.data[at + channel]!)),
          );
          if (apart < from) continue;
          count++;
          largest = Math.max(largest, apart);
          first ||= `${(at / 4) % one!.width}, ${Math.floor(at / 4 / one!.width)}`;
        }
        return { count, largest, first };
      },
      pictures,
      from,
    );
  } finally {
    await page.close();
  }
}
