/** E2: an isolated component is edited in a frame above it (the real editor on the real host, under its policy, D13). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Frame } from 'puppeteer';
import {
  inEditorUI,
  editableComponent,
  editorJourney,
  focusComponent,
  versionId,
  waitForSaveButton,
  pickEntry,
  clickButton,
  waitForEditorState,
} from './lib/editor-page';
import {
  closeEditor,
  openIsolatedEditor,
  isolatedComponent,
  waitForEditorFrame,
  SCREENSHOTS,
  addPageStyle,
  VIEW,
} from './lib/isolated-editor';
import { typeWithoutPauses } from './lib/type-without-pauses';
import { pollUntil } from './lib/wait-until';

const at = editorJourney();

/** Waits until the frame has this text, and the content below it has the same text and height. */
async function reads(frame: Frame, text: string): Promise<void> {
  await frame
    .waitForFunction(
      (text) => document.querySelector<HTMLElement>('[data-feaas-host] > *')!.innerText.trim() === text,
      { timeout: 30_000 },
      text,
    )
    .catch(async () => {
      assert.equal(await frame.$eval('[data-feaas-host] > *', (twin) => (twin as HTMLElement).innerText.trim()), text);
    });
  // Compare layout sizes: the bounding box of a rotated element is larger than the element.
  await at.page.waitForFunction(
    (height) => {
      const component = document.querySelector<HTMLElement>('feaas-component')!;
      return component.offsetHeight === height && component.shadowRoot!.querySelector('iframe')!.clientHeight >= height;
    },
    { timeout: 30_000 },
    await frame.$eval('[data-feaas-host] > *', (twin) => (twin as HTMLElement).offsetHeight),
  );
}
/** Names and markup in the component's own shadow root. */
const inside = (): Promise<string> =>
  at.page.$eval('feaas-component', ({ shadowRoot }) =>
    Array.from(shadowRoot!.children, ({ outerHTML }) => outerHTML).join('\n'),
  );
const pressed = async (keys: string): Promise<void> => {
  const { keyboard } = at.page;
  const all = keys.split('+') as Parameters<typeof keyboard.press>[0][];
  for (const key of all.slice(0, -1)) await keyboard.down(key);
  await keyboard.press(all.at(-1)!);
  for (const key of all.slice(0, -1).reverse()) await keyboard.up(key);
};

test('typing, splitting, marks, links, undo, moving, saving: visitors see the result in the shadow root, and nothing of the editor is left', async () => {
  const version = await at.publish('<section><h2>Title</h2><p>One two</p></section>');
  await at.open(isolatedComponent(version));
  const before = await inside();
  const frame = await openIsolatedEditor(at.page, 'p');
  await reads(frame, 'Title\n\nOne two');
  await pressed('End');
  await at.page.keyboard.type(' three');
  await reads(frame, 'Title\n\nOne two three');
  await pressed('Enter');
  await typeWithoutPauses(at.page, 'Next');
  await reads(frame, 'Title\n\nOne two three\n\nNext');
  await pressed('Control+z');
  await pressed('Control+z');
  await reads(frame, 'Title\n\nOne two three');
  await pressed('Control+y');
  await pressed('Control+y');
  await reads(frame, 'Title\n\nOne two three\n\nNext');
  await pressed('Shift+Home');
  // The toolbar is at the selection in the frame.
  const tools = await at.page.waitForSelector(inEditorUI('[aria-label="Text tools"]'), { visible: true });
  const bar = (await tools!.boundingBox())!;
  const line = await (await frame.$('section > p:last-child'))!.boundingBox();
  assert.ok(
    Math.min(Math.abs(bar.y + bar.height - line!.y), Math.abs(line!.y + line!.height - bar.y)) < 24,
    JSON.stringify([bar, line]),
  );
  await pressed('Control+b');
  await frame.waitForSelector('p strong');
  await pressed('Control+k');
  await at.page.waitForSelector(inEditorUI('input[name=href]'), { visible: true });
  await at.page.keyboard.type('/there');
  await pressed('Enter');
  await frame.waitForSelector('p a[href="/there"]');
  await frame.waitForFunction(() => document.hasFocus() && document.activeElement?.localName === 'p');
  await pressed('Alt+Shift+ArrowUp');
  await reads(frame, 'Title\n\nNext\n\nOne two three');
  await pressed('Control+s');
  await clickButton(at.page, 'Save customization').catch(() => {});
  await waitForSaveButton(at.page, 'Up to date', false);
  const { view } = (await at.versions.find([versionId(version)]))[0]!;
  assert.match(
    view,
    /^<section><h2>Title<\/h2><p><(?:a href="\/there"><strong|strong><a href="\/there")>Next<.*<p>One two three<\/p><\/section>$/,
  );
  await closeEditor(at.page);
  await at.page.waitForFunction(
    (before, view, old) =>
      Array.from(document.querySelector('feaas-component')!.shadowRoot!.children, ({ outerHTML }) => outerHTML).join(
        '\n',
      ) === before.replace(old, view),
    { timeout: 30_000 },
    ...([before, view, '<section><h2>Title</h2><p>One two</p></section>'] as const),
  );
  assert.equal(at.page.frames().length, 1);
  const visitor = await at.openAnotherPage(await at.browser.createBrowserContext());
  await visitor.goto(at.page.url());
  const seen = await visitor.waitForSelector('feaas-component >>> strong', { visible: true, timeout: 30_000 });
  assert.equal(
    await seen!.evaluate((element) => (element.getRootNode() as ShadowRoot).host.localName),
    'feaas-component',
  );
  assert.deepEqual(
    at.consoleMessages.filter((line) => !/404/.test(line)),
    [],
  );
});

