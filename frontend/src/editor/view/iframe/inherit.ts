/** Copies to an element of a frame what it would inherit in the page: computed styles and custom properties. */

/** Properties that depend on the position, or that the editor sets itself. `line-height` and `color-scheme` are handled separately. */
const EXCLUDED =
  /^(?:(?:min-|max-)?(?:width|height|inline-size|block-size)|margin|inset|top$|right$|bottom$|left$|clip-path|(?:-webkit-)?(?:transform|perspective)-origin|visibility|pointer-events|(?:-webkit-)?user-|interactivity|line-height|color-scheme|transition|animation|zoom)/;

/** The custom properties that a CSS text uses. */
export const customProperties = (css: string): Set<string> => new Set(css.match(/--[^\s:;,(){}[\]<>'"!/\\]+/g));

/** The specified line height. A unitless one applies to each descendant's font size, but its computed style is in pixels. */
function lineHeight(element: HTMLElement): string {
  const specified = element.computedStyleMap?.().get('line-height');
  if (specified) return specified.toString();
  const probe = element.cloneNode() as HTMLElement;
  probe.style.cssText = 'position: absolute !important; font-size: 1000px !important';
  element.after(probe);
  const [ownHeight, probeHeight] = [element, probe].map((each) => getComputedStyle(each).lineHeight) as [
    string,
    string,
  ];
  probe.remove();
  return ownHeight === probeHeight ? ownHeight : String(parseFloat(probeHeight) / 1000);
}

/** The color schemes of the page's `meta` element, for pages whose styles set none. */
const pageSchemes = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name=color-scheme]')?.content.trim() || 'normal';

/**
 * Copies the computed styles of an element of the page to one of a frame.
 * @param names custom properties that the styles use
 */
export function inherit(from: HTMLElement, to: HTMLElement, names: Iterable<string>): void {
  const frameStyles = ['width', 'margin-top', 'margin-left'].map(
    (name) => [name, to.style.getPropertyValue(name)] as const,
  );
  to.style.cssText = '';
  for (const [name, value] of frameStyles) if (value) to.style.setProperty(name, value, 'important');
  const sourceStyle = getComputedStyle(from);
  const targetStyle = to.ownerDocument.defaultView!.getComputedStyle(to);
  const scheme = sourceStyle.colorScheme === 'normal' ? pageSchemes() : sourceStyle.colorScheme;
  to.style.setProperty('color-scheme', scheme);
  to.style.setProperty('line-height', lineHeight(from));
  // Properties that others depend on come first. An explicit value that depends on the color would not follow a
  // descendant's color.
  for (const group of [[...names], ['color', 'font-size'], [...sourceStyle].filter((name) => !EXCLUDED.test(name))]) {
    const differing = group
      .map((name) => [name, sourceStyle.getPropertyValue(name)] as const)
      .filter(([name, value]) => value !== targetStyle.getPropertyValue(name));
    for (const [name, value] of differing) to.style.setProperty(name, value);
  }
}
