/** Runs in the page: each screenshot library, used as in its readme. Returns a PNG as a data URL. */
import * as domToImage from 'dom-to-image-more';
import html2canvasPro from 'html2canvas';
import html2canvas from 'html2canvas-1';
import * as htmlToImage from 'html-to-image';
import { domToCanvas } from 'modern-screenshot';
import { snapdom } from '@zumer/snapdom';

export interface ScreenshotRequest {
  readonly width: number;
  readonly height: number;
  /** URL prefix of the media proxy, to which the address is appended. */
  readonly proxy: string;
}

const png = (canvas: HTMLCanvasElement): string => canvas.toDataURL('image/png');
const color = (): string => {
  const { backgroundColor } = getComputedStyle(document.documentElement);
  return backgroundColor === 'rgba(0, 0, 0, 0)' ? '#fff' : backgroundColor;
};

const LIBRARIES: Readonly<Record<string, (asked: ScreenshotRequest) => Promise<string>>> = {
  'modern-screenshot': async ({ width, height }) =>
    png(await domToCanvas(document.getElementById('scene')!, { width, height, scale: 1, backgroundColor: color() })),
  'html-to-image': async ({ width, height }) =>
    png(
      await htmlToImage.toCanvas(document.getElementById('scene')!, {
        width,
        height,
        pixelRatio: 1,
        backgroundColor: color(),
      }),
    ),
  snapdom: async ({ proxy }) =>
    png(
      await snapdom.toCanvas(document.getElementById('scene')!, {
        scale: 1,
        dpr: 1,
        embedFonts: true,
        backgroundColor: color(),
        useProxy: proxy,
      }),
    ),
  'html2canvas-pro': async ({ width, height }) =>
    png(
      await html2canvasPro(document.getElementById('scene')!, {
        width,
        height,
        scale: 1,
        useCORS: true,
        logging: false,
        backgroundColor: color(),
      }),
    ),
  'dom-to-image-more': async ({ width, height }) =>
    domToImage.toPng(document.getElementById('scene')!, { width, height, bgcolor: color() }),
  'html2canvas 1.4.1': async ({ width, height }) =>
    png(
      await html2canvas(document.getElementById('scene')!, {
        width,
        height,
        scale: 1,
        useCORS: true,
        logging: false,
        backgroundColor: color(),
      }),
    ),
};

Object.assign(globalThis, { LIBRARIES });
