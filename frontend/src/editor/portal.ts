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
 * Puts an element into a modal dialog where rules about who is first, last or alone go on as before: before the last one, as far
 * inside as there are others.
 */
function seat(host: Element, modal: Element, content: Element): void {
  let at = modal;
  for (let only = at.firstElementChild; at.childElementCount === 1 && only !== content && only?.contains(content);) {
    at = only;
    only = at.firstElementChild;
  }
  at.insertBefore(host, at.childElementCount > 1 ? at.lastElementChild : null);
}

/** @param own the editor's own container */
export function portalFor(content: Element, own: HTMLElement): Portal {
  const modal = modalAround(content);
  if (!modal || modal.contains((own.getRootNode() as ShadowRoot).host)) return { container: own, remove() {} };
  const host = document.createElement('div');
  host.dataset['feaasEditorUi'] = '';
  // Out of the dialog's flow, whatever its layout is.
  host.style.setProperty('position', 'fixed', 'important');
  const root = host.attachShadow({ mode: 'open' });
  const container = document.createElement('div');
  root.append(container);
  seat(host, modal, content);
  return { container, remove: () => host.remove() };
}
