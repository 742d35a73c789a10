'use client';
import * as FEAAS from '@sitecore-feaas/clientside/react';
import { Component, createContext, useContext, useState, type ReactNode } from 'react';
import '../../byoc/hybrid';
import '../../byoc/failing';

const Name = createContext('nobody');

FEAAS.registerComponent(() => <em className="in-context">{useContext(Name)}</em>, { name: 'in-context' });
FEAAS.setContextProperties({ site: 'Aurora' });
FEAAS.registerComponent(({ site }: { site?: string }) => <u>{site}</u>, { name: 'of-site' });

class Boundary extends Component<{ children: ReactNode }> {
  static getDerivedStateFromError = (error: Error) => ({ error });
  override state: { error?: Error } = {};
  override render() {
    return this.state.error ? <p className="caught">{this.state.error.message}</p> : this.props.children;
  }
}

/** Content in a client component: data that changes, context, errors, nodes that are replaced. */
export const Content = ({ cdn }: { cdn: string }) => {
  const [count, setCount] = useState(0);
  return (
    <Name.Provider value={`Ada ${count}`}>
      <button id="more" type="button" onClick={() => setCount(count + 1)}>
        More
      </button>
      <section id="data">
        <FEAAS.Component
          template={
            '<h2 class="t" data-path="title">-</h2><feaas-external data-external-id="in-context"></feaas-external>' +
            '<feaas-external data-external-id="hybrid" name="Bob" seats="3"></feaas-external>' +
            '<feaas-external data-external-id="of-site"></feaas-external>'
          }
          data={{ title: `Count ${count}` }}
          fetch={[]}
        />
      </section>
      <section id="external">
        <FEAAS.ExternalComponent componentName="hybrid" name={`Cy ${count}`} seats={count} />
      </section>
      <section id="fallback">
        <FEAAS.ExternalComponent componentName="nobody" clientFallback={<i>Nobody in the page</i>} />
      </section>
      <section id="error">
        <Boundary>
          <FEAAS.ExternalComponent componentName="failing" fails={true} />
        </Boundary>
      </section>
      <section id="nodes">
        <FEAAS.Component
          template={'<p>See <a href="/there" class="k">there</a>, <b>now</b></p>'}
          fetch={[]}
          renderNode={(node, attributes) =>
            node.nodeName === 'a' ? (
              <a {...attributes} data-link={String(attributes['href'])}>
                replaced
              </a>
            ) : null
          }
        />
      </section>
      <section id="source">
        <FEAAS.Component cdn={cdn} library="lib" component="card" data={{ user: { name: 'Dee' } }} />
      </section>
    </Name.Provider>
  );
};
