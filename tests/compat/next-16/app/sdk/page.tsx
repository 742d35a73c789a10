import {
  AppPlaceholder,
  BYOCServerWrapper,
  FEaaSServerWrapper,
  type ComponentMap,
  type Page as SitecorePage,
} from '@sitecore-content-sdk/nextjs';
import '../../lib/content';
import { Registered } from './registered';

export const dynamic = 'force-dynamic';

/** What the Content SDK generates for a site. */
const componentMap = new Map([
  ['FEaaSWrapper', FEaaSServerWrapper],
  ['BYOCWrapper', BYOCServerWrapper],
]) as unknown as ComponentMap;

const page = { mode: { isNormal: true, isEditing: false } } as unknown as SitecorePage;

const own = (uid: string, params: object): object => ({ uid, componentName: 'BYOCWrapper', params });
/** A layout of Sitecore. */
const route = {
  name: 'home',
  placeholders: {
    content: [
      {
        uid: 'content',
        componentName: 'FEaaSWrapper',
        params: {
          LibraryId: 'lib',
          ComponentId: 'card',
          ComponentVersion: 'responsive',
          ComponentRevision: 'published',
          ComponentHostName: 'https://content.test',
          ComponentDataOverride: '{"user": {"name": "Eve"}}',
          styles: 'wide',
        },
      },
    ],
    own: [own('own', { ComponentName: 'hybrid', ComponentProps: '{"name": "Flo", "seats": "4"}', styles: 'narrow' })],
    client: [own('client', { ComponentName: 'client', ComponentProps: '{"name": "Flo"}', styles: '' })],
    missing: [own('missing', { ComponentName: 'nobody', styles: '' })],
  },
};

const Page = () => (
  <main>
    <Registered />
    {Object.keys(route.placeholders).map((name) => (
      <section key={name} id={name}>
        <AppPlaceholder name={name} rendering={route as never} page={page} componentMap={componentMap} />
      </section>
    ))}
  </main>
);
export default Page;
