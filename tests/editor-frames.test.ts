/** Editing of components in a frame, from the page around the frame (specification §2; contract §5, M1, M2). */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { Frame } from 'puppeteer';
import {
  inEditorUI,
  editableComponent,
  editorJourney,
  versionId,
  clickButton,
  waitForEditorState,
  waitForComponentText,
} from './lib/editor-page';
import { send, startServer, WWW } from './lib/server';
import { pollUntil } from './lib/wait-until';

const at = editorJourney();

/** Opens a page with an editor and a frame, whose page contains a component of this version. */
async function open(version: string, attributes = ''): Promise<Frame> {
  await at.host.writePage(
    'framed.html',
    `<p>Framed</p><feaas-context library="aurora" ${attributes}></feaas-context>${editableComponent(version, `in-${version}`, 'id="one"')}` +
      `<p style="height:600px"></p><script type="module" src="/preview.js"></script>`,
    'cdn="/cdn" library="aurora"',
  );
  await at.host.writePage(
    'around.html',
    `<h1>Around</h1><feaas-context library="aurora" ${attributes}><feaas-editor></feaas-editor></feaas-context>` +
      `<iframe src="/framed.html" title="Framed" width="700" height="400"></iframe>`,
  );
  await at.page.goto(`${at.host.origin}/around.html`);
  await at.page.evaluate(
    (token) => void Object.assign(document.querySelector('feaas-context')!, { auth: token }),
    at.host.token,
  );
  await at.page.waitForFunction(() => document.querySelector('feaas-editor')!.hasAttribute('aria-busy'));
  const frame = await (await at.page.waitForSelector('iframe'))!.contentFrame();
  await frame.waitForSelector('feaas-component p');
  return frame;
}

/** The component in the outer page that covers the framed one. */
const STAGE = 'iframe + feaas-component';

/** Waits until the covering component has the position and width of the framed one. */
async function waitForStageOverComponent(frame: Frame): Promise<void> {
  const [x, y, width] = await frame.$eval('feaas-component', (each) => {
    const { left, top, width } = each.getBoundingClientRect();
    return [left, top, width] as const;
  });
  await at.page.waitForFunction(
    (selector, x, y, width) => {
      const stage = document.querySelector(selector);
      const iframe = document.querySelector('iframe')!;
      const { left, top } = iframe.getBoundingClientRect();
      const now = stage?.firstElementChild && stage.getBoundingClientRect();
      const wanted = [left + iframe.clientLeft + x, top + iframe.clientTop + y, width];
      return now && [now.left, now.top, now.width].every((each, index) => Math.abs(each - wanted[index]!) < 0.5);
    },
    {},
    ...([STAGE, x, y, width] as const),
  );
}

/** Waits until the console of the outer page has this message. */
async function waitForConsoleMessage(line: RegExp): Promise<void> {
  const isSaid = (): boolean => at.consoleMessages.some((each) => line.test(each));
  assert.ok(
    await pollUntil(isSaid, Boolean),
    `The console has not said ${line}, but: ${at.consoleMessages.join('\n')}`,
  );
}

test('a click on a framed component edits it in place, the frame shows every change, and saving publishes its fork', async () => {
  const version = await at.publish('<p>Framed text</p>');
  const frame = await open(version);
  await frame.click('feaas-component p');
  await waitForEditorState(at.page, 'ready');
  await waitForStageOverComponent(frame);
  await at.page.keyboard.press('End');
  await at.page.keyboard.type(', edited');
  await frame.waitForFunction(() => document.querySelector('feaas-component')!.textContent === 'Framed text, edited');
  // The frame shows the view itself, without markup of the editor.
  assert.equal(await frame.$eval('feaas-component', (each) => each.innerHTML), '<p>Framed text, edited</p>');
  await clickButton(at.page, 'Save customization');
  await (await at.page.waitForSelector(inEditorUI('dialog[open] .button--main'), { visible: true }))!.click();
  await at.page.waitForFunction(() => document.querySelector('feaas-editor')!.hasAttribute('forked'));
  const [fork] = await at.versions.find([versionId(`in-${version}`)]);
  assert.equal(fork?.view, '<p>Framed text, edited</p>');
  await clickButton(at.page, 'Close');
  await waitForEditorState(at.page, 'idle');
  assert.equal(await at.page.$(STAGE), null);
  // The fork did not exist before.
  assert.deepEqual(
    at.consoleMessages.filter((line) => !/status of 404/.test(line)),
    [],
  );
});

