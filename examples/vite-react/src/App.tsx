import { FeaasComponent, FeaasContext, FeaasEditor, Stylesheet } from 'feaas-kit-react';
import { useMemo, useState } from 'react';
import { Basket } from './basket';
import { HOST, token } from './settings';

/** Data that the host serves; any JSON will do. */
const SITE = { site: { url: `${HOST}/api/site.json` } };
const PRODUCTS = { products: { url: `${HOST}/api/products.json` } };

/** A template of the site's own, with one of its components in it, and what shows until that is there, as large as it. */
const OFFER = `<section class="au-card"><h2 data-path="offer.title">Offer</h2>
<feaas-external data-external-id="book-button" data-path-label="offer.label"><a class="au-button" href="tel:+4777000000">Book by phone</a></feaas-external></section>`;

export function App() {
  const [count, setCount] = useState(0);
  const [title, setTitle] = useState('Tonight only');
  const basket = useMemo(() => ({ count, add: () => setCount((now) => now + 1) }), [count]);
  return (
    <Basket.Provider value={basket}>
      <FeaasContext
        library="aurora"
        cdn={`${HOST}/cdn`}
        frontend={HOST}
        onFeaasAuth={({ detail }) => detail.respondWith(token())}
      >
        <Stylesheet library="aurora" cdn={`${HOST}/cdn`} />
        <main>
          {/* An editor's click opens it; what is changed is kept for this place, under the name of its instance. */}
          <FeaasComponent component="hero" instance="home" editable data={SITE} />
          <label>
            Title of the offer <input value={title} onChange={({ target }) => setTitle(target.value)} />
          </label>
          <FeaasComponent template={OFFER} data={{ offer: { title, label: 'Book now' } }} />
          <p>
            In the basket: <output>{count}</output>
          </p>
          <FeaasComponent component="product-cards" data={PRODUCTS} />
        </main>
        <FeaasEditor />
      </FeaasContext>
    </Basket.Provider>
  );
}
