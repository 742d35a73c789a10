/** `npm start`: the content host, then this site, built and served, and what tells it that something was published. */
import { randomUUID } from 'node:crypto';
import { done, run, startHost } from '../host.mjs';

const { url, token } = await startHost({ packages: true });
const cwd = new URL('.', import.meta.url).pathname;
const port = process.env.PORT ?? '3000';
const env = {
  ...process.env,
  FEAAS_HOST: url,
  FEAAS_TOKEN: token,
  /** Who knows it sees drafts, and may have the site's content fetched anew. */
  SITE_SECRET: process.env.SITE_SECRET ?? randomUUID(),
  SITE_URL: `http://127.0.0.1:${port}`,
};
const next = new URL('node_modules/next/dist/bin/next', import.meta.url).pathname;
await done([next, 'build'], { cwd, env });
run([next, 'start', '--port', port, '--hostname', '127.0.0.1'], { cwd, env });
run(['watch.mjs'], { cwd, env });
console.log(`drafts: ${env.SITE_URL}/api/draft?secret=${env.SITE_SECRET}`);
