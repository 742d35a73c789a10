/** Pasted and dropped files: a screenshot, a picture from a folder (the real editor on the real host, under its policy, D13). */
import assert from 'node:assert/strict';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Frame, HTTPRequest, Page } from 'puppeteer';
import sharp, { type SharpOptions } from 'sharp';
import { queryHost } from './lib/query-host';
import {
  inEditorUI,
  editableComponent,
  openEditor,
  editorJourney,
  pressWithModifiers,
  waitForPickerClosed,
  clickButton,
  saveAndVerify,
  waitForComponentText,
} from './lib/editor-page';
import * as isolation from './lib/isolated-editor';
import { waitForNetworkIdle } from './lib/network-idle';
import { pollUntil } from './lib/wait-until';

const at = editorJourney();
const OLD = '/media/aurora/hero.svg';
const IMAGE = `<img src="${OLD}" alt="Sky" width="80" height="50">`;
const VIEW = `<section><h2>Title</h2><p id="own">One two</p>${IMAGE}</section>`;
const NEW = /<img src="\/media\/aurora\/[^"]+" alt="A field" srcset="[^"]+ 1600w, [^"]+" width="1600" height="200">/;

/** Creates a new picture of noise, because the host stores a plain one in one size only. */
let count = 0;
const picture = async (): Promise<string> =>
  (
    await sharp({
      create: { width: 1600, height: 200, channels: 3, noise: { type: 'gaussian', mean: 100 + ++count, sigma: 20 } },
    } as SharpOptions)
      .png()
      .toBuffer()
  ).toString('base64');

interface Given {
  readonly kind: 'paste' | 'drop';
  /** Content as base64. */
  readonly content: string;
  /** Content of further files; their names are `1-…`, `2-…`. */
  readonly more?: readonly string[];
  readonly name?: string;
  readonly type?: string;
  /** Selector of the drop target; the focused element by default. */
  readonly on?: string;
}

/** Passes a file to the page as a browser does: `dragover` before `drop`. Resolves with whether the browser's default action runs. */
const give = (page: Page | Frame, given: Given): Promise<boolean> =>
  page.evaluate(({ kind, content, more = [], name = 'image.png', type = 'image/png', on }) => {
    const transfer = new DataTransfer();
    for (const [at, each] of [content, ...more].entries()) {
      const bytes = Uint8Array.from(atob(each), (letter) => letter.charCodeAt(0));
      transfer.items.add(new File([bytes], at ? `${at}-${name}` : name, { type }));
    }
    const init = { bubbles: true, cancelable: true, composed: true };
    let target = on ? document.querySelector(on)! : document.activeElement!;
    while (!on && target.shadowRoot?.activeElement) target = target.shadowRoot.activeElement;
    const { left, top, width, height } = target.getBoundingClientRect();
    const there = { clientX: left + width / 2, clientY: top + height / 2 };
    if (kind === 'paste')
      return target.dispatchEvent(new ClipboardEvent('paste', { ...init, clipboardData: transfer }));
    const isLeft = target.dispatchEvent(new DragEvent('dragover', { ...init, ...there, dataTransfer: transfer }));
    return target.dispatchEvent(new DragEvent('drop', { ...init, ...there, dataTransfer: transfer })) || isLeft;
  }, given);

async function begin(view = VIEW): Promise<string> {
  const version = await at.publish(view);
  await at.open(editableComponent(version, version));
  await openEditor(at.page);
  // Wait for pending requests.
  await waitForNetworkIdle(at.page, 200);
  return version;
}
/** Describes the uploaded picture, which is selected, and inserts it. */
async function use(): Promise<void> {
  await at.page.waitForSelector(inEditorUI('.dialog--pick >>> .chosen:not(.current)'), {
    visible: true,
    timeout: 60_000,
  });
  await at.page.keyboard.type('A field');
  await clickButton(at.page, 'Use picture');
  await waitForPickerClosed(at.page);
}
const caretInText = async (): Promise<void> => {
  await at.page.click('#own');
  await at.page.keyboard.press('Home');
  for (let step = 0; step < 3; step++) await at.page.keyboard.press('ArrowRight');
};

test('a screenshot pasted into a text is uploaded and inserted at the caret, as one undo step', async () => {
  const version = await begin();
  await caretInText();
  assert.equal(await give(at.page, { kind: 'paste', content: await picture() }), false);
  await use();
  await at.page.waitForSelector('feaas-component img[alt="A field"]');
  const view = await saveAndVerify(at, version);
  assert.match(view, NEW);
  assert.equal(view.replace(NEW, 'IMG'), VIEW.replace('One two', 'One</p><p>IMG</p><p> two'));
  await pressWithModifiers(at.page, ['Control'], 'z');
  await waitForComponentText(at.page, 'Title\n\nOne two');
  await saveAndVerify(at, version, VIEW);
  assert.deepEqual(at.consoleMessages, []);
});

