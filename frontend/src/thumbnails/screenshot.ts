/** A picture of an element as the browser draws it; another library stands in where the browser can not do that. */
import { createContext, domToCanvas } from 'modern-screenshot';
import { logError } from '../../../src/global/logger';
import { fallbackScreenshot, isUsable } from './fallback';
import { inlineResource, inlineFonts, RESOURCE_TIMEOUT } from './inline-resources';
import { fixHeight, inlineDOMState } from './inline-dom-state';
import type { FallbackOptions, ScreenshotOptions } from './screenshot-options';

/**
 * Prepares the element for it, which is not to be shown any more then.
 * @param fallback without it there is none
 * @throws what the library throws: a canvas that is too large, for instance.
 */
export async function screenshot(
  root: HTMLElement,
  options: ScreenshotOptions,
  fallback?: FallbackOptions,
): Promise<HTMLCanvasElement> {
  const page = root.ownerDocument;
  inlineDOMState(root);
  await Promise.allSettled([...root.querySelectorAll('img')].map((image) => image.decode()));
  const background = backgroundOf(page);
  const drawing = drawAsSVG(root, options, background);
  if (!fallback) return drawing;
  const drawn = await drawing.catch((error: unknown) => error as Error);
  if (!(drawn instanceof Error) && isUsable(drawn)) return drawn;
  const { frontend, trustedTypes } = fallback;
  try {
    return await fallbackScreenshot(root, { ...options, frontend }, trustedTypes, background);
  } catch (error) {
    logError('The fallback for screenshots failed', error);
    if (drawn instanceof Error) throw drawn;
    return drawn;
  }
}

async function drawAsSVG(
  root: HTMLElement,
  { width, height, scale, proxy }: ScreenshotOptions,
  backgroundColor: string,
): Promise<HTMLCanvasElement> {
  const page = root.ownerDocument;
  const cssText = await inlineFonts(page, proxy);
  const context = await createContext(root, {
    ...{ width, height, scale, timeout: RESOURCE_TIMEOUT, backgroundColor },
    fetchFn: async (address) => (await inlineResource(address, proxy)) ?? false,
    font: cssText ? { cssText } : {},
    onCloneEachNode: fixHeight,
    autoDestruct: true,
  });
  // The library would write its own as markup, which a policy forbids (D13). It takes this one away.
  context.sandbox = page.createElement('iframe');
  context.sandbox.style.cssText = 'position: fixed; visibility: hidden; width: 0; height: 0; border: 0';
  page.body.append(context.sandbox);
  return domToCanvas(context);
}

const TRANSPARENT = /^(?:transparent|rgba\(0, 0, 0, 0\))$/;
/** The canvas of a browser where nothing is painted on it. */
const CANVAS = { light: '#fff', dark: '#121212' } as const;

/** What is behind everything: the document's color, or the body's. */
function backgroundOf(page: Document): string {
  const styleOf = (element: Element): CSSStyleDeclaration => page.defaultView!.getComputedStyle(element);
  for (const element of [page.documentElement, page.body]) {
    const { backgroundColor } = styleOf(element);
    if (!TRANSPARENT.test(backgroundColor)) return backgroundColor;
  }
  return CANVAS[styleOf(page.documentElement).colorScheme === 'dark' ? 'dark' : 'light'];
}
