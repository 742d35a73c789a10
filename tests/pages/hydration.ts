/** Sites in React that a server prints and a page hydrates, by the name of what they show. */
import {
  FeaasComponent,
  FeaasContext,
  FeaasEditor,
  FeaasExternal,
  registerReactComponent,
  type FeaasComponentProps,
} from 'feaas-kit-react';
import { Fragment, StrictMode, createElement as h, useState, type ReactElement, type ReactNode } from 'react';

/** Set by the page: state of the site that a test changes. */
export const controls: { set?: (value: unknown) => void } = {};

const Greeting = ({ firstName = 'nobody', list = [] }: { firstName?: string; list?: unknown[] }): ReactElement =>
  h('b', { className: 'greeting' }, `Hello ${firstName} ${JSON.stringify(list)}`);

/** In a page as in a server: a module that both load. */
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
  /** Everything is in its attributes. */
  plain: () => h(FeaasComponent, card),
  /** Data is an object, which HTML does not carry. */
  data: () => h(FeaasComponent, { ...card, data: { s: { t: 'Bound' } } }),
  /** Its own content until it has loaded. */
  children: () => h(FeaasComponent, card, h('p', null, 'Loading ', 'now'), h(Counter)),
  /** Children that change, some of them by themselves. */
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
  /** Children are the template: nothing is fetched. */
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
  /** A template beside a library. */
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

/** A site by its name, with something of React's own behind it that hydrates as well. */
export const Site = ({ name }: { name: string }): ReactElement =>
  h(StrictMode, null, h('main', null, h(Fragment, null, SITES[name]!()), h('footer', null, h(Counter))));
