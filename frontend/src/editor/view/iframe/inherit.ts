/** What an element of a frame would have from the page around it, if it stood there: computed styles and custom properties. */

/** What its place decides, or what an editor does to what it stands for; line height and schemes are seen to apart. */
const APART =
  /^(?:(?:min-|max-)?(?:width|height|inline-size|block-size)|margin|inset|top$|right$|bottom$|left$|clip-path|(?:-webkit-)?(?:transform|perspective)-origin|visibility|pointer-events|(?:-webkit-)?user-|interactivity|line-height|color-scheme|transition|animation|zoom)/;

/** The custom properties that a text of styles has to do with. */
export const customProperties = (css: string): Set<string> => new Set(css.match(/--[^\s:;,(){}[\]<>'"!/\\]+/g));

/** A line height that is a factor is one for each descendant by itself; computed styles tell only what came of it. */
function lineHeight(element: HTMLElement): string {
  const typed = element.computedStyleMap?.().get('line-height');
  if (typed) return typed.toString();
  const probe = element.cloneNode() as HTMLElement;
  probe.style.cssText = 'position: absolute !important; font-size: 1000px !important';
  element.after(probe);
  const [own, tried] = [element, probe].map((each) => getComputedStyle(each).lineHeight) as [string, string];
  probe.remove();
  return own === tried ? own : String(parseFloat(tried) / 1000);
}

/** What the page says about color schemes where no style does. */
const pageSchemes = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name=color-scheme]')?.content.trim() || 'normal';

/**
 * Gives an element in a frame what another one of the page has.
 * @param names custom properties that matter there
 */
export function inherit(from: HTMLElement, to: HTMLElement, names: Iterable<string>): void {
  const kept = ['width', 'margin-top', 'margin-left'].map((name) => [name, to.style.getPropertyValue(name)] as const);
  to.style.cssText = '';
  for (const [name, value] of kept) if (value) to.style.setProperty(name, value, 'important');
  const wanted = getComputedStyle(from);
  const now = to.ownerDocument.defaultView!.getComputedStyle(to);
  const scheme = wanted.colorScheme === 'normal' ? pageSchemes() : wanted.colorScheme;
  to.style.setProperty('color-scheme', scheme);
  to.style.setProperty('line-height', lineHeight(from));
  // What others are made of comes first: written for itself, what follows a color would not follow that of a descendant.
  for (const group of [[...names], ['color', 'font-size'], [...wanted].filter((name) => !APART.test(name))]) {
    const differ = group
      .map((name) => [name, wanted.getPropertyValue(name)] as const)
      .filter(([name, value]) => value !== now.getPropertyValue(name));
    for (const [name, value] of differ) to.style.setProperty(name, value);
  }
}
