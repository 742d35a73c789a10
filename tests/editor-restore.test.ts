/** Unsaved text survives a crash of the tab (the real editor on the real host, under its policy, D13). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'puppeteer';
import {
  inEditorUI,
  editableComponent,
  openEditor,
  editorJourney,
  versionId,
  waitForSaveButton,
  clickButton,
  componentText,
  waitForComponentText,
  typeAtEnd,
} from './lib/editor-page';
import { typeWithoutPauses } from './lib/type-without-pauses';
import { waitUntil } from './lib/wait-until';

const at = editorJourney();
const VIEW = '<section><h2>Title</h2><p>One</p></section>';

/** Number of journal entries in this browser. */
const written = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('feaas-kit-journal');
        opening.onerror = () => reject(opening.error!);
        opening.onsuccess = () => {
          const count = opening.result.transaction('entries').objectStore('entries').count();
          count.onsuccess = () => {
            opening.result.close();
            resolve(count.result);
          };
        };
      }),
  );

/** Types, waits until the journal contains the text, and crashes the tab. The journey continues with another page. */
async function crash(version: string, text: string): Promise<void> {
  await at.page.click('feaas-component p');
  await at.page.keyboard.press('End');
  await typeWithoutPauses(at.page, text);
  await waitForSaveButton(at.page, 'Save', true);
  const wanted = text.length;
  await waitUntil(async () => (await written(at.page)) >= wanted);
  const crashed = new Promise((resolve) => at.page.once('error', resolve));
  const session = await at.page.createCDPSession();
  session.send('Page.crash').catch(() => {});
  await crashed;
  const page = await at.openAnotherPage();
  await at.page.close().catch(() => {});
  at.usePage(page);
  await at.open(editableComponent(version, version));
}

async function readOffer(): Promise<string> {
  const text = await at.page.waitForSelector(inEditorUI('.banner__text'), { visible: true, timeout: 30_000 });
  return text!.evaluate((element) => element.textContent!.replace(/[\u2068\u2069]/g, ''));
}

test('after a crash, the editor offers unsaved text, previews it, and restores it with its history', async () => {
  const version = await at.publish(VIEW);
  await at.open(editableComponent(version, version));
  await openEditor(at.page);
  await crash(version, ' lost');
  await openEditor(at.page);
  assert.match(await readOffer(), /^Restore unsaved changes from \w+ \d+, \d{4}/);
  // The page shows the saved text until the user decides.
  assert.equal(await componentText(at.page), 'Title\n\nOne');
  await clickButton(at.page, 'Preview');
  const frame = await at.page.waitForSelector(inEditorUI('dialog iframe'), { visible: true });
  const inside = (await frame!.contentFrame())!;
  await inside.waitForFunction(() => document.querySelector('p')?.textContent === 'One lost');
  await clickButton(at.page, 'Restore');
  await waitForComponentText(at.page, 'Title\n\nOne lost');
  await waitForSaveButton(at.page, 'Save', true);
  await clickButton(at.page, 'Undo');
  await waitForComponentText(at.page, 'Title\n\nOne');
  await clickButton(at.page, 'Redo');
  await waitForSaveButton(at.page, 'Save', true);
  await clickButton(at.page, 'Save');
  await waitForSaveButton(at.page, 'Up to date', false);
  assert.equal((await at.versions.find([versionId(version)]))[0]!.view, VIEW.replace('One', 'One lost'));
  await at.page.reload();
  assert.equal(await written(at.page), 0);
});

test('discarded text is not offered again', async () => {
  const version = await at.publish(VIEW);
  await at.open(editableComponent(version, version));
  await openEditor(at.page);
  await crash(version, ' lost');
  await openEditor(at.page);
  await readOffer();
  await clickButton(at.page, 'Discard them');
  await at.page.waitForFunction(
    () => !document.querySelector('feaas-editor')!.shadowRoot!.querySelector('.banner__text'),
  );
  assert.equal(await componentText(at.page), 'Title\n\nOne');
  await waitUntil(async () => (await written(at.page)) === 0);
});

test('if another editor has saved since the crash, unsaved text is compared, not applied', async () => {
  const version = await at.publish(VIEW);
  await at.open(editableComponent(version, version));
  await openEditor(at.page);
  await crash(version, ' lost');
  await at.versions.save(versionId(version), VIEW.replace('One', 'One theirs'), { expectedRevision: 1 });
  await openEditor(at.page);
  await readOffer();
  await clickButton(at.page, 'Restore');
  await at.page.waitForSelector(inEditorUI('dialog[open] .difference'), { visible: true, timeout: 30_000 });
  const sides = await at.page.$eval('feaas-editor', (editor) =>
    [...editor.shadowRoot!.querySelectorAll('.side')].map((each) => each.textContent!.trim()),
  );
  assert.deepEqual(sides.slice(0, 2), ['MineOne lost', 'TheirsOne theirs']);
  assert.equal((await at.versions.find([versionId(version)]))[0]!.view, VIEW.replace('One', 'One theirs'));
});

test('removing the editor from the page keeps unsaved text for the next opening', async () => {
  const version = await at.publish(VIEW);
  await at.open(editableComponent(version, version));
  await openEditor(at.page);
  await typeAtEnd(at.page, ' lost', 'feaas-component p');
  await waitForSaveButton(at.page, 'Save', true);
  await at.page.$eval('feaas-editor', (editor) => void ((editor as HTMLElement).hidden = true));
  await at.page.waitForFunction(() => document.querySelector('feaas-editor')!.getAttribute('state') === 'idle');
  await at.page.reload();
  await at.open(editableComponent(version, version));
  await openEditor(at.page);
  assert.match(await readOffer(), /^Restore unsaved changes from /);
});

