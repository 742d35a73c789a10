/** Where the editor's interface stands when what is edited is in a modal dialog or in a popover: in there. */

/** Where the interface stands. */
export interface Portal {
  /** Empty, in a shadow root: neither the page's CSS nor its z-index reaches it. */
  readonly container: HTMLElement;
  /** What it stands in beside what is edited; undefined in the editor's own shadow root. */
  readonly modal: Element | undefined;
  remove(): void;
}

/**
 * Puts an element into a modal dialog or popover where rules about who is first, last or alone go on as before: before the last one, as far
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

export function portalInDialog(modal: Element, content: Element): Portal {
  const host = document.createElement('div');
  host.dataset['feaasEditorUi'] = '';
  // Out of the dialog's flow, whatever its layout is.
  host.style.setProperty('position', 'fixed', 'important');
  const root = host.attachShadow({ mode: 'open' });
  const container = document.createElement('div');
  root.append(container);
  seat(host, modal, content);
  return { container, modal, remove: () => host.remove() };
}
