/** React sites that a server renders and a page hydrates, by name. */
import {
  FeaasComponent,
  FeaasContext,
  FeaasEditor,
  FeaasExternal,
  registerReactComponent,
  type FeaasComponentProps,
} from 'feaas-kit-react';
import { Fragment, StrictMode, createElement as h, useState, type ReactElement, type ReactNode } from 'react';

/** Set by the page: changes the state of the site. */
export const controls: { set?: (value: unknown) => void } = {};

const Greeting = ({ firstName = 'nobody', list = [] }: { firstName?: string; list?: unknown[] }): ReactElement =>
  h('b', { className: 'greeting' }, `Hello ${firstName} ${JSON.stringify(list)}`);

/** A module that the page and the server load. */
export const register = (): void =>
  void registerReactComponent(Greeting, { name: 'greeting', properties: { firstName: { type: 'string' } } });

function Counter(): ReactElement {
  const [count, setCount] = useState(0);
  return h('button', { id: 'counter', onClick: () => setCount(count + 1) }, `Clicked ${count}`);
}

function Stateful({ show }: { show: (value: any) => ReactNode }): ReactNode {
  const [value, setValue] = useState<unknown>(undefined);
  controls.set = setValue;
  return show(value);
}

const card: FeaasComponentProps = { src: '/cdn/components/lib/card' };

const SITES: Readonly<Record<string, () => ReactNode>> = {
  /** All properties are attributes. */
  plain: () => h(FeaasComponent, card),
  /** Data is an object, which HTML attributes can not contain. */
  data: () => h(FeaasComponent, { ...card, data: { s: { t: 'Bound' } } }),
  /** Children as placeholder until it has loaded. */
  children: () => h(FeaasComponent, card, h('p', null, 'Loading ', 'now'), h(Counter)),
  /** Children that change, some of them with their own state. */
  changing: () =>
    h(Stateful, {
      show: (value) =>
        h(
          FeaasComponent,
          card,
          value === undefined ? h('p', null, 'Loading') : h('i', null, 'one'),
          value ? h('u', null, 'more') : null,
        ),
    }),
  /** Children are the template, and nothing is fetched. */
  template: () =>
    h(Stateful, {
      show: (value) =>
        h(
          FeaasComponent,
          { fetch: false, data: { s: { t: 'Bound' } } },
          h('p', { 'data-path': 's.t' }, 'text'),
          value ? h('i', null, String(value)) : null,
        ),
    }),
  /** A template in addition to a library. */
  own: () =>
    h(FeaasComponent, {
      cdn: '/cdn',
      library: 'lib',
      component: 'card',
      fetch: [],
      template: '<p data-path="s.t">-</p>',
      data: { s: { t: 'Own' } },
    }),
  external: () => h(FeaasExternal, { 'data-external-id': 'greeting', firstName: 'Ada' }, h('i', null, 'Fallback')),
  values: () => h(FeaasExternal, { dataExternalId: 'greeting', firstName: 'Ada', list: [1, { a: 1 }] }),
  inTemplate: () =>
    h(FeaasComponent, {
      template:
        '<section class="wide" style="color: red"><p>Before</p><feaas-external data-external-id="greeting" data-path-first-name="s.t"><i>Fallback</i></feaas-external> after</section>',
      data: { s: { t: 'Bob' } },
    }),
  editable: () =>
    h(
      FeaasContext,
      { cdn: '/cdn', library: 'lib', isolate: false, onFeaasAuth: ({ detail }) => detail.respondWith('token') },
      h(FeaasComponent, { component: 'card', editable: true }),
      h(FeaasEditor),
    ),
};

/** Returns a site by its name, followed by a React component that hydrates as well. */
export const Site = ({ name }: { name: string }): ReactElement =>
  h(StrictMode, null, h('main', null, h(Fragment, null, SITES[name]!()), h('footer', null, h(Counter))));
