/**
 * Elements that a server rendered keep displaying their content while their code loads (E1, E14). Stencil attaches the shadow root of an
 * element when it defines it, and renders into it only once the element's entry chunk is loaded. In between, the shadow root would have no
 * slot, and the content would not be displayed. A shadow root that is there already is used, as with declarative shadow DOM.
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

/** To be called before the elements are defined. */
export function displayServerContent(): void {
  for (const element of document.querySelectorAll(TAGS.join()))
    if (element.firstChild && !element.shadowRoot && !customElements.get(element.localName)) attachShadowRoot(element);
}
