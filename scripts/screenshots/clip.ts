/** Clips: recordings of a page as an animated picture. */
import type { Page } from 'puppeteer';
import sharp from 'sharp';

interface VisibleRow {
  readonly picture: Buffer;
  /** Seconds since 1970. */
  readonly at: number;
}

export interface ClipOptions {
  /** Width of the clip in pixels. */
  readonly width: number;
  /** Milliseconds for which the last picture is shown. */
  readonly end: number;
}

/** Maximum milliseconds for one picture of a clip, which shortens loading times. */
const LONGEST = 600;
/** Minimum milliseconds between pictures; pictures in between are dropped. */
const SHORTEST = 60;

/** Runs an action without recording it, such as waiting for loading. */
export type Unseen = (act: () => Promise<void>) => Promise<void>;

/** Records a page from the start of `act` until its end, as an animated WebP. */
export async function clip(
  page: Page,
  act: (unseen: Unseen) => Promise<void>,
  { width, end }: ClipOptions,
): Promise<Buffer> {
  const session = await page.createCDPSession();
  const all: VisibleRow[] = [];
  session.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
    all.push({ picture: Buffer.from(data, 'base64'), at: metadata.timestamp ?? 0 });
    session.send('Page.screencastFrameAck', { sessionId }).catch(() => {});
  });
  /** Starts with a picture of the current content. */
  const start = async (): Promise<void> => {
    const first = new Promise((resolve) => session.once('Page.screencastFrame', resolve));
    await session.send('Page.startScreencast', { format: 'png', everyNthFrame: 1 });
    await first;
  };
  const stop = (): Promise<void> => session.send('Page.stopScreencast');
  const unseen: Unseen = async (act) => {
    await stop();
    await act();
    await start();
  };
  await start();
  await act(unseen);
  // The last picture shows the final state.
  await unseen(async () => {});
  await stop();
  await session.detach();
  // Browsers may report pictures out of order.
  all.sort((one, other) => one.at - other.at);
  const kept = all.filter(({ at }, index) => {
    const next = all[index + 1];
    return !next || (next.at - at) * 1000 >= SHORTEST;
  });
  if (!kept.length) throw new Error('the page showed nothing new while the clip was recorded');
  const delay = kept.map(({ at }, index) => {
    const next = kept[index + 1];
    return next ? Math.min(LONGEST, Math.round((next.at - at) * 1000)) : end;
  });
  const frames = await Promise.all(kept.map(({ picture }) => sharp(picture).resize({ width }).png().toBuffer()));
  return sharp(frames, { join: { animated: true } })
    .webp({ delay, loop: 0, quality: 60, effort: 6 })
    .toBuffer();
}
