/**
 * The element of the published peer. `fetch=""` prevents requests, and the attribute provides the template. It does not
 * start without a library and a component. `setData` is its only way to receive an object.
 */
import '@sitecore-feaas/clientside';
import { serve, shape } from './harness';

type PeerElement = HTMLElement & { setData(data: unknown): void };

serve({
  mount(host, { data }) {
    const element = document.createElement('feaas-component') as unknown as PeerElement;
    // The data comes last: the peer reads all attributes again at each attribute change.
    element.setAttribute('fetch', '');
    element.setAttribute('library', 'shop');
    element.setAttribute('component', 'list');
    element.setAttribute('template', shape.template);
    element.setData(data);
    host.append(element);
  },
  update: (host, { data }) => (host.firstElementChild as PeerElement).setData(data),
});
