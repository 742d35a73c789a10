/** E2: an isolated component looks the same and does not move while it is edited (the real host, under its policy, D13). */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { findViolations } from './lib/axe';
import { editableComponent, editorJourney, inEditorUI, waitForEditorState } from './lib/editor-page';
import {
  closeEditor,
  openIsolatedEditor,
  isolatedComponent,
  SCREENSHOTS,
  addPageStyle,
  VIEW,
} from './lib/isolated-editor';
import { comparePixels } from './lib/pixels';
import { pollUntil } from './lib/wait-until';

const at = editorJourney();

/** A screenshot of the page without the editor's interface and the caret. */
async function picture(name: string): Promise<Uint8Array> {
  await at.page.evaluate(() => {
    const editor = document.querySelector('feaas-editor')!;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(':host(.unseen) { display: none !important }');
    editor.shadowRoot!.adoptedStyleSheets.push(sheet);
    editor.classList.add('unseen');
  });
  for (const frame of at.page.frames())
    await frame.evaluate(async () => {
      const shadows = [...document.querySelectorAll('feaas-component')].map(({ shadowRoot }) => shadowRoot);
      const images = [document, ...shadows].flatMap((root) => [...(root?.querySelectorAll('img') ?? [])]);
      await Promise.all(images.map((image) => image.decode()));
      const sheet = new CSSStyleSheet();
      sheet.replaceSync('*, *::after { caret-color: transparent !important }');
      document.adoptedStyleSheets.push(sheet);
    });
  await at.page.mouse.move(1, 1);
  const shot = await at.page.screenshot();
  await at.page.evaluate(() => document.querySelector('feaas-editor')!.classList.remove('unseen'));
  writeFileSync(`${SCREENSHOTS}/${name}.png`, shot);
  return shot;
}

/** Positions of all elements of the page, without those of the editor. */
const places = (): Promise<string[]> =>
  at.page.evaluate(() =>
    [...document.querySelectorAll('body *')]
      .filter((each) => !each.closest('feaas-editor') && each.getClientRects().length > 0)
      .map((each) => {
        const { left, top, width, height } = each.getBoundingClientRect();
        return `${each.localName} ${[left + scrollX, top + scrollY, width, height].join(' ')}`;
      }),
  );

for (const [name, css, attributes] of [
  ['plain', '', ''],
  [
    'inherited',
    ':root { font-size: 19px } body { font: italic 1.1rem/1.7 "Liberation Serif", serif; color: #234; letter-spacing: .3px; word-spacing: 2px; text-align: justify; --au-accent: red; background: #fed } main { max-width: 611.4px; padding: 3.3px 0 0 7.7px }',
    '',
  ],
  ['dark', ':root { color-scheme: dark; background: #123 } body { color: #cde }', ''],
  ['rtl', 'body { font-size: 20px }', 'dir="rtl" lang="ar"'],
  ['night', 'body { background: #000 }', ''],
  [
    'part',
    'feaas-component { display: grid; place-items: center } feaas-component::part(content) { color-scheme: dark; padding: 12px; border: 2px dashed red; border-radius: 20px; box-shadow: 0 0 30px black; width: 70% }',
    '',
  ],
  [
    'faces',
    '@font-face { font-family: Mono; src: local("Liberation Mono") } feaas-component::part(content) { font-family: Mono; text-decoration: underline }',
    '',
  ],
  [
    'moved',
    'main { translate: 20.5px 13.25px; width: 500px } feaas-component { padding: 10px 20px; border: 3px solid teal; background: #eee; margin: 9px }',
    '',
  ],
] as const) {
  test(`opening the editor changes no pixel and moves nothing: ${name}`, async () => {
    if (name === 'night') await at.page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'dark' }]);
    const version = await at.publish(VIEW);
    await at.open(isolatedComponent(version) + '<p>Behind it</p>', { attributes: `cdn="/cdn" ${attributes}` });
    await addPageStyle(at.page, css);
    const [closed, stood] = [await picture(`${name}-closed`), await places()];
    await openIsolatedEditor(at.page);
    assert.deepEqual(await places(), stood);
    const { count, largest, first } = await comparePixels(at.browser, closed, await picture(`${name}-opened`));
    // Antialiasing of rounded corners differs slightly at fractions of a pixel.
    if (name === 'moved' || name === 'part')
      assert.ok(count < 10 && largest < 16, `${count} pixels, by ${largest}, from ${first}`);
    else assert.deepEqual([count, first], [0, '']);
    await closeEditor(at.page);
    assert.deepEqual(await places(), stood);
    assert.deepEqual(at.consoleMessages, []);
  });
}

test('axe finds nothing while an isolated component is edited, in the page and in the frame', async () => {
  await at.page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }]);
  const version = await at.publish(VIEW);
  await at.open(isolatedComponent(version));
  const frame = await openIsolatedEditor(at.page, 'p');
  assert.deepEqual(await findViolations(at.page, { frames: [frame] }), []);
  await at.page.screenshot({ path: `${SCREENSHOTS}/ready.png` });
});

test('changes of the page’s fonts and color scheme apply to the edited content', async () => {
  const version = await at.publish(VIEW);
  await at.open(isolatedComponent(version));
  const frame = await openIsolatedEditor(at.page, 'p');
  /** Computed styles of the content, or of its copy in the frame, as text. */
  const look = (element: Element): string => {
    const { letterSpacing, wordSpacing, colorScheme, backgroundColor, color } = getComputedStyle(element);
    return [letterSpacing, wordSpacing, colorScheme, backgroundColor, color].join();
  };
  const own = (): Promise<string> => at.page.$eval('feaas-component >>> [part=content]', look);
  const light = await own();
  /** Polls by animation frames of the frame until its styles equal those of the content. */
  const followed = async (): Promise<void> => {
    const wanted = await own();
    for (let count = 0; (await frame.$eval('[data-feaas-host] > *', look)) !== wanted && count < 200; count++)
      await frame.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    assert.equal(await frame.$eval('[data-feaas-host] > *', look), wanted);
  };
  await followed();
  await at.page.evaluate(() => (document.documentElement.style.cssText = 'letter-spacing: 1px; word-spacing: 3px'));
  assert.match(await own(), /^1px,3px,/);
  await followed();
  await at.page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'dark' }]);
  assert.notEqual((await own()).split('rgb')[1], light.split('rgb')[1]);
  await followed();
});

test('the tools of a block are at the same place as without isolation', async () => {
  await at.page.setViewport({ width: 1000, height: 700 });
  const version = await at.publish(VIEW);
  const positions: string[][] = [];
  for (const body of [editableComponent(version, version), isolatedComponent(version)]) {
    await at.open(body);
    const isIsolated = body.includes('isolate');
    await (await at.page.waitForSelector(isIsolated ? 'feaas-component >>> p' : 'feaas-component p'))!.click();
    await waitForEditorState(at.page, 'ready');
    await at.page.waitForSelector(inEditorUI('.handles'), { visible: true });
    const read = (): Promise<string[]> =>
      at.page.$eval('feaas-editor', (editor) =>
        ['.handles', '.bar--main'].map((name) => {
          const { left, top } = editor.shadowRoot!.querySelector(name)!.getBoundingClientRect();
          return `${name} ${Math.round(left)} ${Math.round(top)}`;
        }),
      );
    const expected = positions[0]?.join();
    positions.push(await pollUntil(read, (now) => now.join() === (expected ?? now.join())));
    await closeEditor(at.page);
  }
  assert.deepEqual(positions[1], positions[0]);
});
