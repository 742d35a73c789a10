import { BYOCServerWrapper, FEaaSServerWrapper } from '@sitecore-content-sdk/react';
import '../../lib/content';
import { Registered } from './registered';

export const dynamic = 'force-dynamic';

const params = {
  LibraryId: 'lib',
  ComponentId: 'card',
  ComponentVersion: 'responsive',
  ComponentRevision: 'published',
  ComponentHostName: 'https://content.test',
  ComponentDataOverride: '{"user": {"name": "Eve"}}',
  styles: 'wide',
};
const own = { ComponentName: 'hybrid', ComponentProps: '{"name": "Flo", "seats": "4"}', styles: 'narrow' };
const missing = { ComponentName: 'nobody', styles: '' };
const wrapped = (params: object) => ({
  params,
  rendering: { componentName: 'x', params },
  page: { mode: { isNormal: true } },
});

/** The wrappers of the Content SDK, as a layout of Sitecore has them. */
const Page = () => (
  <main>
    <Registered />
    <section id="content">
      <FEaaSServerWrapper {...(wrapped(params) as never as Parameters<typeof FEaaSServerWrapper>[0])} />
    </section>
    <section id="own">
      <BYOCServerWrapper {...(wrapped(own) as never as Parameters<typeof BYOCServerWrapper>[0])} />
    </section>
    <section id="missing">
      <BYOCServerWrapper {...(wrapped(missing) as never as Parameters<typeof BYOCServerWrapper>[0])} />
    </section>
  </main>
);
export default Page;
