/** The kit's element from its public custom-elements build. */
import { defineCustomElement } from 'feaas-kit/components/feaas-component';
import { serve, shape } from './harness';

defineCustomElement();

type KitElement = HTMLElement & { fetch: string; template: string; data: unknown };

serve({
  mount(host, { data }) {
    const element = document.createElement('feaas-component') as KitElement;
    Object.assign(element, { fetch: '', template: shape.template, data });
    host.append(element);
  },
  update(host, { data }) {
    (host.firstElementChild as KitElement).data = data;
  },
});
