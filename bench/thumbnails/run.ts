/**
 * `node --import tsx bench/thumbnails/run.ts [-- scene …]`: compares screenshots of libraries for thirty scenes with
 * Chromium's own screenshot. The width is 400 px, as for a thumbnail in the picker. Writes tests/reports/thumbnails.md.
 */
import { createRequire } from 'node:module';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import sharp from 'sharp';
import { ssim } from 'ssim.js';
import { launch, openPage } from '../../tests/lib/browser';
import { send, startServer, type Route } from '../../tests/lib/server';
import type { ScreenshotRequest } from './libraries';
import { SCENES, type Scene } from './scenes';

const WIDTH = 800;
/** Width at which thumbnails are displayed, and the minimum similarity at that width. */
const DISPLAY_WIDTH = 400;
const MIN_SIMILARITY = 0.95;
/** Milliseconds after which a library counts as stuck. */
const RENDER_TIMEOUT = 60_000;
/** The kit's own method: the library that it uses, and its preparation. */
const KIT = 'feaas-kit';

const root = new URL('../../', import.meta.url).pathname;
const require = createRequire(import.meta.url);
const font = readFileSync(require.resolve('@fontsource/pacifico/files/pacifico-latin-400-normal.woff2'));
const picture = await sharp(
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="480" height="300"><defs><linearGradient id="a"><stop stop-color="#fa3"/><stop offset="1" stop-color="#36c"/></linearGradient></defs><rect width="480" height="300" fill="url(#a)"/><circle cx="120" cy="150" r="80" fill="#083"/><path d="M300 260 380 60l80 200z" fill="#fff"/></svg>`,
  ),
)
  .png()
  .toBuffer();
const MASK = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><path d="M5 0 10 5 5 10 0 5z"/></svg>`;

/** Bundles each library separately, to measure its size. */
async function bundle(entry: string, external?: string): Promise<string> {
  const { outputFiles } = await build({
    ...(external === undefined
      ? { entryPoints: [entry] }
      : { stdin: { contents: external, resolveDir: `${root}bench` } }),
    ...{ bundle: true, write: false, minify: true, format: 'iife', target: 'es2022', absWorkingDir: root },
  });
  return outputFiles[0]!.text;
}
const KIT_ENTRY = `import { screenshot } from './frontend/src/thumbnails/screenshot';
LIBRARIES['${KIT}'] = async ({ width, height, proxy }) =>
  (await screenshot(document.getElementById('scene'), { width, height, scale: 1, proxy })).toDataURL('image/png');`;

const scripts = [await bundle('bench/thumbnails/libraries.ts'), await bundle('', KIT_ENTRY)];
const bytesOf = async (code: string): Promise<number> => gzipSync(await bundle('', code)).length;
const BYTES: Readonly<Record<string, number>> = {
  'modern-screenshot': await bytesOf(`import { domToCanvas } from 'modern-screenshot'; console.log(domToCanvas)`),
  'html-to-image': await bytesOf(`import { toCanvas } from 'html-to-image'; console.log(toCanvas)`),
  snapdom: await bytesOf(`import { snapdom } from '@zumer/snapdom'; console.log(snapdom)`),
  'html2canvas-pro': await bytesOf(`import x from 'html2canvas'; console.log(x)`),
  'dom-to-image-more': await bytesOf(`import x from 'dom-to-image-more'; console.log(x)`),
  'html2canvas 1.4.1': await bytesOf(`import x from 'html2canvas-1'; console.log(x)`),
  [KIT]: gzipSync(scripts[1]!).length,
};

const binary =
  (path: string, body: Buffer | string, type: string, isOpen: boolean): Route =>
  (_request, response, url) => {
    if (url.pathname !== path) return undefined;
    response.writeHead(200, { 'content-type': type, ...(isOpen ? { 'access-control-allow-origin': '*' } : {}) });
    response.end(body);
    return true;
  };
// Scripts can not read pictures of the other origin; the media proxy solves that.
const otherOrigin = await startServer(binary('/picture.png', picture, 'image/png', false));
const pageOf = ({ css, html, prepare = '' }: Scene): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>Scene</title><style>body{margin:0;font:16px/1.4 sans-serif}#scene{display:block;padding:16px;overflow:hidden}${css}</style><body><x-scene id="scene">${html.replace('{{other}}', otherOrigin.origin)}</x-scene><script>${prepare}</script></body></html>`;
const server = await startServer(
  (_request, response, url) => {
    const at = /^\/scene\/(\d+)$/.exec(url.pathname)?.[1];
    return at === undefined ? undefined : (send(response, pageOf(SCENES[Number(at)]!)), true);
  },
  (_request, response, url) =>
    url.pathname === '/proxy/media' && url.searchParams.get('url')?.startsWith(`${otherOrigin.origin}/picture.png`)
      ? (response.writeHead(200, { 'content-type': 'image/png' }).end(picture), true)
      : undefined,
  binary('/picture.png', picture, 'image/png', true),
  binary('/mask.svg', MASK, 'image/svg+xml', true),
  binary('/font.woff2', font, 'font/woff2', true),
);

interface Pixels {
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
}
async function pixels(png: Uint8Array, height: number): Promise<Pixels> {
  const { data, info } = await sharp(png)
    .flatten({ background: '#fff' })
    .resize({ width: DISPLAY_WIDTH, height, fit: 'fill' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data: new Uint8ClampedArray(data), width: info.width, height: info.height };
}

const selectedLibraries = process.env['BENCH_LIBRARIES']?.split(',');
const names = Object.keys(BYTES).filter((name) => selectedLibraries?.includes(name) ?? true);
/** By scene: the similarity of each library, or the reason for its failure. */
const results: { scene: string; of: Record<string, number | string> }[] = [];
const times: Record<string, number[]> = {};
const sceneFilter = process.argv.slice(2).filter((each) => each !== '--');
const browser = await launch();
try {
  for (const [at, scene] of SCENES.entries()) {
    if (sceneFilter.length && !sceneFilter.some((each) => scene.name.includes(each))) continue;
    const page = await openPage(browser);
    await page.setViewport({ width: WIDTH, height: 600 });
    const open = async (): Promise<ScreenshotRequest> => {
      await page.goto(`${server.origin}/scene/${at}`, { waitUntil: 'networkidle0' });
      await page.evaluate(async () => {
        await document.fonts.ready;
        await Promise.allSettled([...document.images].map((image) => image.decode()));
      });
      const { width, height } = await page.evaluate(() => ({
        width: document.getElementById('scene')!.offsetWidth,
        height: Math.min(2000, document.getElementById('scene')!.offsetHeight),
      }));
      return { width, height, proxy: `${server.origin}/proxy/media?url=` };
    };
    const asked = await open();
    const { x, y } = await page.$eval('#scene', (scene) => scene.getBoundingClientRect().toJSON() as DOMRect);
    const clip = { x, y, width: asked.width, height: asked.height };
    const own = await page.screenshot({ type: 'png', clip, captureBeyondViewport: true });
    const height = Math.round((asked.height * DISPLAY_WIDTH) / asked.width);
    const reference = await pixels(own, height);
    for (const script of scripts) await page.evaluate(script);
    const of: Record<string, number | string> = {};
    for (const name of names) {
      const begun = performance.now();
      try {
        const url = await Promise.race([
          page.evaluate(
            (name, asked) =>
              (globalThis as unknown as { LIBRARIES: Record<string, (asked: unknown) => Promise<string>> }).LIBRARIES[
                name
              ]!(asked),
            name,
            asked,
          ),
          new Promise<never>((_, reject) => setTimeout(() => reject(new Error('stuck')), RENDER_TIMEOUT).unref()),
        ]);
        (times[name] ??= []).push(performance.now() - begun);
        const png = Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
        const { height: got = 0, width: wide = 1 } = await sharp(png).metadata();
        const made =
          got / wide > asked.height / asked.width + 0.01
            ? await sharp(png)
                .extract({ left: 0, top: 0, width: wide, height: Math.round((wide * asked.height) / asked.width) })
                .png()
                .toBuffer()
            : png;
        of[name] = ssim(reference, await pixels(made, height)).mssim;
        if (process.env['FEAAS_THUMBNAILS']) {
          mkdirSync(process.env['FEAAS_THUMBNAILS'], { recursive: true });
          writeFileSync(`${process.env['FEAAS_THUMBNAILS']}/${at}-${name}.png`, made);
          writeFileSync(`${process.env['FEAAS_THUMBNAILS']}/${at}.png`, own);
        }
      } catch (error) {
        of[name] = (error as Error).message.split('\n')[0]!.slice(0, 80);
      }
    }
    await page.close();
    results.push({ scene: scene.name, of });
    console.log(scene.name, JSON.stringify(of));
  }
} finally {
  await browser.close();
  await Promise.all([server.close(), otherOrigin.close()]);
}

const shown = (value: number | string): string =>
  typeof value === 'string' ? 'none' : value >= MIN_SIMILARITY ? value.toFixed(3) : `**${value.toFixed(3)}**`;
const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
const count = (name: string): number =>
  results.filter(({ of }) => typeof of[name] === 'number' && of[name] >= MIN_SIMILARITY).length;
const mean = (name: string): number =>
  results.reduce((sum, { of }) => sum + (typeof of[name] === 'number' ? of[name] : 0), 0) / results.length;
const row = (...cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;
const report = `# Thumbnails: libraries beside Chromium's own screenshot

Made by \`npm run bench:thumbnails\`, ${new Date().toISOString().slice(0, 10)}. ${results.length} scenes, laid out at ${WIDTH} px, as PNG
(before JPEG), compared at ${DISPLAY_WIDTH} px by SSIM (ssim.js) with what Chromium itself draws. Alike is ${MIN_SIMILARITY} or more; bold is less; *none*
means that nothing came. \`${KIT}\` is what the kit does: modern-screenshot, and its own preparation.

${row('', ...names)}
${row('---', ...names.map(() => '---:'))}
${row('alike', ...names.map((name) => `${count(name)} of ${results.length}`))}
${row('mean SSIM', ...names.map((name) => mean(name).toFixed(3)))}
${row('bytes, gzip', ...names.map((name) => BYTES[name]!))}
${row('milliseconds, median', ...names.map((name) => Math.round(median(times[name] ?? []))))}
${results.map(({ scene, of }) => row(scene, ...names.map((name) => shown(of[name]!)))).join('\n')}

## What falls short in ${KIT}

${
  results
    .filter(({ of }) => !(typeof of[KIT] === 'number' && of[KIT] >= MIN_SIMILARITY))
    .map(({ scene, of }) => `- ${scene}: ${typeof of[KIT] === 'number' ? of[KIT].toFixed(3) : of[KIT]}`)
    .join('\n') || 'Nothing.'
}
`;
if (sceneFilter.length) console.log(report);
else writeFileSync(`${root}tests/reports/thumbnails.md`, report);