test('a picture with its text, a paste, an inserted block and its undo, a menu that a click in the frame closes', async () => {
  const version = await at.publish(VIEW);
  await at.open(isolatedComponent(version));
  const frame = await openIsolatedEditor(at.page, 'p');
  const image = await frame.$('img');
  await image!.click();
  const field = await at.page.waitForSelector(inEditorUI('input[name=alt]'), { visible: true });
  await field!.click({ count: 3 });
  await at.page.keyboard.type('Aurora');
  await pressed('Enter');
  await frame.waitForSelector('img[alt=Aurora]');
  await (await frame.$('li'))!.click();
  await pressed('End');
  await frame.evaluate(() => {
    const data = new DataTransfer();
    data.setData('text/plain', ' pasted');
    document.activeElement!.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    );
  });
  await frame.waitForFunction(() => document.querySelector('li')!.innerText === 'First pasted');
  await clickButton(at.page, 'Insert a block');
  await pickEntry(at.page, 'Quote');
  await frame.waitForSelector('blockquote');
  await clickButton(at.page, 'Undo');
  await frame.waitForFunction(() => !document.querySelector('blockquote'));
  await clickButton(at.page, 'More actions');
  await at.page.waitForSelector(inEditorUI('.menu:popover-open'), { visible: true });
  await (await frame.$('h2'))!.click();
  await at.page.waitForFunction(
    () => !document.querySelector('feaas-editor')!.shadowRoot!.querySelector('.menu:popover-open'),
  );
  await clickButton(at.page, 'More actions');
  await clickButton(at.page, 'Discard');
  await frame.waitForSelector('img[alt=Sky]');
  await waitForSaveButton(at.page, 'Up to date', false);
  assert.deepEqual(at.consoleMessages, []);
});

