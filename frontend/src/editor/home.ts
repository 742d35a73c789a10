/** Where the chrome stands: in the editor's own shadow root, or beside what is edited in a modal dialog. */

export interface Home {
  /** Empty, in a shadow root: neither the page's CSS nor its z-index reaches it. */
  readonly place: HTMLElement;
  remove(): void;
}

/** Everything outside of a modal dialog is inert, the browser's top layer too. */
function modalAround(element: Element): Element | undefined {
  for (let at: Node | null = element; at; at = at.parentNode ?? (at instanceof ShadowRoot ? at.host : null))
    if (at instanceof Element && at.matches('dialog:modal')) return at;
  return undefined;
}

/** @param own the editor's own place */
export function homeFor(content: Element, own: HTMLElement): Home {
  const modal = modalAround(content);
  if (!modal || modal.contains((own.getRootNode() as ShadowRoot).host)) return { place: own, remove() {} };
  const host = document.createElement('div');
  host.dataset['feaasChrome'] = '';
  // Out of the dialog's flow, whatever its layout is.
  host.style.setProperty('position', 'fixed', 'important');
  const root = host.attachShadow({ mode: 'open' });
  const place = document.createElement('div');
  root.append(place);
  modal.append(host);
  return { place, remove: () => host.remove() };
}
