/** A picture of an element as the browser draws it, by a library that is loaded for it. */
import { createContext, domToCanvas } from 'modern-screenshot';
import { inlined, inlinedFonts, PATIENCE } from './inline';
import { mendHeight, prepare } from './prepare';

export interface ScreenshotOptions {
  /** Of the picture before it is scaled, in CSS pixels. */
  readonly width: number;
  readonly height: number;
  /** Pixels for a CSS pixel. */
  readonly scale: number;
  /** URL of the backend's media proxy, up to the address that it is to fetch. */
  readonly proxy: string;
}

/** Prepares the element for it, which is not to be shown any more then. @throws what the library throws: a canvas that is too large, for instance. */
export async function screenshot(
  root: HTMLElement,
  { width, height, scale, proxy }: ScreenshotOptions,
): Promise<HTMLCanvasElement> {
  const page = root.ownerDocument;
  prepare(root);
  await Promise.allSettled([...root.querySelectorAll('img')].map((image) => image.decode()));
  const cssText = await inlinedFonts(page, proxy);
  const context = await createContext(root, {
    ...{ width, height, scale, timeout: PATIENCE },
    backgroundColor: backgroundOf(page),
    fetchFn: async (address) => (await inlined(address, proxy)) ?? false,
    font: cssText ? { cssText } : {},
    onCloneEachNode: mendHeight,
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

/** What is behind everything: the document's colour, or the body's. */
function backgroundOf(page: Document): string {
  const styleOf = (element: Element): CSSStyleDeclaration => page.defaultView!.getComputedStyle(element);
  for (const element of [page.documentElement, page.body]) {
    const { backgroundColor } = styleOf(element);
    if (!TRANSPARENT.test(backgroundColor)) return backgroundColor;
  }
  return CANVAS[styleOf(page.documentElement).colorScheme === 'dark' ? 'dark' : 'light'];
}
