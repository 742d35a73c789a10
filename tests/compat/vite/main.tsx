import * as FEAAS from '@sitecore-feaas/clientside/react';
import { registerComponent } from '@sitecore/byoc';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';

/** A page of React alone: no server prints it. */
const Stars = ({ stars = 0, label }: { stars?: number; label?: string }) => {
  const [more, setMore] = useState(0);
  return (
    <button type="button" className="stars" onClick={() => setMore(more + 1)}>
      {label} {typeof stars} {stars + more}
    </button>
  );
};
registerComponent(Stars, {
  name: 'stars',
  properties: { stars: { type: 'number', default: 2 }, label: { type: 'string' } },
});

const template =
  '<h2 data-path="title">-</h2><a data-path-href="url" href="#">More</a>' +
  '<feaas-external data-external-id="stars" label="In content" stars="3"></feaas-external>';

const App = () => {
  const [count, setCount] = useState(0);
  return (
    <main>
      <button id="count" type="button" onClick={() => setCount(count + 1)}>
        {count}
      </button>
      <section id="content">
        <FEAAS.Component template={template} data={{ title: `Title ${count}`, url: '/more' }} fetch={[]} />
      </section>
      <section id="own">
        <FEAAS.ExternalComponent componentName="stars" label={`Own ${count}`} />
      </section>
      <section id="source">
        <FEAAS.Component
          cdn={location.origin}
          library="lib"
          component="card"
          data={{ user: { url: `${location.origin}/data.json` } }}
        />
      </section>
    </main>
  );
};

createRoot(document.querySelector('#root')!).render(<App />);
