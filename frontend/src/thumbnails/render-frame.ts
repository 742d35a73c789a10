/** Renders a view in an invisible document with only its library's stylesheet. */
import type { ScriptDependencies } from '../../../src/utils/frontend/types';
import { rebaseURLs } from '../../../src/utils/delivery/rebase-stylesheet';

export interface RenderOptions {
  readonly view: string;
  /** CSS of the library, and the base of its relative URLs. */
  readonly css: string;
  readonly base: string;
  /** Data for the paths. */
  readonly data: object;
  /** Width in CSS pixels. */
  readonly width: number;
  /** Attributes that components in the view inherit (E4). */
  readonly inherited: Readonly<Record<string, string>>;
}

/** Milliseconds to wait for pictures and fonts. */
const RENDER_TIMEOUT = 8_000;

/**
 * Renders a view and passes its element to `run`. Removes the frame afterwards.
 * @throws the errors of rendering
 */
export async function withFrame<Result>(
  options: RenderOptions,
  { engine, trustedTypes }: ScriptDependencies,
  run: (element: HTMLElement) => Promise<Result>,
): Promise<Result> {
  const frame = document.createElement('iframe');
  frame.title = '';
  frame.inert = true;
  frame.tabIndex = -1;
  frame.ariaHidden = 'true';
  const style = {
    ...{ position: 'fixed', top: '0', left: '-10000px', border: '0', opacity: '0', 'pointer-events': 'none' },
    ...{ width: `${options.width}px`, height: '800px', 'color-scheme': 'light' },
  };
  for (const [name, value] of Object.entries(style)) frame.style.setProperty(name, value, 'important');
  const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
  // A frame without markup is in quirks mode.
  frame.srcdoc = trustedTypes.createHTML('<!doctype html>');
  document.body.append(frame);
  try {
    await loaded;
    const page = frame.contentDocument!;
    const window = page.defaultView as Window & typeof globalThis;
    const sheet = new window.CSSStyleSheet();
    sheet.replaceSync(rebaseURLs(options.css, options.base));
    page.adoptedStyleSheets = [sheet];
    page.documentElement.lang = document.documentElement.lang;
    page.body.style.margin = '0';
    const element = document.createElement('div');
    element.className = '-feaas component feaas';
    // Contains the margins of its content, so that they are in the picture.
    element.style.display = 'flow-root';
    for (const [name, value] of Object.entries(options.inherited)) element.setAttribute(name, value);
    page.body.append(element);
    await engine.render(element, options.view, options.data, {});
    await waitForResources(element);
    return await run(element);
  } finally {
    frame.remove();
  }
}

/** Resolves when pictures and fonts have loaded, or after the timeout. */
async function waitForResources(element: HTMLElement): Promise<void> {
  const { fonts } = element.ownerDocument;
  const images = [...element.querySelectorAll('img')];
  // Lazy images would not load in an invisible document.
  for (const image of images) image.loading = 'eager';
  // Forces a layout, which starts the loading of fonts.
  void element.offsetHeight;
  const timeout = new Promise((resolve) => setTimeout(resolve, RENDER_TIMEOUT));
  await Promise.race([Promise.allSettled([fonts.ready, ...images.map((image) => image.decode())]), timeout]);
}