test('§4 after closing without saving, the frame shows the last saved content', async () => {
  const version = await at.publish('<p>Framed text</p>');
  const frame = await open(version);
  const showsText = (text: string): Promise<unknown> =>
    frame.waitForFunction((text) => document.querySelector('feaas-component')!.textContent === text, {}, text);
  await frame.click('feaas-component p');
  await waitForEditorState(at.page, 'ready');
  await at.page.keyboard.press('End');
  await at.page.keyboard.type(', lost');
  await showsText('Framed text, lost');
  await clickButton(at.page, 'Close');
  await clickButton(at.page, 'Discard changes');
  await waitForEditorState(at.page, 'idle');
  await showsText('Framed text');
  await frame.click('feaas-component p');
  await waitForEditorState(at.page, 'ready');
  await at.page.keyboard.press('End');
  await at.page.keyboard.type(', saved');
  await clickButton(at.page, 'Save customization');
  await (await at.page.waitForSelector(inEditorUI('dialog[open] .button--main'), { visible: true }))!.click();
  await at.page.waitForFunction(() => document.querySelector('feaas-editor')!.hasAttribute('forked'));
  await at.page.keyboard.type(', lost');
  await showsText('Framed text, saved, lost');
  await clickButton(at.page, 'Close');
  await clickButton(at.page, 'Discard changes');
  await waitForEditorState(at.page, 'idle');
  await showsText('Framed text, saved');
});

test('the covering component follows scrolling of the frame and of the page', async () => {
  const version = await at.publish('<p>Scrolled</p>');
  const frame = await open(version);
  await frame.click('feaas-component p');
  await waitForEditorState(at.page, 'ready');
  await waitForStageOverComponent(frame);
  await frame.evaluate(() => scrollBy(0, 40));
  assert.equal(await frame.evaluate(() => scrollY), 40);
  await waitForStageOverComponent(frame);
});

test('by keyboard: Enter on a framed component opens it', async () => {
  const version = await at.publish('<p>By key</p>');
  const frame = await open(version);
  await frame.$eval('feaas-component', (each) => {
    each.setAttribute('tabindex', '0');
    (each as HTMLElement).focus();
  });
  await at.page.keyboard.press('Enter');
  await waitForEditorState(at.page, 'ready');
});

/** Files of the kit that listen to framed pages, found by a message type that only they contain. */
const HEARING = readdirSync(`${WWW}build`).filter(
  (name) => name.endsWith('.js') && readFileSync(`${WWW}build/${name}`, 'utf8').includes('feaasUpdate'),
);

test('a request of a frame before the editor listens is not lost', async () => {
  assert.ok(HEARING.length > 0);
  const version = await at.publish('<p>Early</p>');
  const { page } = at;
  let go = (): void => {};
  const loaded = new Promise<void>((resolve) => (go = resolve));
  const held: string[] = [];
  await page.setRequestInterception(true);
  page.on('request', (request) => {
    const late = HEARING.find((name) => request.url().endsWith(`/${name}`));
    if (late) held.push(late);
    void (late ? loaded : Promise.resolve()).then(() => request.continue());
  });
  await page.evaluateOnNewDocument(() => {
    addEventListener('message', ({ data }) => ((window as any).heard ??= []).push(data.type));
  });
  const frame = await open(version);
  await frame.click('feaas-component p');
  await page.waitForFunction(() => (window as any).heard?.includes('feaasEdit'));
  // The listening file had not loaded, and nothing else handled the message.
  assert.ok(held.length > 0);
  assert.equal(await page.$(STAGE), null);
  go();
  await waitForEditorState(page, 'ready');
  await waitForStageOverComponent(frame);
  await page.keyboard.press('End');
  await page.keyboard.type('!');
  await frame.waitForFunction(() => document.querySelector('feaas-component')!.textContent === 'Early!');
});

