import { env } from '$env/dynamic/public';
import { renderElement } from 'feaas-kit/server';
import type { PageServerLoad } from './$types';

/** Where the content host is. */
const HOST = env.PUBLIC_FEAAS_HOST ?? 'http://127.0.0.1:3333';

export const load: PageServerLoad = async ({ fetch }) => {
  const { head, html } = await renderElement(
    {
      cdn: `${HOST}/cdn`,
      library: 'my-library',
      component: 'welcome',
      data: { news: { url: `${HOST}/api/my-library/news.json` } },
    },
    { fetch },
  );
  return { host: HOST, head, html };
};
