/** Puts the editor's interface into the modal dialog or popover that contains the edited component. */

/** The place of the interface. */
export interface Portal {
  /** An empty element in a shadow root, which the page's CSS does not affect. */
  readonly container: HTMLElement;
  /** The dialog or popover around it; undefined for the editor's own shadow root. */
  readonly modal: Element | undefined;
  remove(): void;
}

/**
 * Inserts an element into a modal dialog or popover without a change for `:first-child`, `:last-child` and
 * `:only-child`. It goes before a last child, as deep as there are several children.
 */
function insertHost(host: Element, modal: Element, content: Element): void {
  let parent = modal;
  for (
    let child = parent.firstElementChild;
    parent.childElementCount === 1 && child !== content && child?.contains(content);
  ) {
    parent = child;
    child = parent.firstElementChild;
  }
  parent.insertBefore(host, parent.childElementCount > 1 ? parent.lastElementChild : null);
}

export function portalInDialog(modal: Element, content: Element): Portal {
  const host = document.createElement('div');
  host.dataset['feaasEditorUi'] = '';
  // Takes no part in the dialog's layout.
  host.style.setProperty('position', 'fixed', 'important');
  const root = host.attachShadow({ mode: 'open' });
  const container = document.createElement('div');
  root.append(container);
  insertHost(host, modal, content);
  return { container, modal, remove: () => host.remove() };
}