test('two requests while the editor opens, such as by a double click, open one component', async () => {
  const version = await at.publish('<p>Twice</p>');
  const { page } = at;
  let go = (): void => {};
  const answered = new Promise<void>((resolve) => (go = resolve));
  await page.setRequestInterception(true);
  page.on('request', (request) => {
    const isHeld = request.url().includes('/graphql');
    void (isHeld ? answered : Promise.resolve()).then(() => request.continue());
  });
  await page.evaluateOnNewDocument(() => {
    addEventListener('message', ({ data }) => ((window as any).heard ??= []).push(data.type));
  });
  const frame = await open(version);
  const heard = (times: number): Promise<unknown> =>
    page.waitForFunction(
      (times) => (window as any).heard?.filter((type: string) => type === 'feaasEdit').length === times,
      {},
      times,
    );
  const asking = page.waitForRequest((request) => request.url().includes('/graphql'));
  await frame.click('feaas-component p');
  await heard(1);
  // The session has found its component.
  await asking;
  await frame.$eval('feaas-component p', (each) => each.click());
  await heard(2);
  assert.equal((await page.$$('iframe ~ feaas-component')).length, 1);
  // The covering component also follows scrolling before the editor is ready.
  await frame.evaluate(() => scrollBy(0, 40));
  await waitForStageOverComponent(frame);
  go();
  await waitForEditorState(page, 'ready');
  await waitForStageOverComponent(frame);
  await page.keyboard.press('End');
  await page.keyboard.type('!');
  await frame.waitForFunction(() => document.querySelector('feaas-component')!.textContent === 'Twice!');
  await clickButton(page, 'Undo');
  await clickButton(page, 'Close');
  await waitForEditorState(page, 'idle');
  // After it closes, the editor opens again on request.
  await frame.click('feaas-component p');
  await waitForEditorState(page, 'ready');
});

test('M1 a framed page of another origin can open nothing and receives nothing unless its origin is listed', async () => {
  const version = await at.publish('<p>Guarded</p>');
  const other = await startServer((_request, response) =>
    send(response, '<!doctype html><script>heard=[];onmessage=(event)=>heard.push(event.data)</script>'),
  );
  try {
    const page = at.page;
    await page.setBypassCSP(true);
    const ask = async (attributes: string): Promise<Frame> => {
      await open(version, attributes);
      await page.$eval('iframe', (iframe, src) => void (iframe.src = src), `${other.origin}/other`);
      const frame = await (await page.waitForSelector('iframe'))!.contentFrame();
      await frame.waitForFunction(() => 'heard' in window);
      await frame.evaluate((version) => {
        const edit = {
          type: 'feaasEdit',
          id: 'x',
          library: 'aurora',
          component: 'footer',
          version,
          instance: 'framed',
        };
        parent.postMessage(
          { type: 'feaasMeasurements', measurements: { x: { top: 9, left: 9, width: 99, height: 9 } } },
          '*',
        );
        parent.postMessage(edit, '*');
      }, version);
      return frame;
    };
    const stranger = await ask('');
    await waitForConsoleMessage(/Ignored a message 'feaasEdit' from http/);
    assert.equal(await page.$(STAGE), null);
    assert.equal(await page.$eval('feaas-editor', (editor) => editor.getAttribute('state')), 'idle');
    assert.deepEqual(await stranger.evaluate(() => (window as any).heard), []);

    const friend = await ask(`origins="${other.origin}"`);
    await waitForEditorState(page, 'ready');
    await waitForComponentText(page, 'Guarded', STAGE);
    await page.keyboard.press('End');
    await page.keyboard.type('!');
    await friend.waitForFunction(() => (window as any).heard.some(({ content }: any) => content === '<p>Guarded!</p>'));
    // After the frame has navigated, typed text has no target there.
    const elsewhere = await startServer((_request, response) =>
      send(response, '<!doctype html><script>late=[];onmessage=(event)=>late.push(event.data)</script>'),
    );
    try {
      await page.$eval('iframe', (iframe, src) => void (iframe.src = src), `${elsewhere.origin}/elsewhere`);
      const moved = await (await page.waitForSelector('iframe'))!.contentFrame();
      await moved.waitForFunction(() => 'late' in window);
      await page.click(`${STAGE} p`);
      await page.keyboard.type('?');
      await waitForConsoleMessage(/postMessage.*target origin/);
      assert.deepEqual(await moved.evaluate(() => (window as any).late), []);
    } finally {
      await elsewhere.close();
    }
  } finally {
    await other.close();
  }
});