test('by keyboard alone: opening, moving into and out of the frame, closing; the focus returns to the component; the frame has a name', async () => {
  const version = await at.publish('<section><h2>Title</h2><p>One <a href="/x">link</a></p></section>');
  await at.open(isolatedComponent(version) + '<button id="behind">Behind</button>');
  await focusComponent(at.page);
  await pressed('Enter');
  await waitForEditorState(at.page, 'ready');
  const frame = await waitForEditorFrame(at.page);
  const focused = (): Promise<string> =>
    at.page.evaluate(() => {
      let element = document.activeElement;
      while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
      if (element?.localName === 'iframe') element = (element as HTMLIFrameElement).contentDocument!.activeElement;
      return `${element?.localName} ${element?.id}`.trim();
    });
  assert.equal(await focused(), 'h2');
  assert.equal(await at.page.$eval('feaas-component >>> iframe', (each) => each.title), 'Editor: \u2068footer\u2069');
  await at.page.keyboard.type('A');
  await reads(frame, 'ATitle\n\nOne link');
  await pressed('ArrowDown');
  await pressed('End');
  await at.page.keyboard.type('!');
  await reads(frame, 'ATitle\n\nOne link!');
  // Tab out of the frame and back into it.
  for (let count = 0; (await focused()) !== 'button behind' && count < 5; count++) await pressed('Tab');
  assert.equal(await focused(), 'button behind');
  for (let count = 0; !/^(?:a|p)$/.test(await focused()) && count < 5; count++) await pressed('Shift+Tab');
  assert.match(await focused(), /^(?:a|p)$/);
  await pressed('F6');
  await at.page.waitForFunction(() => document.activeElement?.localName === 'feaas-editor');
  await pressed('F6');
  await frame.waitForFunction(() => document.hasFocus() && document.activeElement!.hasAttribute('data-feaas-edited'));
  // The first Escape leaves the text, the second one leaves the editor.
  await pressed('Escape');
  await pressed('Escape');
  await at.page.waitForSelector(inEditorUI('dialog[open]'), { visible: true });
  await clickButton(at.page, 'Discard changes');
  await waitForEditorState(at.page, 'idle');
  await at.page.waitForFunction(() => document.activeElement?.localName === 'feaas-component');
  assert.equal(at.page.frames().length, 1);
});

for (const [name, css] of [
  ['turned', 'main { transform: rotate(7deg) scale(1.2) translateX(40px); transform-origin: 0 0; width: 500px }'],
  ['scrolled', 'main { height: 300px; overflow: auto } feaas-context { display: block; padding: 250px 0 600px }'],
] as const) {
  test(`clicks, typing and the outline are in place in a parent that is ${name}`, async () => {
    await at.page.setViewport({ width: 1000, height: 800 });
    const version = await at.publish('<section><h2>Title</h2><p>One two</p></section>');
    await at.open(isolatedComponent(version));
    await addPageStyle(at.page, css);
    await at.page.evaluate(() => document.querySelector('main')!.scrollTo(0, 240));
    const frame = await openIsolatedEditor(at.page, 'p');
    await pressed('End');
    await at.page.keyboard.type('!');
    await reads(frame, 'Title\n\nOne two!');
    await at.page.evaluate(() => document.querySelector('main')!.scrollBy(0, 33.5));
    // The outline covers the rendered block.
    await at.page.waitForFunction(
      () => {
        const ring = document
          .querySelector('feaas-editor')!
          .shadowRoot!.querySelector('.ring')
          ?.getBoundingClientRect();
        const block = document
          .querySelector('feaas-component')!
          .shadowRoot!.querySelector('p')!
          .getBoundingClientRect();
        const near = (one: number, other: number): boolean => Math.abs(one - other) < 0.1;
        return !!ring && near(ring.left, block.left) && near(ring.top, block.top) && near(ring.width, block.width);
      },
      { timeout: 30_000 },
    );
    // The toolbar leaves the middle of the component free once the layout is stable.
    await at.page.waitForFunction(
      () => {
        const { left, top, width, height } = document.querySelector('feaas-component')!.getBoundingClientRect();
        const root = document.querySelector('feaas-component')!.shadowRoot!;
        return root.elementFromPoint(left + width / 2, top + height / 2)?.localName === 'iframe';
      },
      { timeout: 30_000 },
    );
    await at.page.screenshot({ path: `${SCREENSHOTS}/${name}.png` });
  });
}

