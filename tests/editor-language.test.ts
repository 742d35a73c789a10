/** The user chooses the language of the editor, independent of the page's (the real editor on the real host, D13). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inEditorUI, editableComponent, openEditor, editorJourney, clickButton } from './lib/editor-page';
import { setBrowserLanguages } from './lib/browser-languages';

const at = editorJourney();

async function begin(attributes = 'cdn="/cdn" lang="ja"'): Promise<void> {
  const version = await at.publish('<section><p>Text</p></section>');
  await at.open(editableComponent(version, version), { attributes });
  await openEditor(at.page);
}
const close = (): Promise<string> =>
  at.page.$eval('feaas-editor', (editor) => {
    const layer = editor.shadowRoot!.querySelector<HTMLElement>('.layer')!;
    return [layer.lang, layer.dir, layer.querySelector('.bar__actions > button:last-child')!.textContent].join();
  });
const waitForLanguage = (wanted: string): Promise<unknown> =>
  at.page.waitForFunction(
    (wanted) => {
      const layer = document.querySelector('feaas-editor')!.shadowRoot!.querySelector<HTMLElement>('.layer')!;
      const button = layer.querySelector('.bar__actions > button:last-child')!;
      return [layer.lang, layer.dir, button.textContent].join() === wanted;
    },
    { timeout: 30_000 },
    wanted,
  );

test('the default is the first language of the browser that has messages', async () => {
  await setBrowserLanguages(at.page, 'fr', 'de-AT', 'en');
  await begin();
  assert.equal(await close(), 'de-AT,ltr,Schließen');
});

test('selecting another language in the menu applies at once, also to pickers and to the next visit', async () => {
  await begin();
  await clickButton(at.page, 'More actions');
  await clickButton(at.page, 'Language');
  await clickButton(at.page, 'العربية');
  await waitForLanguage('ar,rtl,إغلاق');
  await at.page.keyboard.press('Escape');
  const plus = await at.page.waitForSelector(inEditorUI('.handles .icon--plus'), { visible: true });
  await plus!.click();
  await at.page.waitForSelector(inEditorUI('.dialog--pick >>> .frame[lang=ar][dir=rtl]'), { visible: true });
  await begin();
  assert.equal(await close(), 'ar,rtl,إغلاق');
  // Select the language of the browser again.
  const more = await at.page.waitForSelector(inEditorUI('.bar--main .icon--more'), { visible: true });
  await more!.click();
  await clickButton(at.page, 'اللغة');
  await clickButton(at.page, 'مثل المتصفح');
  await waitForLanguage('en-US,ltr,Close');
});
