/** Clips: recordings of a page as an animated picture. */
import type { Page } from 'puppeteer';
import sharp from 'sharp';

interface RecordedFrame {
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
const MAX_DELAY = 600;
/** Minimum milliseconds between pictures; pictures in between are dropped. */
const MIN_INTERVAL = 60;

/** Runs an action without recording it, such as waiting for loading. */
export type Unseen = (action: () => Promise<void>) => Promise<void>;

/** Records a page from the start of `action` until its end, as an animated WebP. */
export async function clip(
  page: Page,
  action: (unrecorded: Unseen) => Promise<void>,
  { width, end }: ClipOptions,
): Promise<Buffer> {
  const session = await page.createCDPSession();
  const recorded: RecordedFrame[] = [];
  session.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
    recorded.push({ picture: Buffer.from(data, 'base64'), at: metadata.timestamp ?? 0 });
    session.send('Page.screencastFrameAck', { sessionId }).catch(() => {});
  });
  /** Starts with a picture of the current content. */
  const start = async (): Promise<void> => {
    const first = new Promise((resolve) => session.once('Page.screencastFrame', resolve));
    await session.send('Page.startScreencast', { format: 'png', everyNthFrame: 1 });
    await first;
  };
  const stop = (): Promise<void> => session.send('Page.stopScreencast');
  const unrecorded: Unseen = async (action) => {
    await stop();
    await action();
    await start();
  };
  await start();
  await action(unrecorded);
  // The last picture shows the final state.
  await unrecorded(async () => {});
  await stop();
  await session.detach();
  // Browsers may report pictures out of order.
  recorded.sort((one, other) => one.at - other.at);
  const pictures = recorded.filter(({ at }, index) => {
    const next = recorded[index + 1];
    return !next || (next.at - at) * 1000 >= MIN_INTERVAL;
  });
  if (!pictures.length) throw new Error('the page showed nothing new while the clip was recorded');
  const delay = pictures.map(({ at }, index) => {
    const next = pictures[index + 1];
    return next ? Math.min(MAX_DELAY, Math.round((next.at - at) * 1000)) : end;
  });
  const frames = await Promise.all(pictures.map(({ picture }) => sharp(picture).resize({ width }).png().toBuffer()));
  return sharp(frames, { join: { animated: true } })
    .webp({ delay, loop: 0, quality: 60, effort: 6 })
    .toBuffer();
}
