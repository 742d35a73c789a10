/** A document of its own, unseen, in which a view is laid out under its library's stylesheet and nothing of the page's. */
import type { ScriptDependencies } from '../../../src/utils/frontend/types';
import { rebaseURLs } from '../../../src/utils/delivery/rebase-stylesheet';

export interface RenderOptions {
  readonly view: string;
  /** CSS of the library, and the URL that its addresses are relative to. */
  readonly css: string;
  readonly base: string;
  /** What paths are bound to. */
  readonly data: object;
  /** CSS pixels. */
  readonly width: number;
  /** Attributes that components in the view inherit (E4). */
  readonly inherited: Readonly<Record<string, string>>;
}

/** Milliseconds that pictures and fonts may take. */
const PATIENCE = 8_000;

/**
 * Lays a view out; `run` is handed the element that holds it, and the frame is gone when it has ended.
 * @throws what rendering throws.
 */
export async function withFrame<Result>(
  setting: RenderOptions,
  { engine, trustedTypes }: ScriptDependencies,
  run: (holder: HTMLElement) => Promise<Result>,
): Promise<Result> {
  const frame = document.createElement('iframe');
  frame.title = '';
  frame.inert = true;
  frame.tabIndex = -1;
  frame.ariaHidden = 'true';
  const style = {
    ...{ position: 'fixed', top: '0', left: '-10000px', border: '0', opacity: '0', 'pointer-events': 'none' },
    ...{ width: `${setting.width}px`, height: '800px', 'color-scheme': 'light' },
  };
  for (const [name, value] of Object.entries(style)) frame.style.setProperty(name, value, 'important');
  const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
  // Without markup it would be laid out as pages without a doctype are.
  frame.srcdoc = trustedTypes.createHTML('<!doctype html>');
  document.body.append(frame);
  try {
    await loaded;
    const page = frame.contentDocument!;
    const window = page.defaultView as Window & typeof globalThis;
    const sheet = new window.CSSStyleSheet();
    sheet.replaceSync(rebaseURLs(setting.css, setting.base));
    page.adoptedStyleSheets = [sheet];
    page.documentElement.lang = document.documentElement.lang;
    page.body.style.margin = '0';
    const holder = document.createElement('div');
    holder.className = '-feaas component feaas';
    // What stands in it at its edges is in the picture as it is on a page.
    holder.style.display = 'flow-root';
    for (const [name, value] of Object.entries(setting.inherited)) holder.setAttribute(name, value);
    page.body.append(holder);
    await engine.render(holder, setting.view, setting.data, {});
    await settled(holder);
    return await run(holder);
  } finally {
    frame.remove();
  }
}

/** Resolves when its pictures and fonts are there, or have had the time. */
async function settled(holder: HTMLElement): Promise<void> {
  const { fonts } = holder.ownerDocument;
  const images = [...holder.querySelectorAll('img')];
  // Nobody scrolls to them here.
  for (const image of images) image.loading = 'eager';
  // Asked for by the layout, which is what this does.
  void holder.offsetHeight;
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE));
  await Promise.race([Promise.allSettled([fonts.ready, ...images.map((image) => image.decode())]), late]);
}
