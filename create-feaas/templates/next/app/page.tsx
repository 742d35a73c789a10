import { ServerComponent } from 'feaas-kit-react';
import { connection } from 'next/server';
import { Content } from './content';

/** Where the content host is. */
const HOST = process.env.FEAAS_HOST ?? 'http://127.0.0.1:3333';

export default async function Page() {
  // Each request shows what is published now.
  await connection();
  return (
    <Content host={HOST}>
      <main>
        <ServerComponent
          cdn={`${HOST}/cdn`}
          library="my-library"
          component="welcome"
          data={{ news: { url: `${HOST}/api/my-library/news.json` } }}
        />
      </main>
    </Content>
  );
}
