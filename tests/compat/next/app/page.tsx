import * as FEAAS from '@sitecore-feaas/clientside/react';

const KINDS = ['client', 'server', 'hybrid', 'swapped', 'wrapper', 'augmented'];

/** Each kind of component, in the tree. */
const Page = () => (
  <main>
    {KINDS.map((kind) => (
      <section key={kind} id={kind}>
        <FEAAS.ExternalComponent componentName={kind} name="Ada" seats={5} />
      </section>
    ))}
    <section id="nobody">
      <FEAAS.ExternalComponent componentName="nobody" name="Ada" fallback={<i>Nobody is here</i>} />
    </section>
  </main>
);
export default Page;