test('a picture replaces the picture that it is dropped on, or pasted onto', async () => {
  const version = await begin();
  await caretInText();
  assert.equal(await give(at.page, { kind: 'drop', content: await picture(), on: 'feaas-component img' }), false);
  await use();
  const replaced =
    /<img src="\/media\/aurora\/[^"]+" alt="A field" width="80" height="10" srcset="[^"]+ 1600w, [^"]+">/;
  const dropped = await saveAndVerify(at, version);
  assert.equal(dropped.replace(replaced, IMAGE), VIEW);
  // Paste while the dialog of a clicked picture is open.
  await at.page.click('feaas-component img');
  await at.page.waitForSelector(inEditorUI('.dialog--pick >>> .current'), { visible: true });
  assert.equal(await give(at.page, { kind: 'paste', content: await picture() }), false);
  await use();
  const pasted = await saveAndVerify(at, version);
  assert.notEqual(pasted, dropped);
  assert.equal(pasted.replace(replaced, IMAGE), VIEW);
  // Paste while the toolbar of the picture has the focus.
  await at.page.waitForFunction(() =>
    document.querySelector('feaas-editor')!.shadowRoot!.activeElement?.closest('.handles'),
  );
  assert.equal(await give(at.page, { kind: 'paste', content: await picture() }), false);
  await use();
  const again = await saveAndVerify(at, version);
  assert.notEqual(again, pasted);
  assert.equal(again.replace(replaced, IMAGE), VIEW);
  assert.deepEqual(at.consoleMessages, []);
});

test('a description that is being written stays while another picture uploads, and can be applied', async () => {
  const version = await begin();
  await at.page.click('feaas-component img');
  const field = await at.page.waitForSelector(inEditorUI('.dialog--pick >>> .current input[name=alt]'), {
    visible: true,
  });
  await field!.click({ count: 3 });
  await at.page.keyboard.type('Clouds');
  assert.equal(await give(at.page, { kind: 'paste', content: await picture() }), false);
  await at.page.waitForSelector(inEditorUI('.dialog--pick >>> [role=option]'), { visible: true, timeout: 60_000 });
  await at.page.waitForSelector(inEditorUI('.dialog--pick >>> progress'), { hidden: true, timeout: 60_000 });
  await at.page.keyboard.type(' above');
  await clickButton(at.page, 'Apply');
  await waitForPickerClosed(at.page);
  await saveAndVerify(at, version, VIEW.replace('Sky', 'Clouds above'));
});

test('the first of several files can be used while the others upload, and they all arrive', async () => {
  await begin();
  await at.page.setRequestInterception(true);
  let held: HTTPRequest | undefined;
  let hears = (): void => {};
  const second = new Promise<void>((resolve) => (hears = resolve));
  let uploads = 0;
  at.page.on('request', (request) => {
    const isUpload = request.headers()['content-type']?.startsWith('multipart/');
    if (!isUpload || ++uploads !== 2) return void request.continue();
    held = request;
    hears();
  });
  await caretInText();
  const more = [await picture(), await picture()];
  await give(at.page, { kind: 'paste', content: await picture(), more, name: 'several.png' });
  await second;
  await use();
  await at.page.waitForSelector('feaas-component img[alt="A field"]');
  await held!.continue();
  const listed = async (): Promise<string[]> => {
    const { media } = await queryHost<any>(
      at.host,
      '{ media(library: "aurora", search: "several", first: 10) { items { name } } }',
    );
    return media.items.map(({ name }: { name: string }) => name).sort();
  };
  const all = await pollUntil(listed, ({ length }) => length === 3);
  assert.deepEqual(all, ['1-several.png', '2-several.png', 'several.png']);
});

test('a file that is not a picture is refused with a message, and nothing changes', async () => {
  const version = await begin();
  await caretInText();
  const file = { content: btoa('no picture'), name: 'notes.pdf', type: 'application/pdf', on: '#own' };
  assert.equal(await give(at.page, { kind: 'drop', ...file }), false);
  const alert = await at.page.waitForSelector(inEditorUI('.dialog--pick >>> [role=alert]'), { visible: true });
  assert.match(await alert!.evaluate((each) => each.textContent!), /notes\.pdf/);
  await at.page.keyboard.press('Escape');
  await waitForPickerClosed(at.page);
  await saveAndVerify(at, version, VIEW);
});

