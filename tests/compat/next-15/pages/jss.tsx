import * as FEAAS from '@sitecore-feaas/clientside/react';
import {
  BYOCWrapper,
  ComponentPropsContext,
  ComponentPropsService,
  FEaaSWrapper,
  Placeholder,
  SitecoreContext,
  type ComponentPropsCollection,
  type LayoutServiceData,
} from '@sitecore-jss/sitecore-jss-nextjs';
import type { GetServerSidePropsContext } from 'next';
import dynamic from 'next/dynamic';
import type { ComponentType } from 'react';
import '../byoc/hybrid';
import '../lib/content';

const ClientBundle = dynamic(() => import('../byoc/bundle.pages'), { ssr: false });
FEAAS.enableNextClientsideComponents(dynamic, ClientBundle);
FEAAS.setContextProperties({ pageState: 'normal' });

/** What JSS generates for a site. */
const modules = new Map<string, object>([
  ['FEaaSWrapper', FEaaSWrapper],
  ['BYOCWrapper', BYOCWrapper],
]);
const componentFactory = (name: string): ComponentType | null =>
  (modules.get(name) as { default: ComponentType } | undefined)?.default ?? null;

/** A layout of Sitecore: content, and components of both kinds. */
function layoutOf(host: string): LayoutServiceData {
  const own = (uid: string, ComponentName: string): object => ({
    uid,
    componentName: 'BYOCWrapper',
    params: { ComponentName, ComponentProps: '{"name": "Flo", "seats": "4"}', styles: 'narrow' },
  });
  const content = {
    uid: 'content',
    componentName: 'FEaaSWrapper',
    params: {
      LibraryId: 'lib',
      ComponentId: 'card',
      ComponentVersion: 'responsive',
      ComponentRevision: 'published',
      ComponentHostName: host,
      ComponentDataOverride: '{"user": {"name": "Gus"}}',
      styles: 'wide',
    },
  };
  const placeholders = {
    content: [content],
    hybrid: [own('hybrid', 'hybrid')],
    client: [own('client', 'client')],
    missing: [own('missing', 'nobody')],
  };
  return {
    sitecore: { context: { pageState: 'normal' }, route: { name: 'home', placeholders } },
  } as unknown as LayoutServiceData;
}

interface PageProps {
  readonly layout: LayoutServiceData;
  readonly componentProps: ComponentPropsCollection;
}

/** A page of JSS: the pages router. */
const Page = ({ layout, componentProps }: PageProps) => {
  const route = layout.sitecore.route!;
  return (
    <ComponentPropsContext value={componentProps}>
      <SitecoreContext componentFactory={componentFactory} layoutData={layout}>
        <main>
          <FEAAS.ExternalComponentBundle />
          {Object.keys(route.placeholders).map((name) => (
            <section key={name} id={name}>
              <Placeholder name={name} rendering={route} />
            </section>
          ))}
        </main>
      </SitecoreContext>
    </ComponentPropsContext>
  );
};
export default Page;

export async function getServerSideProps(context: GetServerSidePropsContext): Promise<{ props: PageProps }> {
  const layout = layoutOf('https://content.test');
  const componentProps = await new ComponentPropsService().fetchServerSideComponentProps({
    layoutData: layout,
    context,
    moduleFactory: (name) => (modules.get(name) ?? null) as never,
  });
  return { props: { layout, componentProps } };
}
