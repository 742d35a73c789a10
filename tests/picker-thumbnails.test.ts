/** Thumbnails in a picker on the real host, under its policy (D13): shown, created when outdated or missing, and omitted on failure. */
import assert from 'node:assert/strict';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import type { HTTPRequest, Page } from 'puppeteer';
import sharp from 'sharp';
import { createGateway } from '../src/utils/gateway';
import { graphqlThumbnails } from '../src/utils/gateway/thumbnails/graphql';
import { chooseEntry, waitForEntries, inContext, inPicker, pickerJourney } from './lib/picker-page';
import { pollUntil } from './lib/wait-until';

const journey = pickerJourney();
const SHOTS = process.env['FEAAS_SHOTS'];
/** A thumbnail with other content. */
const OLD = { width: 80, height: 40, channels: 3, background: 'teal' } as const;

const addressOf = (component: string): string => `${journey.host.origin}/thumbnails/aurora/${component}.jpg`;

/** Shows a picker of components and searches for this name, so that the picker creates no thumbnails of other components. */
async function shows(name: string, count = 1): Promise<Page> {
  const { page, open } = journey;
  await open(inContext('<feaas-picker mode="component"></feaas-picker>'));
  await waitForEntries(page);
  await (await page.$(inPicker('input[type=search]')))!.type(name);
  await found(page, count);
  return page;
}

/** Waits until the list has this number of entries. */
const found = (page: Page, count: number): Promise<unknown> =>
  page.waitForFunction(
    (count) => document.querySelector('feaas-picker')!.shadowRoot!.querySelectorAll('.list__entry').length === count,
    {},
    count,
  );

/** Waits for a picture of this width in pixels. Resolves with its URL. */
const pictured = async (page: Page, width: number): Promise<string> => {
  const src = await page.waitForFunction(
    (width) => {
      const { shadowRoot } = document.querySelector('feaas-picker')!;
      const image = shadowRoot!.querySelector<HTMLImageElement>('.picture__image');
      return image?.naturalWidth === width && image.src;
    },
    { timeout: 30_000 },
    width,
  );
  return (await src.jsonValue()) as string;
};

/** Resolves with the first console message that begins with this text. */
const said = (page: Page, beginning: string): Promise<string> =>
  new Promise((resolve) =>
    page.on('console', (message) => message.text().startsWith(beginning) && resolve(message.text())),
  );

/** Gives the component a thumbnail on the host that is older than its last change. */
async function keepOld(component: string): Promise<void> {
  const { host } = journey;
  const gateway = createGateway({ url: `${host.origin}/graphql`, library: 'aurora', auth: host.token });
  const upload = graphqlThumbnails(gateway.client, ({ url, headers, body }) =>
    fetch(url, { method: 'POST', headers, body }),
  );
  const versionId = `aurora/${component}/responsive`;
  const [version] = await gateway.versions.find([versionId]);
  const file = new Blob([new Uint8Array(await sharp({ create: OLD }).jpeg().toBuffer())]);
  const renderedAt = Date.parse(version!.modifiedAt) - 60_000;
  await upload({ versionId, revision: version!.revision, ofComponent: true, renderedAt, file });
  gateway.close();
}

test('a missing thumbnail is drawn and uploaded, and none that does not exist is requested', async () => {
  const page = await shows('Footer');
  assert.ok(await page.$(inPicker('.drawing')), 'drawn by its name until then');
  assert.match(await pictured(page, 800), /^data:image\/jpeg/);
  if (SHOTS) {
    await mkdir(SHOTS, { recursive: true });
    await page.screenshot({ path: `${SHOTS}/picker-thumbnail.png` });
  }
  const { headers } = await pollUntil(
    () => fetch(addressOf('footer')),
    ({ status }) => status === 200,
  );
  assert.equal(headers.get('x-ms-meta-versionid'), 'responsive');
  // A later visit shows it at once.
  await shows('Footer');
  assert.match(await pictured(page, 800), /\/thumbnails\/aurora\/footer\.jpg\?\d+$/);
  assert.deepEqual(journey.consoleMessages, []);
});

test('an outdated thumbnail shows until the new one exists', async () => {
  await keepOld('header');
  const page = await shows('Header');
  assert.match(await pictured(page, 80), /\/thumbnails\/aurora\/header\.jpg\?\d+$/);
  assert.match(await pictured(page, 800), /^data:/);
  assert.deepEqual(journey.consoleMessages, []);
});

test('§8: a refused upload is only logged, once, and the drawn picture shows', async () => {
  const { secret } = await journey.host.createToken('viewer');
  await journey.page.evaluateOnNewDocument((token) => {
    document.addEventListener(
      'feaasAuth',
      (event) => {
        event.stopImmediatePropagation();
        (event as CustomEvent).detail.respondWith(token);
      },
      true,
    );
  }, secret);
  const logged = said(journey.page, '[feaas] The thumbnail');
  const page = await shows('Feature');
  assert.match(await pictured(page, 800), /^data:/);
  assert.match(await logged, /feature-grid\.jpg was not uploaded/);
  // The picker creates the next thumbnail as well, but no longer tries to upload it.
  const search = (await page.$(inPicker('input[type=search]')))!;
  await search.click({ count: 3 });
  await search.type('News list');
  await pictured(page, 800);
  assert.equal(journey.consoleMessages.length, 1);
  assert.equal((await fetch(addressOf('feature-grid'))).status, 404);
});

test('a thumbnail without read permission is not created again', async () => {
  await keepOld('gallery');
  const old = await (await fetch(addressOf('gallery'))).text();
  const { page } = journey;
  await page.setRequestInterception(true);
  page.on('request', (request: HTTPRequest) => {
    if (request.url().includes('/thumbnails/aurora/gallery.jpg')) void request.respond({ status: 403, body: '' });
    else void request.continue();
  });
  await shows('Gallery');
  await page.waitForSelector(inPicker('.drawing'), { visible: true });
  // Wait for a missing thumbnail of another component, which the picker would create later.
  const search = (await page.$(inPicker('input[type=search]')))!;
  const uploaded = page.waitForRequest((request) => /multipart/.test(request.headers()['content-type'] ?? ''));
  await search.click({ count: 3 });
  await search.type('Statistics');
  await pictured(page, 800);
  await uploaded;
  const asked = journey.requestURLs.filter((url) => url.includes('/gallery.jpg'));
  assert.deepEqual([await (await fetch(addressOf('gallery'))).text(), asked.length], [old, 1]);
});

test('if the drawing library is blocked, the picker works without thumbnails', async () => {
  const { page, host, picks } = journey;
  const assets = join(host.site, 'assets');
  const names = (await readdir(assets)).filter((name) => name.endsWith('.js'));
  const texts = await Promise.all(names.map((name) => readFile(join(assets, name), 'utf8')));
  const ours = new Set(names.filter((_name, index) => /domToCanvas|toDataURL\(/.test(texts[index]!)));
  assert.ok(ours.size > 0);
  await page.setRequestInterception(true);
  page.on('request', (request: HTTPRequest) =>
    ours.has(new URL(request.url()).pathname.split('/').at(-1)!) ? void request.abort() : void request.continue(),
  );
  const logged = said(page, '[feaas] Could not make thumbnails');
  await shows('Testimonials');
  await logged;
  assert.ok(await page.$(inPicker('.drawing')));
  await chooseEntry(page, 'Testimonials');
  assert.deepEqual(await picks(), [['component', 'aurora/testimonials']]);
});
