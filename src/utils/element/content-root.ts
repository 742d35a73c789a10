/** Where a component shows its content: in itself, or in a container in its shadow root when it is isolated (E2). */
import { CONTENT_CLASS } from './content-class';

function addPart(root: ShadowRoot, tag: string): HTMLElement {
  const part = document.createElement(tag);
  root.prepend(part);
  return part;
}

/** The container of an isolated component, else the component itself, whose shadow root then has a slot; both are made when needed. */
export function contentRootOf(host: HTMLElement, isIsolated: boolean): HTMLElement {
  const root = host.shadowRoot!;
  if (!isIsolated) {
    if (!root.querySelector('slot')) addPart(root, 'slot');
    return host;
  }
  let container = root.querySelector<HTMLElement>('[part=content]');
  if (!container) {
    container = addPart(root, 'div');
    container.setAttribute('part', 'content');
    container.className = CONTENT_CLASS;
  }
  return container;
}
