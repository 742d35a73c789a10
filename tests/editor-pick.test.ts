/** The editor's pickers from right to left and in other languages, light and dark, wide and narrow: axe finds nothing (D13). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { followColorScheme, findViolations } from './lib/axe';
import {
  openBindingPicker,
  inEditorUI,
  editableComponent,
  openEditor,
  editorJourney,
  versionId,
  waitForPickerClosed,
} from './lib/editor-page';
import { screenshotsFolder } from './lib/screenshots-folder';
import { setBrowserLanguages } from './lib/browser-languages';

const at = editorJourney();
const SHOTS = screenshotsFolder('feaas-editor-shots', 'pick');
const VIEW =
  '<section class="card"><h2>Title</h2><p>Text</p><img src="/media/aurora/hero.svg" alt="Sky" width="80" height="50"></section>';
const inPicker = (selector: string): string => inEditorUI(`.dialog--pick >>> ${selector}`);

/** Problems of the open picker: accessibility, overflow, and texts that are not in the editor's language. */
async function findProblems(language: string, direction: string): Promise<string[]> {
  const broken = await findViolations(at.page);
  const unfit = await at.page.evaluate(
    (language, direction) => {
      const found: string[] = [];
      const dialog = document.querySelector('feaas-editor')!.shadowRoot!.querySelector<HTMLElement>('.dialog--pick')!;
      const frame = dialog.querySelector(':scope > div')!.shadowRoot!.querySelector<HTMLElement>('.frame')!;
      if (frame.lang !== language || frame.dir !== direction) found.push(`it is ${frame.lang}, ${frame.dir}`);
      const { left, right, top, bottom } = dialog.getBoundingClientRect();
      if (left < 0 || right > innerWidth || top < 0 || bottom > innerHeight)
        found.push(`the dialog is at ${[left, right, top, bottom].join()}`);
      if (dialog.scrollWidth > dialog.clientWidth) found.push('it scrolls sideways');
      return found;
    },
    language,
    direction,
  );
  return [...broken, ...unfit];
}

const PICKERS: readonly (readonly [name: string, open: () => Promise<unknown>, there: string])[] = [
  ['theme', () => tool('.handles .icon--theme'), '[role=option]'],
  ['insert', () => tool('.handles .icon--plus'), '[role=option]'],
  [
    'history',
    async () => {
      await tool('.bar--main .icon--more');
      // The history is the first entry of the menu in every language.
      await at.page.waitForSelector(inEditorUI('.menu:popover-open .menu__item'), { visible: true });
      await (await at.page.$(inEditorUI('.menu:popover-open .menu__item')))!.click();
    },
    '[role=option]',
  ],
  ['image', () => at.page.click('feaas-component img'), 'input[name=alt]'],
];

/** Presses the button with an icon. */
async function tool(icon: string): Promise<void> {
  const found = await at.page.waitForSelector(inEditorUI(icon), { visible: true });
  await found!.click();
}

for (const [language, direction, scheme, width] of [
  ['ar', 'rtl', 'dark', 1440],
  ['ar', 'rtl', 'light', 360],
  ['de', 'ltr', 'dark', 360],
  ['ja', 'ltr', 'light', 1440],
] as const)
  test(`${language}, ${scheme}, at ${width} px`, async () => {
    await at.page.emulateMediaFeatures([
      { name: 'prefers-color-scheme', value: scheme },
      { name: 'prefers-reduced-motion', value: 'reduce' },
    ]);
    await at.page.setViewport({ width, height: 800 });
    const version = await at.publish(VIEW);
    await at.versions.save(versionId(version), VIEW.replace('Text', 'More'), { expectedRevision: 1 });
    await setBrowserLanguages(at.page, language);
    await at.open(editableComponent(version, version), {
      attributes: `cdn="/cdn" lang="${language}" dir="${direction}"`,
    });
    await followColorScheme(at.page);
    await openEditor(at.page);
    const look = async (name: string, there: string): Promise<void> => {
      await at.page.waitForSelector(inPicker(there), { visible: true, timeout: 30_000 });
      await at.page.screenshot({ path: `${SHOTS}/${name}-${language}-${scheme}-${width}.png` });
      assert.deepEqual(await findProblems(language, direction), [], name);
      await at.page.keyboard.press('Escape');
      await waitForPickerClosed(at.page);
    };
    for (const [name, open, there] of PICKERS) {
      await at.page.click('feaas-component p');
      await open();
      await look(name, there);
    }
    await at.page.click('feaas-component p');
    if (width > 1000) await tool('.bar--main .icon--data');
    else {
      await tool('.bar--main .icon--more');
      await at.page.click(inEditorUI('.menu:popover-open [role=menuitemcheckbox]'));
    }
    await openBindingPicker(at.page, 'repeat');
    await look('data', '[role=treeitem]');
  });
