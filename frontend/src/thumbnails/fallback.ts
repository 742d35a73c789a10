/**
 * Takes screenshots in browsers that cannot draw an SVG with HTML: Safari throws, taints the canvas, or draws nothing.
 * html2canvas draws each box itself, which is less exact but works everywhere.
 */
import type { ScriptDependencies } from '../../../src/utils/frontend/types';
import type { ScreenshotOptions } from './screenshot-options';

type Html2Canvas = (typeof import('html2canvas'))['default'];

/** Size in pixels of the sample that is checked for content. */
const SAMPLE = 64;

/** Whether a canvas can be read and has content: it is neither tainted nor of a single color. */
export function isUsable(canvas: HTMLCanvasElement): boolean {
  const sample = document.createElement('canvas');
  sample.width = sample.height = SAMPLE;
  const context = sample.getContext('2d', { willReadFrequently: true })!;
  try {
    // Throws a SecurityError for a tainted canvas.
    canvas.getContext('2d')?.getImageData(0, 0, 1, 1);
    context.drawImage(canvas, 0, 0, SAMPLE, SAMPLE);
    const pixels = new Uint32Array(context.getImageData(0, 0, SAMPLE, SAMPLE).data.buffer);
    return pixels.some((pixel) => pixel !== pixels[0]);
  } catch {
    return false;
  }
}

/** @param trustedTypes the page's policy. The library would create its own, which the page's CSP may forbid (D13). */
export async function fallbackScreenshot(
  root: HTMLElement,
  { width, height, scale, frontend }: ScreenshotOptions & { readonly frontend: string },
  trustedTypes: ScriptDependencies['trustedTypes'],
  backgroundColor: string,
): Promise<HTMLCanvasElement> {
  const url = `${frontend}/assets/html2canvas.js`;
  const { default: html2canvas } = (await import(/* @vite-ignore */ url)) as { default: Html2Canvas };
  const page = root.ownerDocument;
  // The frame is our own. Its Trusted Types API returns the page's policy.
  Object.defineProperty(page.defaultView, 'trustedTypes', {
    configurable: true,
    value: { getPolicy: () => trustedTypes, createPolicy: () => trustedTypes },
  });
  const css = page.adoptedStyleSheets.flatMap(({ cssRules }) => [...cssRules].map(({ cssText }) => cssText)).join('\n');
  return html2canvas(root, {
    ...{ width, height, scale, backgroundColor, useCORS: true, logging: false },
    windowWidth: width,
    // Constructed stylesheets belong to one document, so its clone needs its own.
    onclone(copy) {
      const sheet = new (copy.defaultView as Window & typeof globalThis).CSSStyleSheet();
      sheet.replaceSync(css);
      copy.adoptedStyleSheets = [sheet];
    },
  });
}
