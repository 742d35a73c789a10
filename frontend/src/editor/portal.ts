/** Where the editor's interface stands: in the editor's own shadow root, or beside what is edited in a modal dialog. */

export interface Portal {
  /** Empty, in a shadow root: neither the page's CSS nor its z-index reaches it. */
  readonly container: HTMLElement;
  remove(): void;
}

/** Everything outside of a modal dialog is inert, the browser's top layer too. */
function modalAround(element: Element): Element | undefined {
  for (let at: Node | null = element; at; at = at.parentNode ?? (at instanceof ShadowRoot ? at.host : null))
    if (at instanceof Element && at.matches('dialog:modal')) return at;
  return undefined;
}

/**
 * Loads what puts the interface where it can be used. Nothing changes until the result is called.
 * @param own the editor's own container
 */
export async function preparePortal(content: Element, own: HTMLElement): Promise<() => Portal> {
  const modal = modalAround(content);
  if (!modal || modal.contains((own.getRootNode() as ShadowRoot).host)) return () => ({ container: own, remove() {} });
  const { portalInDialog } = await import('./dialog-portal');
  return () => portalInDialog(modal, content);
}
