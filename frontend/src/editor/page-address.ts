/**
 * Address of the page that shows a component, without what stands behind `?` and `#`: that may be a visitor's own, or secret.
 * Undefined where it is no page of the web, and where the component covers one of a frame that this window may not look into.
 */
export function pageOf(element: HTMLElement): string | undefined {
  const frame = element.style.position === 'fixed' ? element.previousElementSibling : null;
  const page = frame instanceof HTMLIFrameElement ? frame.contentDocument?.location : location;
  return page && /^https?:$/.test(page.protocol) ? `${page.origin}${page.pathname}` : undefined;
}
