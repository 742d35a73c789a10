import { ServerComponent } from 'feaas-kit-react';
import { HOST, content } from '../../lib/content';

export default async function Page() {
  const { source, options } = await content();
  return (
    <main>
      <ServerComponent
        {...source}
        component="pricing"
        data={{ site: { url: `${HOST}/api/site.json` } }}
        options={options}
      />
    </main>
  );
}
