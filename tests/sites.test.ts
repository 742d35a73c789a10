/**
 * The guides of frameworks as sites: built from the code blocks of docs/frameworks.md and docs/next.md in a new folder, with the packed
 * packages. The HTML contains the content, the router handles links in content, and only editors can edit.
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'puppeteer';
import { Webhook } from 'standardwebhooks';
import { launch, openPage } from './lib/browser';
import { SITES, docsSources, packKit, startSite, type Site, type SiteName } from './lib/docs-sites';
import { startEditingHost, type EditingHost } from './lib/editing-host';
import { buildAngular } from './lib/frameworks';
import { recordConsole } from './lib/journey';
import { connectVersions } from './lib/publish';

const HERO = 'aurora/hero/responsive';
const TITLE = 'The night is the destination';
const SECRET = 'a-secret-of-the-test';
const WEBHOOK_SECRET = `whsec_${Buffer.from('a secret of 24 bytes or more').toString('base64')}`;

/** Each site takes a minute to install and build, so only the long suite runs them. `TEST_SITES=astro,nuxt` selects sites. */
const { FEAAS_LONG, TEST_SITES = FEAAS_LONG ? Object.keys(SITES).join() : '' } = process.env;
const chosen = TEST_SITES ? TEST_SITES.split(',') : [];
const isSkipped = !TEST_SITES;
const KNOWN = [...Object.keys(SITES), 'angular'];
for (const name of chosen)
  if (!KNOWN.includes(name))
    throw new Error(`TEST_SITES names ${JSON.stringify(name)}, which is no site. Use some of ${KNOWN.join(', ')}.`);

let host: EditingHost;
let browser: Browser;
let folder: string | undefined;
let packages: string[];

/** Publishes a change of the hero. */
async function publishHero(change: (view: string) => string): Promise<void> {
  const versions = connectVersions(host);
  const [last] = await versions.find([HERO]);
  const { revision: expectedRevision } = await versions.save(HERO, change(last!.view), {
    expectedRevision: last!.revision,
  });
  await versions.stage(HERO, { expectedRevision });
  await versions.publish(HERO, { expectedRevision });
}

before(async () => {
  if (isSkipped) return;
  folder = await mkdtemp(join(tmpdir(), 'feaas-packages-'));
  [host, browser, packages] = await Promise.all([startEditingHost(), launch(), packKit(folder)]);
  await publishHero((view) => view.replace(/<\/section>\s*$/, '<a id="further" href="/second">Further</a></section>'));
});
after(async () => {
  await browser?.close();
  await host?.stop();
  if (folder) await rm(folder, { recursive: true, force: true });
});

/** Asserts that a page shows a publication after the webhook of its component, and not after one of another component. */
async function revalidates({ origin }: Site, before: string, later: string): Promise<void> {
  await publishHero((view) => view.replace(before, later));
  const isShown = async (): Promise<boolean> => (await (await fetch(origin)).text()).includes(later);
  const send = async (component: string, isSigned = true): Promise<number> => {
    const data = { tags: ['feaas', 'feaas-aurora', `feaas-aurora-${component}`] };
    const body = JSON.stringify({ type: 'component.published', data });
    const at = new Date();
    const headers = {
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': isSigned ? new Webhook(WEBHOOK_SECRET).sign('msg_1', at, body) : '',
    };
    return (await fetch(`${origin}/api/revalidate`, { method: 'POST', body, headers })).status;
  };
  assert.ok(!(await isShown()));
  assert.equal(await send('hero', false), 401);
  assert.equal(await send('footer'), 200);
  assert.ok(!(await isShown()), 'it has no footer');
  assert.equal(await send('hero'), 200);
  assert.ok(await isShown());
}

/** Console messages about pictures of another host. */
const isOfPictures = (line: string): boolean => /404|\/media\//.test(line);

/** Astro's router skips the animation if a visitor navigates again at once, and leaves a rejected promise in the console. */
const isSkippedTransition = (line: string): boolean => /AbortError: Transition was skipped/.test(line);

interface Visit {
  readonly page: Page;
  readonly said: string[];
  readonly asked: string[];
}

