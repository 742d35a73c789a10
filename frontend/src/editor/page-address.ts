/**
 * The address of the page that shows a component, without query and fragment, which may be private. Undefined if it is
 * not an HTTP page, or if the component covers a frame of another origin.
 */
export function pageOf(element: HTMLElement): string | undefined {
  const frame = element.style.position === 'fixed' ? element.previousElementSibling : null;
  const page = frame instanceof HTMLIFrameElement ? frame.contentDocument?.location : location;
  return page && /^https?:$/.test(page.protocol) ? `${page.origin}${page.pathname}` : undefined;
}
