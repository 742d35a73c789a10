/** The kit's own interface in an element's shadow root: a few elements and their style, not worth a runtime's bytes. */

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

/** The style of the loading overlay. */
const OVERLAY = `[part=loader]{position:absolute;inset:0;pointer-events:none;opacity:0;border-radius:inherit;background:currentcolor;transition:opacity var(--feaas-fade,.3s)}
.busy{animation:pulse 1.6s ease-in-out infinite alternate}
@keyframes pulse{from{opacity:calc(var(--feaas-loader-opacity,1)*.03)}to{opacity:calc(var(--feaas-loader-opacity,1)*.09)}}`;

/** Lays the loading overlay over an element, or takes it away. */
export function showLoadingOverlay(host: Element, isLoading: boolean): void {
  const overlay =
    host.shadowRoot!.querySelector('[part=loader]') ??
    (isLoading && attachShadowContent(host, OVERLAY, 'div loader')[0]);
  if (overlay) overlay.className = isLoading ? 'busy' : '';
}