async function visit(url: string, { isEditor = false } = {}): Promise<Visit> {
  const profile = await browser.createBrowserContext();
  const page = await openPage(profile);
  const said: string[] = [];
  const asked: string[] = [];
  recordConsole(page, said);
  await page.setViewport({ width: 1280, height: 900 });
  await page.setRequestInterception(true);
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    asked.push(pathname);
    if (pathname !== '/my-server/feaas-token') return void request.continue();
    void request.respond(isEditor ? { body: host.token } : { status: 204 });
  });
  if (isEditor) await page.setCookie({ name: 'editor', value: '1', url });
  await page.goto(url, { waitUntil: 'networkidle0' });
  return { page, said, asked };
}

/** Paths of the pages with the editor in the guides. */
const EDIT_PATHS: Partial<Record<SiteName, string>> = { next: '/edit' };

/** Starts the component of the guide, and a second page. */
const ANGULAR_MAIN = `
import { Component } from '@angular/core';
import { bootstrapApplication } from '@angular/platform-browser';
import { RouterOutlet, provideRouter } from '@angular/router';
import { App } from './app';
import { startKit } from './kit';

@Component({ selector: 'site-second', template: '<h1 id="second">Second</h1>' })
class Second {}
@Component({ selector: 'site-home', imports: [App], template: '<app-root />' })
class Home {}
@Component({ selector: 'site-root', imports: [RouterOutlet], template: '<router-outlet />' })
class Site {}

startKit();
const routes = [{ path: '', component: Home }, { path: 'second', component: Second }];
bootstrapApplication(Site, { providers: [provideRouter(routes)] }).catch((error: unknown) => console.error(error));
`;

