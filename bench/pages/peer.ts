/**
 * The published peer's element. Its `fetch=""` keeps it off the network; it takes its template from the attribute; it
 * does not start before it has a library and a component. An object is handed over by its `setData`, the one way that
 * the element has.
 */
import '@sitecore-feaas/clientside';
import { serve, shape } from './harness';

type PeerElement = HTMLElement & { setData(data: unknown): void };

serve({
  mount(host, { data }) {
    const element = document.createElement('feaas-component') as unknown as PeerElement;
    // The data last: the peer reads all attributes again at every change of one.
    element.setAttribute('fetch', '');
    element.setAttribute('library', 'shop');
    element.setAttribute('component', 'list');
    element.setAttribute('template', shape.template);
    element.setData(data);
    host.append(element);
  },
  update: (host, { data }) => (host.firstElementChild as PeerElement).setData(data),
});