for (const [name, modal] of [
  ['elsewhere', false],
  ['into a modal dialog', true],
] as const)
  test(`the page moves the edited component ${name}: typed text stays, and undo continues`, async () => {
    const version = await at.publish('<section><h2>Title</h2><p>One two</p></section>');
    await at.open(`<dialog></dialog><main></main>${isolatedComponent(version)}`);
    let frame = await openIsolatedEditor(at.page, 'p');
    await pressed('End');
    // Stop the clock, so that the typed text is one undo step, however slow the frame is.
    await at.page.evaluate(() => {
      const now = Date.now();
      Date.now = () => now;
    });
    await at.page.keyboard.type(' three');
    await reads(frame, 'Title\n\nOne two three');
    await at.page.evaluate((modal) => {
      const dialog = document.querySelector('dialog')!;
      dialog.style.width = '90%';
      (modal ? dialog : document.querySelector('main'))!.append(document.querySelector('feaas-component')!);
      if (modal) dialog.showModal();
    }, modal);
    // The frame loses its content together with its document.
    await at.page.waitForFunction(
      () => {
        const frame = document.querySelector('feaas-component')!.shadowRoot!.querySelector('iframe');
        return frame?.contentDocument?.querySelector('[data-feaas-host] p');
      },
      { timeout: 30_000, polling: 100 },
    );
    frame = await waitForEditorFrame(at.page);
    await reads(frame, 'Title\n\nOne two three');
    await (await frame.waitForSelector('p'))!.click();
    await pressed('End');
    await at.page.keyboard.type(' four');
    await reads(frame, 'Title\n\nOne two three four');
    // Typing continues at the same place, so a single undo removes all of it.
    await pressed('Control+z');
    await reads(frame, 'Title\n\nOne two');
    await pressed('Control+y');
    await reads(frame, 'Title\n\nOne two three four');
    await pressed('Control+s');
    const view = await pollUntil(
      async () => (await at.versions.find([versionId(version)]))[0]!.view,
      (view) => view.includes('three'),
    );
    assert.equal(view, '<section><h2>Title</h2><p>One two three four</p></section>');
    assert.deepEqual(
      at.consoleMessages.filter((line) => !/404/.test(line)),
      [],
    );
  });

/** Moments at which the page moves the frame, each before its text becomes editable. */
const MOMENTS = ['before its frame loads', 'once its frame loads', 'while its frame loads the text editor'] as const;
for (const moment of MOMENTS)
  for (const isBack of [false, true])
    test(`the page moves the edited component, and ${isBack ? 'moves' : 'removes'} it ${moment}: it is editable again after its return`, async () => {
      const version = await at.publish('<section><h2>Title</h2><p>One two</p></section>');
      await at.open(`<aside></aside><main></main>${isolatedComponent(version)}`);
      await openIsolatedEditor(at.page, 'p');
      await pressed('End');
      await at.page.keyboard.type(' three');
      await at.page.evaluate(
        (moment, isBack) => {
          const edited = document.querySelector('feaas-component')!;
          const root = edited.shadowRoot!;
          const before = root.querySelector('iframe');
          const go = (): void => {
            if (isBack) document.querySelector('aside')!.append(edited);
            else edited.remove();
            Object.assign(window, { edited, isGone: true });
          };
          const frames = new MutationObserver(() => {
            const frame = root.querySelector('iframe');
            if (!frame || frame === before) return;
            frames.disconnect();
            if (moment === 'before its frame loads') return go();
            frame.addEventListener('load', () => {
              if (moment === 'once its frame loads') return go();
              const scripts = new MutationObserver(() => {
                scripts.disconnect();
                go();
              });
              scripts.observe(frame.contentDocument!.head, { childList: true });
            });
          });
          frames.observe(root, { childList: true, subtree: true });
          document.querySelector('main')!.append(edited);
        },
        moment,
        isBack,
      );
      await at.page.waitForFunction(() => (window as any).isGone);
      if (!isBack) await at.page.evaluate(() => document.querySelector('main')!.append((window as any).edited));
      await at.page.waitForFunction(
        () => {
          const frames = document.querySelector('feaas-component')!.shadowRoot!.querySelectorAll('iframe');
          return frames.length === 1 && frames[0]!.contentDocument?.querySelector('[contenteditable] feaas-line');
        },
        { timeout: 30_000, polling: 100 },
      );
      const frame = await waitForEditorFrame(at.page);
      await reads(frame, 'Title\n\nOne two three');
      await at.page.keyboard.type(' four');
      await reads(frame, 'Title\n\nOne two three four');
      await pressed('Control+s');
      const wanted = '<section><h2>Title</h2><p>One two three four</p></section>';
      const view = await pollUntil(
        async () => (await at.versions.find([versionId(version)]))[0]!.view,
        (view) => view === wanted,
        20_000,
      );
      assert.equal(view, wanted);
      assert.deepEqual(
        at.consoleMessages.filter((line) => !/404/.test(line)),
        [],
      );
    });

