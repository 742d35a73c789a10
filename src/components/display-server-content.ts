/**
 * Keeps content of server-rendered elements visible while their code loads (E1, E14). Stencil attaches an element's
 * shadow root when it defines the element, but renders into it only after loading the entry chunk. Until then, the
 * shadow root would have no slot and hide the content. Stencil uses an existing shadow root, as with declarative shadow
 * DOM.
 */

/** Elements with a shadow root that display children. */
const TAGS = ['feaas-component', 'feaas-external'];

/** Attaches a shadow root whose slot displays the children until Stencil renders another one. */
function attachShadowRoot(element: Element): void {
  const root = element.attachShadow({ mode: 'open' });
  const slot = root.appendChild(document.createElement('slot'));
  new MutationObserver((_records, observer) => {
    observer.disconnect();
    slot.remove();
  }).observe(root, { childList: true });
}

/** Must be called before the elements are defined. */
export function displayServerContent(): void {
  for (const element of document.querySelectorAll(TAGS.join()))
    if (element.firstChild && !element.shadowRoot && !customElements.get(element.localName)) attachShadowRoot(element);
}