describe('angular', { skip: !FEAAS_LONG && !chosen.includes('angular') }, () => {
  let server: Server;
  let origin = '';
  before(async () => {
    const sources = docsSources('angular', host.origin);
    const files = await buildAngular(
      new Map([
        ['main.ts', ANGULAR_MAIN],
        ['app.ts', sources.get('src/app.ts')!],
        ['kit.ts', sources.get('kit.ts')!],
      ]),
    );
    server = createServer((request, response) => {
      const name = request.url!.slice(1);
      if (files.has(name)) response.setHeader('content-type', 'text/javascript').end(files.get(name));
      else
        response
          .setHeader('content-type', 'text/html')
          .end(
            '<!doctype html><base href="/"><link rel="icon" href="data:,"><title>Site</title><site-root></site-root><script type="module" src="/app.js"></script>',
          );
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(server.address() as { port: number }).port}/`;
  });
  after(() => void server?.close());

  test('content shows, the router follows its link, and a visitor loads no editing code', async () => {
    const { page, asked, said } = await visit(origin);
    await page.waitForSelector('feaas-component #further');
    assert.equal(await page.$('feaas-editor, feaas-component[editable]'), null);
    assert.deepEqual(
      asked.filter((path) => /editor\.js|context\.js|graphql|feaas-token/.test(path)),
      [],
    );
    await page.evaluate(() => void Object.assign(window, { loaded: 'once' }));
    await page.$eval('#further', (link) => (link as HTMLElement).click());
    await page.waitForSelector('#second');
    await page.goBack();
    await page.waitForSelector('feaas-component #further');
    assert.equal(await page.evaluate(() => (window as unknown as { loaded?: string }).loaded), 'once');
    assert.deepEqual(
      said.filter((line) => !isOfPictures(line)),
      [],
    );
  });

  test('a click of an editor signs in and opens the editor', async () => {
    const { page } = await visit(origin, { isEditor: true });
    await page.waitForSelector('feaas-component h1');
    await page.waitForSelector('feaas-editor[aria-busy]');
    await page.click('feaas-component h1');
    await page.waitForFunction(
      () => (document.querySelector('feaas-editor') as unknown as { state: string }).state === 'ready',
      { timeout: 60_000 },
    );
  });
});

for (const name of (Object.keys(SITES) as SiteName[]).filter((each) => chosen.includes(each)))
  describe(name, () => {
    let site: Site;
    before(async () => {
      site = await startSite(name, {
        host: host.origin,
        packages,
        environment: { SITE_SECRET: SECRET, WEBHOOK_SECRET, FEAAS_TOKEN: host.token },
      });
    });
    after(() => site?.stop());

    test('the build has no warnings about the kit, and the HTML contains the content', async () => {
      assert.doesNotMatch(site.built, /feaas.*(?:warn|fail)|\[feaas\]/i);
      const html = await (await fetch(site.origin)).text();
      assert.match(html.replace(/<script[^>]*>.*?<\/script>/gs, ''), new RegExp(`<h1[^>]*>${TITLE}</h1>`));
      assert.doesNotMatch(html, new RegExp(host.token));
    });

    test('the router follows a link in content, forward and back, without a page load; the element starts again', async () => {
      const { page, said } = await visit(site.origin);
      await page.evaluate(() => void Object.assign(window, { loaded: 'once' }));
      for (let turn = 0; turn < 2; turn++) {
        await page.waitForSelector('feaas-component #further');
        await page.waitForFunction(() => !!customElements.get('feaas-component'));
        await page.evaluate(() => document.querySelector<HTMLFeaasComponentElement>('feaas-component')!.whenRendered());
        // Click by script, because the snapshot of a running view transition covers the link.
        const click = (selector: string): Promise<void> =>
          page.$eval(selector, (link) => (link as HTMLElement).click());
        await click('#further');
        await page.waitForSelector('#second');
        await page.waitForFunction(() => location.pathname === '/second');
        await click('#home');
        await page.waitForFunction(
          (title) => document.querySelector('feaas-component h1')?.textContent === title,
          {},
          TITLE,
        );
      }
      assert.equal(await page.evaluate(() => (window as unknown as { loaded?: string }).loaded), 'once');
      assert.deepEqual(
        said.filter((line) => !isOfPictures(line) && !(name === 'astro' && isSkippedTransition(line))),
        [],
      );
    });

    test('a visitor loads no editing code', async () => {
      const { page, asked } = await visit(site.origin + (EDIT_PATHS[name] ?? '/'));
      await page.waitForSelector('feaas-component h1');
      await page.click('feaas-component h1');
      assert.equal(await page.$('feaas-editor, feaas-component[editable]'), null);
      assert.deepEqual(
        asked.filter((path) => /editor\.js|context\.js|graphql|feaas-token/.test(path)),
        [],
      );
    });

    test('a click of an editor signs in and opens the editor', async () => {
      const { page } = await visit(site.origin + (EDIT_PATHS[name] ?? '/'), { isEditor: true });
      await page.waitForSelector('feaas-component[editable] h1');
      await page.waitForSelector('feaas-editor[aria-busy]');
      await page.click('feaas-component h1');
      await page.waitForFunction(
        () => (document.querySelector('feaas-editor') as unknown as { state: string }).state === 'ready',
        { timeout: 60_000 },
      );
    });

    if (name === 'next')
      test('a publication shows once its tag is revalidated; drafts show in previews', async () => {
        const source = async (cookie = ''): Promise<string> =>
          (await fetch(site.origin, { headers: { cookie } })).text();
        await revalidates(site, 'Further', 'Go further');
        const versions = connectVersions(host);
        const [last] = await versions.find([HERO]);
        await versions.save(HERO, last!.view.replace('Go further', 'Not yet'), { expectedRevision: last!.revision });
        const draft = await fetch(`${site.origin}/api/draft?secret=${SECRET}`, { redirect: 'manual' });
        const cookie = draft.headers
          .getSetCookie()
          .map((each) => each.split(';')[0])
          .join('; ');
        assert.match(await source(cookie), /Not yet/);
        assert.doesNotMatch(await source(), /Not yet/);
      });
  });

describe('next without Cache Components', { skip: !chosen.includes('next') }, () => {
  test('the site builds, its HTML contains the content, and it shows publications once their tag is revalidated', async () => {
    const environment = { WEBHOOK_SECRET };
    const site = await startSite('next', { host: host.origin, packages, variant: 'next-without', environment });
    try {
      assert.match(await (await fetch(site.origin)).text(), new RegExp(`<h1[^>]*>${TITLE}</h1>`));
      await revalidates(site, 'further', 'farther');
    } finally {
      await site.stop();
    }
  });
});
