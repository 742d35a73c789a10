/** `npm start`: the content host with a webhook to this site, and the site, built and served. */
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { done, run, startHost } from '../host.mjs';

const LIBRARY = 'aurora';
const ROOT = new URL('../..', import.meta.url).pathname;

/** What a command of the host prints. */
async function host(...args) {
  const { stdout } = await promisify(execFile)(process.execPath, ['host/dist/cli.js', ...args], { cwd: ROOT });
  return stdout.trim();
}

/** Adds the webhook of this site, in place of the one of an earlier start; its secret is shown only once. */
async function addWebhook(address) {
  for (const line of (await host('webhook', 'list', LIBRARY)).split('\n')) {
    const [id, , url] = line.split('  ');
    if (url === address) await host('webhook', 'remove', id);
  }
  return host('webhook', 'add', LIBRARY, address);
}

const { url, token } = await startHost({ packages: true });
const cwd = new URL('.', import.meta.url).pathname;
const port = process.env.PORT ?? '3000';
const site = `http://127.0.0.1:${port}`;
const env = {
  ...process.env,
  FEAAS_HOST: url,
  FEAAS_TOKEN: token,
  /** What the browser calls this site: Next.js calls itself localhost, which has other cookies. */
  SITE_URL: site,
  /** Who knows it sees drafts. */
  SITE_SECRET: process.env.SITE_SECRET ?? randomUUID(),
  /** What the host signs its events with. */
  WEBHOOK_SECRET: await addWebhook(`${site}/api/revalidate`),
};
const next = new URL('node_modules/next/dist/bin/next', import.meta.url).pathname;
await done([next, 'build'], { cwd, env });
run([next, 'start', '--port', port, '--hostname', '127.0.0.1'], { cwd, env });
console.log(`drafts: ${site}/api/draft?secret=${env.SITE_SECRET}`);
