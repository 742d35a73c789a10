/** The kit's element, of its public custom-elements build. */
import { defineCustomElement } from 'feaas-kit/components/feaas-component';
import { TEMPLATE } from '../workload';
import { serve, type Input } from './harness';

defineCustomElement();

type KitElement = HTMLElement & { fetch: string; template: string; data: unknown };

function give(element: KitElement, input: Input): void {
  if (typeof input === 'string') element.setAttribute('data', input);
  else element.data = input;
}

serve({
  mount(host, input) {
    const element = document.createElement('feaas-component') as KitElement;
    if (typeof input === 'string') {
      element.setAttribute('fetch', '');
      element.setAttribute('template', TEMPLATE);
    } else {
      element.fetch = '';
      element.template = TEMPLATE;
    }
    give(element, input);
    host.append(element);
  },
  update: (host, input) => give(host.firstElementChild as KitElement, input),
});
