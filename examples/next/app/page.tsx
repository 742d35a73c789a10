import { ServerComponent } from 'feaas-kit-react';
import { draftMode } from 'next/headers';
import { Suspense } from 'react';
import { HOST, content } from '../lib/content';

/** A template of the site's own, with one of its components in it, and what shows until that is there, as large as it. */
const OFFER = `<section class="au-card"><h2 data-path="offer.title">Offer</h2>
<feaas-external data-external-id="book-button" data-path-label="offer.label"><a class="au-button" href="tel:+4777000000">Book by phone</a></feaas-external></section>`;

export default async function Page() {
  const { isEnabled } = await draftMode();
  const { source, options } = await content();
  return (
    <>
      {isEnabled && (
        <p>
          You see drafts. <a href="/api/draft?end">See what is published</a>
        </p>
      )}
      <ServerComponent
        {...source}
        component="header"
        data={{ site: { url: `${HOST}/api/site.json` } }}
        options={options}
      />
      <main>
        <ServerComponent
          {...source}
          component="hero"
          data={{ site: { url: `${HOST}/api/site.json` } }}
          options={options}
        />
        <ServerComponent
          {...source}
          template={OFFER}
          data={{ offer: { title: 'Tonight only', label: 'Book now' } }}
          options={options}
        />
        {/* What takes longer comes behind, in the same answer. */}
        <Suspense fallback={<p>The trips are on their way …</p>}>
          <ServerComponent
            {...source}
            component="product-cards"
            data={{ products: { url: `${HOST}/api/products.json` } }}
            options={options}
          />
        </Suspense>
      </main>
    </>
  );
}
