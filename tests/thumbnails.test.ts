/** Thumbnails in a real browser on the real host, under its policy (D13): created, renewed, and omitted on failure. */
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'node:test';
import { build } from 'esbuild';
import sharp from 'sharp';
import type { HTTPRequest, Page } from 'puppeteer';
import { createGateway } from '../src/utils/gateway';
import { graphqlThumbnails } from '../src/utils/gateway/thumbnails/graphql';
import { FRESHNESS_TOLERANCE } from '../src/utils/thumbnail/limits';
import {
  editableComponent,
  openEditor,
  editorJourney,
  versionId,
  waitForSaveButton,
  clickButton,
  typeAtEnd,
} from './lib/editor-page';

const at = editorJourney();
let bundled: Promise<unknown> | undefined;
/** Bundles the script of the page that creates thumbnails. */
const bundle = (): Promise<unknown> =>
  (bundled ??= build({
    absWorkingDir: new URL('..', import.meta.url).pathname,
    entryPoints: ['tests/pages/thumbnails.ts'],
    outfile: join(at.host.site, 'thumbnails-test.js'),
    ...{ bundle: true, format: 'esm', target: 'es2022' },
  }));

/** A thumbnail with other content. */
const OLD = { width: 80, height: 40, channels: 3, background: 'teal' } as const;
/** A view of 800 by 300 pixels, in two colors. */
const VIEW =
  '<section style="height:300px;background:linear-gradient(90deg,oklch(0.45 0.2 264) 50%,rgb(255,255,255) 50%)"><h2>Title</h2></section>';
const addressOf = (version: string): string => `${at.host.origin}/thumbnails/aurora/footer/${version}.jpg`;

interface ThumbnailResult {
  readonly ended: string;
  readonly shown: readonly (string | null)[];
  readonly logged: readonly string[];
  readonly frames: number;
}

/** Opens a page under the host's policy that creates thumbnails. */
async function openThumbnailPage(): Promise<Page> {
  await bundle();
  await at.host.writePage('keeper.html', '<p>Keeper</p><script type="module" src="/thumbnails-test.js"></script>');
  await at.page.goto(`${at.host.origin}/keeper.html`, { waitUntil: 'load' });
  return at.page;
}
const renderThumbnail = (page: Page, id: string, token = at.host.token): Promise<ThumbnailResult> =>
  page.evaluate((id, token) => (window as any).keep(id, token), id, token);

/** The color of a picture at a point, each channel from 0 to 255. */
async function colorAt(jpeg: Uint8Array, left: number, top: number): Promise<readonly number[]> {
  const region = { left, top, width: 1, height: 1 };
  return [...(await sharp(jpeg).extract(region).removeAlpha().raw().toBuffer())];
}

test('§7, §9: a missing thumbnail is created: 800 px wide, as the browser renders it, with the specified headers', async () => {
  const version = await at.publish(VIEW);
  const page = await openThumbnailPage();
  assert.deepEqual(await renderThumbnail(page, versionId(version)), {
    ...{ ended: 'renewed', shown: [null, 'new image/jpeg'], logged: [], frames: 0 },
  });
  const answer = await fetch(addressOf(version));
  const { headers } = answer;
  assert.equal(headers.get('content-type'), 'image/jpg');
  assert.equal(headers.get('cache-control'), 'public,max-age=31536000,immutable');
  const [found] = await at.versions.find([versionId(version)]);
  const header = (name: string): string => headers.get(`x-ms-meta-${name}`)!;
  assert.deepEqual(
    [header('versionid'), header('versionrevision'), header('componentid'), Date.parse(header('modifiedat'))],
    [version, String(found!.revision), 'footer', Date.parse(found!.modifiedAt)],
  );
  for (const name of ['componentrenderedat', 'componentmodifiedat', 'componentcreatedat'])
    assert.ok(Date.parse(header(name)) > 0, name);
  const jpeg = new Uint8Array(await answer.arrayBuffer());
  const { format, width, height } = await sharp(jpeg).metadata();
  assert.deepEqual([format, width, height], ['jpeg', 800, 300]);
  const [red, green, blue] = await colorAt(jpeg, 200, 250);
  assert.ok(blue! > 180 && red! < 90 && green! < 120, `oklch is blue: ${red}, ${green}, ${blue}`);
  assert.deepEqual(await colorAt(jpeg, 700, 250), [255, 255, 255]);
  // The thumbnail exists, so a second request does nothing.
  const again = await renderThumbnail(page, versionId(version));
  assert.deepEqual(
    [again.ended, again.shown],
    ['fresh', [`${addressOf(version)}?${Date.parse(header('componentrenderedat'))}`]],
  );
  assert.deepEqual(
    at.consoleMessages.filter((line) => !/404/.test(line)),
    [],
  );
});

