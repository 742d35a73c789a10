/** Takes a screenshot of an element, with a fallback for browsers that cannot draw HTML. */
import { createContext, domToCanvas } from 'modern-screenshot';
import { logError } from '../../../src/global/logger';
import { fallbackScreenshot, isUsable } from './fallback';
import { inlineResource, inlineFonts, RESOURCE_TIMEOUT } from './inline-resources';
import { fixHeight, inlineDOMState } from './inline-dom-state';
import type { FallbackOptions, ScreenshotOptions } from './screenshot-options';

/**
 * Modifies the element for the screenshot, so it must not be used afterwards.
 * @param fallback enables the fallback library
 * @throws the errors of the library, for example for a canvas that is too large
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
  const result = await drawing.catch((error: unknown) => error as Error);
  if (!(result instanceof Error) && isUsable(result)) return result;
  const { frontend, trustedTypes } = fallback;
  try {
    return await fallbackScreenshot(root, { ...options, frontend }, trustedTypes, background);
  } catch (error) {
    logError('The fallback for screenshots failed', error);
    if (result instanceof Error) throw result;
    return result;
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
  // The library would write its own frame as markup, which Trusted Types forbid (D13). It removes this one.
  context.sandbox = page.createElement('iframe');
  context.sandbox.style.cssText = 'position: fixed; visibility: hidden; width: 0; height: 0; border: 0';
  page.body.append(context.sandbox);
  return domToCanvas(context);
}

const TRANSPARENT = /^(?:transparent|rgba\(0, 0, 0, 0\))$/;
/** The canvas color of browsers by color scheme. */
const CANVAS = { light: '#fff', dark: '#121212' } as const;

/** The background color of the document, or of the body. */
function backgroundOf(page: Document): string {
  const styleOf = (element: Element): CSSStyleDeclaration => page.defaultView!.getComputedStyle(element);
  for (const element of [page.documentElement, page.body]) {
    const { backgroundColor } = styleOf(element);
    if (!TRANSPARENT.test(backgroundColor)) return backgroundColor;
  }
  return CANVAS[styleOf(page.documentElement).colorScheme === 'dark' ? 'dark' : 'light'];
}