test('in a text without an element of its own, a picture is inserted after the text', async () => {
  const view = '<section>Loose <p id="own">One two</p></section>';
  const version = await begin(view);
  await at.page.mouse.click(
    ...(await at.page.$eval('feaas-component section', (each) => {
      const words = document.createRange();
      words.selectNode(each.firstChild!);
      const { left, top, height } = words.getBoundingClientRect();
      return [left + 4, top + height / 2] as const;
    })),
  );
  await at.page.waitForFunction(() => document.activeElement?.textContent?.startsWith('Loose'));
  await give(at.page, { kind: 'paste', content: await picture() });
  await at.page.waitForSelector(inEditorUI('.dialog--pick >>> .chosen'), { visible: true, timeout: 60_000 });
  await use();
  assert.match(
    await saveAndVerify(at, version),
    /^<section>Loose <p><img [^>]+><\/p><p id="own">One two<\/p><\/section>$/,
  );
});

test('with a selected list item, a picture is inserted after the list', async () => {
  const view = '<section><ul><li id="own" data-path="trip">One</li></ul><p>Text</p></section>';
  const version = await begin(view);
  // A click selects a bound text instead of putting a caret into it.
  await at.page.click('#own');
  await at.page.waitForSelector(inEditorUI('.ring--chosen'), { visible: true });
  assert.equal(await give(at.page, { kind: 'paste', content: await picture() }), false);
  await use();
  await at.page.waitForSelector('section > ul + img[alt="A field"] + p');
  assert.equal((await saveAndVerify(at, version)).replace(NEW, ''), view);
});

test('isolated: a picture pasted into a text, and dropped on a picture', async () => {
  const version = await at.publish(VIEW);
  await at.open(isolation.isolatedComponent(version));
  const frame = await isolation.openIsolatedEditor(at.page, '#own');
  await waitForNetworkIdle(at.page, 200);
  await at.page.keyboard.press('End');
  assert.equal(await give(frame, { kind: 'paste', content: await picture() }), false);
  await use();
  await frame.waitForSelector('img[alt="A field"]');
  assert.equal(await give(frame, { kind: 'drop', content: await picture(), on: 'img[alt="Sky"]' }), false);
  await use();
  await frame.waitForFunction(() => document.querySelectorAll('img[alt="A field"]').length === 2);
  await pressWithModifiers(at.page, ['Control'], 's');
  assert.deepEqual(at.consoleMessages, []);
});

test('a file dropped outside the component goes to elements that accept files, and the browser does not open it', async () => {
  await begin();
  const file = join(await mkdtemp(join(tmpdir(), 'feaas-beside-')), 'notes.txt');
  await writeFile(file, 'Notes');
  await at.page.evaluate(() => {
    const add = <Name extends 'p' | 'input'>(name: Name, id: string) =>
      document.body.appendChild(Object.assign(document.createElement(name), { id }));
    add('p', 'beside').textContent = 'Beside';
    add('input', 'field').type = 'file';
    const zone = add('p', 'zone');
    zone.textContent = 'Files here';
    zone.addEventListener('dragover', (event) => {
      event.preventDefault();
      event.dataTransfer!.dropEffect = 'copy';
    });
    zone.addEventListener('drop', (event) => {
      event.preventDefault();
      zone.textContent = event.dataTransfer!.files[0]!.name;
    });
    const told: Record<string, unknown> = ((globalThis as any).told = {});
    addEventListener('dragover', ({ target, defaultPrevented, dataTransfer }) => {
      told[(target as Element).id] = defaultPrevented && dataTransfer!.dropEffect;
    });
  });
  // Use the browser's own drag of a file from a folder.
  const browser = await at.page.createCDPSession();
  for (const id of ['beside', 'field', 'zone']) {
    const on = await at.page.$(`#${id}`);
    await on!.scrollIntoView();
    const { x, y } = await on!.clickablePoint();
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
      await browser.send('Input.dispatchDragEvent', {
        ...{ type, x, y, data: { items: [], files: [file], dragOperationsMask: 1 } },
      });
  }
  await at.page.waitForFunction(() => document.getElementById('zone')!.textContent === 'notes.txt');
  const taken = await at.page.$eval('#field', (field) => (field as HTMLInputElement).files![0]?.name);
  assert.equal(taken, 'notes.txt');
  const told = await at.page.evaluate(() => (globalThis as any).told);
  assert.deepEqual(told, { beside: 'none', field: false, zone: 'copy' });
  assert.deepEqual(at.consoleMessages, []);
});