/** Failures of browsers to draw an SVG that contains HTML; Safari has each of them. */
const FAILURES = {
  throws: () => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  },
  'taints the canvas': (context: CanvasRenderingContext2D) => {
    context.getImageData = () => {
      throw new DOMException('The canvas has been tainted.', 'SecurityError');
    };
  },
  'draws nothing': () => {},
};
const HALVES =
  '<section style="display:flex;height:300px"><div style="width:400px;background:rgb(0,0,255)"></div><div style="flex:1;background:rgb(255,255,255)">Text</div></section>';

for (const [what, fail] of Object.entries(FAILURES)) {
  test(`§7: a browser whose foreignObject ${what} draws the thumbnail by html2canvas, from the frontend host`, async () => {
    const version = await at.publish(HALVES);
    await at.page.evaluateOnNewDocument(`{
      const fail = ${String(fail)};
      const draw = CanvasRenderingContext2D.prototype.drawImage;
      CanvasRenderingContext2D.prototype.drawImage = function (image, ...rest) {
        if (image instanceof HTMLCanvasElement || !/^data:image.svg|^blob:/.test(image.src ?? '')) return draw.call(this, image, ...rest);
        fail(this);
      };
    }`);
    const loaded: string[] = [];
    at.page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
    const page = await openThumbnailPage();
    const { ended, logged, frames } = await renderThumbnail(page, versionId(version));
    assert.deepEqual({ ended, logged, frames }, { ended: 'renewed', logged: [], frames: 0 });
    assert.ok(loaded.includes('/assets/html2canvas.js'));
    const jpeg = new Uint8Array(await (await fetch(addressOf(version))).arrayBuffer());
    const { width, height } = await sharp(jpeg).metadata();
    assert.deepEqual([width, height], [800, 300]);
    const [red, green, blue] = await colorAt(jpeg, 200, 150);
    assert.ok(blue! > 200 && red! < 40 && green! < 40, `blue: ${red}, ${green}, ${blue}`);
    assert.deepEqual(await colorAt(jpeg, 700, 250), [255, 255, 255]);
  });
}

test('an outdated thumbnail shows until the new one exists', async () => {
  const version = await at.publish(VIEW);
  const file = new Blob([new Uint8Array(await sharp({ create: OLD }).jpeg().toBuffer())]);
  const gateway = createGateway({ url: `${at.host.origin}/graphql`, library: 'aurora', auth: at.host.token });
  const upload = graphqlThumbnails(gateway.client, ({ url, headers, body }) =>
    fetch(url, { method: 'POST', headers, body }),
  );
  const first = Date.parse((await at.versions.find([versionId(version)]))[0]!.modifiedAt) - FRESHNESS_TOLERANCE - 1;
  await upload({ versionId: versionId(version), revision: 1, ofComponent: false, renderedAt: first, file });
  gateway.close();
  const renderedAt = async (): Promise<number> =>
    Date.parse((await fetch(addressOf(version))).headers.get('x-ms-meta-componentrenderedat')!);
  assert.equal(await renderedAt(), first);
  const page = await openThumbnailPage();
  const renewed = await renderThumbnail(page, versionId(version));
  assert.deepEqual([renewed.ended, renewed.shown], ['renewed', [`${addressOf(version)}?${first}`, 'new image/jpeg']]);
  const answer = await fetch(addressOf(version));
  const [found] = await at.versions.find([versionId(version)]);
  assert.ok((await renderedAt()) >= Date.parse(found!.modifiedAt), 'nothing is drawn before it was saved');
  assert.equal((await sharp(await answer.arrayBuffer()).metadata()).height, 300);
});