test('in a shadow root of the page, the editor opens for an isolated component, and refuses another one', async () => {
  for (const attributes of ['', 'isolate']) {
    const version = await at.publish('<p>One two</p>');
    await at.open(`<div id="place"></div>${editableComponent(version, version, attributes)}`);
    await at.page.waitForFunction(() => document.querySelector('feaas-component')!.matches('[editable].-feaas'));
    await at.page.evaluate(() => {
      const root = document.querySelector('#place')!.attachShadow({ mode: 'open' });
      root.append(document.querySelector('feaas-component')!);
      document.addEventListener('feaasError', ({ detail }: CustomEventInit<Error>) => {
        document.title = detail!.message;
      });
    });
    const paragraph = await at.page.waitForSelector('#place >>> p', { visible: true });
    await paragraph!.click();
    if (attributes) {
      await waitForEditorState(at.page, 'ready');
      await closeEditor(at.page);
      continue;
    }
    await at.page.waitForFunction(() => document.title.includes('shadow root of the page'), { timeout: 30_000 });
    assert.match(await at.page.title(), /^the editor cannot edit component .* Set isolate on <feaas-component>\.$/);
    await waitForEditorState(at.page, 'idle');
  }
});

test('resetting a fork, saves by another editor, and text of a closed page work as in any component', async () => {
  const version = await at.publish('<section><h2>Title</h2><p>One</p></section>');
  await at.open(isolatedComponent(version, `${version}-here`));
  let frame = await openIsolatedEditor(at.page, 'p');
  await pressed('End');
  await at.page.keyboard.type(' two');
  await clickButton(at.page, 'Save customization');
  await at.page.waitForSelector(inEditorUI('dialog[open]'), { visible: true });
  await at.page.$eval('feaas-editor', (editor) =>
    editor.shadowRoot!.querySelector<HTMLElement>('dialog[open] .button--main')!.click(),
  );
  await waitForSaveButton(at.page, 'Up to date', false);
  await reads(frame, 'Title\n\nOne two');
  const id = versionId(`${version}-here`);
  const [fork] = await at.versions.find([id]);
  // The editor applies another editor's save while it has no unsaved changes.
  await at.page.keyboard.type('!');
  await waitForSaveButton(at.page, 'Save customization', true);
  await at.versions.save(id, fork!.view.replace('One two', 'Theirs'), { expectedRevision: fork!.revision });
  await clickButton(at.page, 'Save customization');
  await at.page.waitForSelector(inEditorUI('dialog[open] .difference'), { visible: true, timeout: 30_000 });
  await at.page.$eval('feaas-editor', (editor) =>
    editor.shadowRoot!.querySelector<HTMLElement>('dialog[open] .side input')!.click(),
  );
  await clickButton(at.page, 'Save this choice');
  await waitForSaveButton(at.page, 'Up to date', false);
  await reads(frame, 'Title\n\nOne two!');
  await clickButton(at.page, 'More actions');
  await clickButton(at.page, 'Unfork');
  await clickButton(at.page, 'Reset component');
  await reads(frame, 'Title\n\nOne');
  await (await frame.$('p'))!.click();
  await pressed('End');
  await at.page.keyboard.type(' lost');
  await reads(frame, 'Title\n\nOne lost');
  await at.page.$eval('feaas-editor', (editor) => void ((editor as HTMLElement).hidden = true));
  await waitForEditorState(at.page, 'idle');
  await at.page.waitForFunction(() => !document.querySelector('feaas-component')!.shadowRoot!.querySelector('iframe'));
  await at.open(isolatedComponent(version, `${version}-here`));
  frame = await openIsolatedEditor(at.page, 'p');
  await clickButton(at.page, 'Restore');
  await reads(frame, 'Title\n\nOne lost');
});
