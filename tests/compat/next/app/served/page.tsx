import * as FEAAS from '@sitecore-feaas/clientside/react';

export const dynamic = 'force-dynamic';

/** Content and data that the server fetches. */
const Page = () => (
  <main>
    <section id="served">
      <FEAAS.ServerComponent
        cdn={process.env.CONTENT_ORIGIN!}
        library="lib"
        component="card"
        data={{ url: `${process.env.CONTENT_ORIGIN!}/data.json` }}
      />
    </section>
    <section id="plain">
      <FEAAS.Component template={'<p data-path="a">-</p>'} data={{ a: 'Plain' }} fetch={[]} />
    </section>
    <FEAAS.Stylesheet cdn={process.env.CONTENT_ORIGIN!} library="lib" />
  </main>
);
export default Page;