test('§8: a failed upload is only logged, and the drawn picture shows', async () => {
  const version = await at.publish(VIEW);
  const { secret } = await at.host.createToken('viewer');
  const page = await openThumbnailPage();
  const { ended, shown, logged } = await renderThumbnail(page, versionId(version), secret);
  assert.deepEqual([ended, shown], ['kept', [null, 'new image/jpeg']]);
  assert.deepEqual(logged, [`[feaas] The thumbnail ${addressOf(version)} was not uploaded`]);
  assert.equal((await fetch(addressOf(version))).status, 404);
});

test('a thumbnail without read permission is not created again; other errors are logged', async () => {
  const version = await at.publish(VIEW);
  const page = await openThumbnailPage();
  let status = 403;
  await page.setRequestInterception(true);
  const uploads: string[] = [];
  page.on('request', (request: HTTPRequest) => {
    if (request.method() === 'POST' && /multipart/.test(request.headers()['content-type'] ?? ''))
      uploads.push('upload');
    if (request.url().startsWith(addressOf(version))) void request.respond({ status, body: '' });
    else void request.continue();
  });
  const forbidden = await renderThumbnail(page, versionId(version));
  assert.deepEqual([forbidden.ended, forbidden.shown, forbidden.logged], ['forbidden', [null], []]);
  status = 500;
  const failed = await renderThumbnail(page, versionId(version));
  assert.deepEqual([failed.ended, failed.shown, failed.logged.length], ['failed', [], 1]);
  assert.deepEqual(uploads, []);
});

test('a save in the editor renews the thumbnail, and a blocked script does not affect the editor', async () => {
  const version = await at.publish('<section><p>One</p></section>');
  const uploaded = (page: Page): Promise<unknown> =>
    page.waitForResponse(
      async (answer) =>
        /\/graphql$/.test(answer.url()) && /"uploadThumbnail"/.test(await answer.text().catch(() => '')),
      { timeout: 30_000 },
    );
  const save = async (text: string): Promise<void> => {
    await typeAtEnd(at.page, text, 'feaas-component p');
    await waitForSaveButton(at.page, 'Save', true);
    await clickButton(at.page, 'Save');
    await waitForSaveButton(at.page, 'Up to date', false);
  };
  const body = editableComponent(version).replace('instance="here"', '');
  await at.open(body);
  await openEditor(at.page);
  const there = uploaded(at.page);
  await save(' two');
  await there;
  const { headers } = await fetch(addressOf(version));
  assert.equal(headers.get('x-ms-meta-versionrevision'), '2');
  assert.deepEqual(
    at.consoleMessages.filter((line) => !/404/.test(line)),
    [],
  );

  at.usePage(await at.openAnotherPage());
  await at.page.setRequestInterception(true);
  const assets = join(at.host.site, 'assets');
  const names = (await readdir(assets)).filter((name) => name.endsWith('.js'));
  const texts = await Promise.all(names.map((name) => readFile(join(assets, name), 'utf8')));
  const ours = new Set(names.filter((_name, index) => texts[index]!.includes('/proxy/media?url=')));
  at.page.on('request', (request: HTTPRequest) =>
    ours.has(new URL(request.url()).pathname.split('/').at(-1)!) ? void request.abort() : void request.continue(),
  );
  await at.open(body, { name: 'blocked.html' });
  await openEditor(at.page);
  const logged = new Promise<void>((resolve) =>
    at.page.on('console', (message) => /Could not make thumbnails/.test(message.text()) && resolve()),
  );
  await save(' three');
  await logged;
  assert.equal((await fetch(addressOf(version))).headers.get('x-ms-meta-versionrevision'), '2');
  await clickButton(at.page, 'Close');
});
