/** Preview links from the editor's menu (the real editor on the real host, D13). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'puppeteer';
import { findViolations } from './lib/axe';
import { openPage } from './lib/browser';
import { chooseMenuItem, waitForFocus, waitForFocusInText, tabTo, focusTool } from './lib/editor-keyboard';
import { inEditorUI, editableComponent, openEditor, editorJourney, versionId, clickButton } from './lib/editor-page';
import { pollUntil } from './lib/wait-until';

const at = editorJourney();
const DIALOG = '.dialog[open]';

const textOf = (selector: string): Promise<string> =>
  at.page.evaluate(
    (selector) =>
      (
        document.querySelector('feaas-editor')!.shadowRoot!.querySelector<HTMLElement>(`.dialog[open] ${selector}`)
          ?.innerText ?? ''
      ).replace(/[\u2066-\u2069]/g, ''),
    selector,
  );
const waitForText = async (selector: string, text: string): Promise<void> => {
  const found = await pollUntil(
    () => textOf(selector),
    (now) => now.includes(text),
    30_000,
  );
  assert.ok(found.includes(text), `${selector} says “${found}”, not “${text}”`);
};
/** The new link in its field. */
const madeLink = async (): Promise<string> => {
  const field = await at.page.waitForSelector(inEditorUI(`${DIALOG} input[readonly]`), {
    visible: true,
    timeout: 30_000,
  });
  return field!.evaluate((each) => (each as HTMLInputElement).value);
};
const copied = (): Promise<string> => at.page.evaluate(() => navigator.clipboard.readText());

/** Opens the preview page of the host with nothing but the link, and returns what it shows. */
async function openPreviewLink(page: Page, link: string): Promise<{ text: string; status: string }> {
  await page.goto(link);
  const shown = (): Promise<{ text: string; status: string }> =>
    page.evaluate(() => ({
      text: document.querySelector('iframe')?.contentDocument?.body?.innerText ?? '',
      status: (document.getElementById('status')?.textContent ?? '').replace(/[\u2068\u2069]/g, ''),
    }));
  return pollUntil(shown, ({ status }) => /^(?!Loading)./.test(status));
}

test('a link is created, copied, opened without sign-in and revoked, with the keyboard alone', async () => {
  const version = await at.publish('<section><p>Text</p></section>');
  const id = versionId(version);
  await at.versions.save(id, '<section><p>Draft</p></section>', { expectedRevision: 1 });
  await at.profile.overridePermissions(at.host.origin, ['clipboard-read', 'clipboard-sanitized-write']);
  await at.open(editableComponent(version, version));
  await openEditor(at.page);
  await waitForFocusInText(at.page);
  await focusTool(at.page, 'More actions');
  await chooseMenuItem(at.page, 'Preview links');
  await waitForText('', 'This version has no preview links.');
  assert.deepEqual(await findViolations(at.page), []);
  await tabTo(at.page, 'Copy a link to the newest draft');
  await at.page.keyboard.press('Enter');
  await waitForText('[role=status]', 'Copied. You cannot see this link again later.');
  const link = await madeLink();
  assert.equal(await copied(), link);
  await waitForText('.preview-links__row', 'Newest draft, by ');
  assert.deepEqual(await findViolations(at.page), []);

  // Another browser profile that never signed in.
  const visitor = await openPage(await at.browser.createBrowserContext());
  const first = await openPreviewLink(visitor, link);
  assert.match(first.text, /Draft/);
  assert.match(first.status, new RegExp(`^Showing ${id}/saved`));
  // A link to the newest draft also shows later drafts.
  await at.versions.save(id, '<section><p>Second draft</p></section>', { expectedRevision: 2 });
  assert.match((await openPreviewLink(visitor, link)).text, /Second draft/);

  await tabTo(at.page, 'Revoke: ');
  await at.page.keyboard.press('Enter');
  await waitForText('[role=status]', 'Revoked. The link shows nothing now.');
  await waitForFocus(at.page, 'Copy a link to the newest draft');
  await waitForText('', 'This version has no preview links.');
  assert.equal(await at.page.$(inEditorUI(`${DIALOG} input[readonly]`)), null);
  const response = await visitor.goto(link);
  assert.equal(response!.status(), 410);
  const ended = await visitor.evaluate(() => document.body.innerText);
  assert.match(ended, /This preview link was revoked\. Ask for a new one\./);
  assert.doesNotMatch(ended, /draft/i);
  assert.deepEqual(at.consoleMessages, []);
});

test('a link to this revision keeps showing it; the list contains the links of this version', async () => {
  const version = await at.publish('<section><p>Pinned</p></section>');
  await at.open(editableComponent(version, version));
  await openEditor(at.page);
  await clickButton(at.page, 'More actions');
  await clickButton(at.page, 'Preview links');
  await clickButton(at.page, 'Copy a link to this revision');
  const link = await madeLink();
  await waitForText('.preview-links__row', 'Revision 1, by ');
  await at.versions.save(versionId(version), '<section><p>Later</p></section>', { expectedRevision: 1 });
  const visitor = await openPage(await at.browser.createBrowserContext());
  assert.match((await openPreviewLink(visitor, link)).text, /Pinned/);

  const other = await at.publish('<section><p>Other</p></section>');
  await at.open(editableComponent(other, other));
  await openEditor(at.page);
  await clickButton(at.page, 'More actions');
  await clickButton(at.page, 'Preview links');
  await waitForText('', 'This version has no preview links.');
});

test('a viewer sees which role links need', async () => {
  const version = await at.publish('<section><p>Text</p></section>');
  await at.open(editableComponent(version, version));
  const { secret } = await at.host.createToken('viewer');
  await at.page.$eval('feaas-context', (context, auth) => void Object.assign(context, { auth }), secret);
  await openEditor(at.page);
  await clickButton(at.page, 'More actions');
  await clickButton(at.page, 'Preview links');
  await waitForText('[role=status]', 'Only people with the role editor can create preview links and see them.');
  assert.equal(await at.page.$(inEditorUI(`${DIALOG} .preview-links__new`)), null);
});
