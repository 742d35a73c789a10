import * as FEAAS from '@sitecore-feaas/clientside/react';

const KINDS = ['client', 'server', 'hybrid', 'swapped', 'wrapper', 'augmented'];

/** Each kind of component, in content. */
const Page = () => (
  <main>
    {KINDS.map((kind) => (
      <section key={kind} id={kind}>
        <FEAAS.ServerComponent
          template={`<h2 data-path="title">-</h2><feaas-external data-external-id="${kind}" name="Ada" seats="5"></feaas-external>`}
          data={{ title: 'In content' }}
        />
      </section>
    ))}
  </main>
);
export default Page;
