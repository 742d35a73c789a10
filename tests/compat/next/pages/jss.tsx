import * as FEAAS from '@sitecore-feaas/clientside/react';
import {
  BYOCWrapper,
  FEaaSWrapper,
  fetchFEaaSComponentServerProps,
  type ByocComponentProps,
  type FEaaSComponentProps,
} from '@sitecore-jss/sitecore-jss-react';
import dynamic from 'next/dynamic';
import '../byoc/hybrid';

const ClientBundle = dynamic(() => import('../byoc/bundle.pages'), { ssr: false });
FEAAS.enableNextClientsideComponents(dynamic, ClientBundle);
FEAAS.setContextProperties({ pageState: 'normal' });

const own = (ComponentName: string) =>
  ({
    params: { ComponentName, ComponentProps: '{"name": "Flo", "seats": "4"}', styles: 'narrow' },
  }) as never as ByocComponentProps;

/** A page of JSS: the pages router, components of both kinds. */
const Page = ({ content }: { content: FEaaSComponentProps }) => (
  <main>
    <FEAAS.ExternalComponentBundle />
    <section id="content">
      <FEaaSWrapper {...content} />
    </section>
    <section id="hybrid">
      <BYOCWrapper {...own('hybrid')} />
    </section>
    <section id="client">
      <BYOCWrapper {...own('client')} />
    </section>
    <section id="missing">
      <BYOCWrapper {...own('nobody')} />
    </section>
  </main>
);
export default Page;

export async function getServerSideProps() {
  const params = {
    LibraryId: 'lib',
    ComponentId: 'card',
    ComponentVersion: 'responsive',
    ComponentRevision: 'published',
    ComponentHostName: process.env.CONTENT_ORIGIN!,
    ComponentDataOverride: '{"user": {"name": "Gus"}}',
    styles: 'wide',
  } as never as FEaaSComponentProps['params'];
  const fetched = await fetchFEaaSComponentServerProps(
    params as never,
    undefined,
    `${process.env.CONTENT_ORIGIN}/components/lib/card/responsive/published`,
  );
  return { props: { content: { params, ...fetched } } };
}
