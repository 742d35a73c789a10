/**
 * The published peer's element. Its `fetch=""` keeps it off the network; it takes its template from the attribute; it
 * does not start before it is told a library and a component. An object is handed over by its `setData`, the one way
 * the element has.
 */
import '@sitecore-feaas/clientside';
import { TEMPLATE } from '../workload';
import { serve, type Input } from './harness';

type PeerElement = HTMLElement & { setData(data: unknown): void };

function give(element: PeerElement, input: Input): void {
  if (typeof input === 'string') element.setAttribute('data', input);
  else element.setData(input);
}

serve({
  mount(host, input) {
    const element = document.createElement('feaas-component') as unknown as PeerElement;
    // The data last: the peer reads all attributes again at every change of one.
    element.setAttribute('fetch', '');
    element.setAttribute('library', 'shop');
    element.setAttribute('component', 'cards');
    element.setAttribute('template', TEMPLATE);
    give(element, input);
    host.append(element);
  },
  update: (host, input) => give(host.firstElementChild as PeerElement, input),
});
