/** The kit's own interface in an element's shadow root: a few elements and their style, not worth a runtime's bytes. */
import { onModuleLoaded } from '../scheduling/lazy-modules';

const sheets = new Map<unknown, CSSStyleSheet>();

/**
 * Adds to an element's shadow root: once for each style.
 * @param css the style, as the build hands it in: a text, or what returns it.
 * @param parts elements to add: a tag, perhaps a space and the name of its part.
 * @returns the elements.
 */
export function attachShadowContent(host: Element, css: string | (() => string), ...parts: string[]): HTMLElement[] {
  const root = host.shadowRoot!;
  let sheet = sheets.get(css);
  if (!sheet) {
    sheets.set(css, (sheet = new CSSStyleSheet()));
    sheet.replaceSync(typeof css === 'string' ? css : css());
  }
  root.adoptedStyleSheets.push(sheet);
  return parts.map((each) => {
    const [tag, part] = each.split(' ');
    const element = document.createElement(tag!);
    if (part) element.setAttribute('part', part);
    root.append(element);
    return element;
  });
}

/** Milliseconds an element may load before it shows that it does. */
const SOON = 100;
const loading = new Set<Element>();
let timer: unknown;

/** Shows that an element loads, if it still does a moment later; or no more. */
export function setBusy(host: Element, busy: boolean): void {
  if (!busy) {
    if (loading.delete(host)) host.shadowRoot!.querySelector('.busy')?.classList.remove('busy');
    return;
  }
  loading.add(host);
  timer ??= setTimeout(() => {
    timer = undefined;
    onModuleLoaded('deferred', ({ showLoading }) => loading.forEach(showLoading));
  }, SOON);
}