test('if the page replaces the edited element, a click edits the new one and offers the unsaved text', async () => {
  const version = await at.publish(VIEW);
  await at.open(editableComponent(version, version));
  await openEditor(at.page);
  await typeAtEnd(at.page, ' lost', 'feaas-component p');
  await waitForSaveButton(at.page, 'Save', true);
  await at.page.$eval('feaas-component', (element) => {
    const again = document.createElement('feaas-component');
    for (const name of ['component', 'version', 'instance', 'fetch', 'editable'])
      again.setAttribute(name, element.getAttribute(name)!);
    element.replaceWith(again);
  });
  await waitForComponentText(at.page, 'Title\n\nOne');
  await at.page.click('feaas-component p');
  assert.match(await readOffer(), /^Restore unsaved changes from /);
  await clickButton(at.page, 'Restore');
  await waitForComponentText(at.page, 'Title\n\nOne lost');
  await typeAtEnd(at.page, ' and found', 'feaas-component p');
  await waitForComponentText(at.page, 'Title\n\nOne lost and found');
});

/** On a narrow screen, asserts that the notice does not cover the edited text and has its buttons in one row. */
const waitForNoticePosition = (page: Page): Promise<unknown> =>
  page.waitForFunction(
    () => {
      const root = document.querySelector('feaas-editor')!.shadowRoot!;
      const notice = root.querySelector('.banner')?.getBoundingClientRect();
      const edited = document.querySelector('feaas-component p')!.getBoundingClientRect();
      if (!notice || (notice.top < edited.bottom && edited.top < notice.bottom)) return false;
      const foot = root.querySelector('.bar--main')!.getBoundingClientRect().top;
      const rows = new Set(
        [...root.querySelectorAll('.banner .button')].map((each) => each.getBoundingClientRect().top),
      );
      return notice.top >= 0 && notice.bottom <= foot && rows.size === 1;
    },
    { timeout: 30_000 },
  );

test('at 320 px the restore notice covers no edited text, and the preview shows a tall component completely', async () => {
  const version = await at.publish(`<section><p>One</p>${'<h2>More</h2>'.repeat(10)}</section>`);
  await at.open(editableComponent(version, version));
  await openEditor(at.page);
  await crash(version, ' lost');
  await at.page.setViewport({ width: 320, height: 720 });
  await at.page.click('feaas-component p');
  await readOffer();
  await waitForNoticePosition(at.page);
  for (const room of ['420px', '0', '200px']) {
    await at.page.evaluate((room) => void (document.body.style.paddingBlock = `${room} 2000px`), room);
    await waitForNoticePosition(at.page);
  }
  await clickButton(at.page, 'Preview');
  const frame = await at.page.waitForSelector(inEditorUI('dialog iframe'), { visible: true });
  await (await frame!.contentFrame())!.waitForFunction(() => document.querySelectorAll('h2').length === 10);
  await at.page.waitForFunction(
    (frame) => {
      const { body, documentElement: root } = (frame as HTMLIFrameElement).contentDocument!;
      return body.getBoundingClientRect().height <= root.clientHeight;
    },
    { timeout: 30_000 },
    frame,
  );
});

test('the editor warns each time that unsaved text would not survive a crash', async () => {
  const version = await at.publish(VIEW);
  await at.page.evaluateOnNewDocument(() => {
    const { now } = Date;
    const { open } = IDBFactory.prototype;
    let ahead = 0;
    Date.now = () => now() + ahead;
    Object.assign(window, {
      // Move the clock ahead, so that the next attempt to open the database begins.
      allow(isAllowed: boolean) {
        ahead += 10_000;
        IDBFactory.prototype.open = isAllowed
          ? open
          : () => {
              throw new DOMException('The operation is insecure.', 'SecurityError');
            };
      },
    });
  });
  const allow = (isAllowed: boolean): Promise<void> =>
    at.page.evaluate((isAllowed) => (window as any).allow(isAllowed), isAllowed);
  const type = async (text: string): Promise<void> => {
    await at.page.click('feaas-component p');
    await at.page.keyboard.type(text);
  };
  const told = (): Promise<unknown> => at.page.waitForSelector(inEditorUI('.banner--wrong'), { visible: true });
  const over = (): Promise<unknown> => at.page.waitForSelector(inEditorUI('.banner--wrong'), { hidden: true });
  await at.open(editableComponent(version, version));
  await openEditor(at.page);
  await allow(false);
  // Delete the open database, as browsers do when a user clears the data of the site.
  await at.page.evaluate(() => void indexedDB.deleteDatabase('feaas-kit-journal'));
  await told();
  await allow(true);
  await type('a');
  await over();
  await allow(false);
  await at.page.evaluate(() => void indexedDB.deleteDatabase('feaas-kit-journal'));
  await told();
  await clickButton(at.page, 'Dismiss');
  await over();
  await allow(true);
  await type('b');
  // Opening the database too early would create it without its object stores.
  await waitUntil(() => at.page.evaluate(async () => (await indexedDB.databases()).length > 0));
  await waitUntil(async () => (await written(at.page)) > 0);
  await allow(false);
  await at.page.evaluate(() => void indexedDB.deleteDatabase('feaas-kit-journal'));
  await told();
});
