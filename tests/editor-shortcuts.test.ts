/**
 * Shortcuts follow the platform, in behavior and in notation, in every language (the real editor on the real host, under
 * its policy, D13), in Chromium and in Firefox.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { BROWSERS } from './lib/browser';
import {
  inEditorUI,
  editableComponent,
  openEditor,
  editorJourney,
  saveAndVerify,
  pressKeys,
  waitForEditorState,
  clickButton,
  type KeyChord,
} from './lib/editor-page';
import { waitForNetworkIdle } from './lib/network-idle';

/** Tooltips of the buttons in a language: names with their keys, on an Apple machine and on others. */
const TOOLTIPS: readonly (readonly [language: string, apple: readonly string[], other: readonly string[]])[] = [
  ['en', ['Undo (⌘Z)', 'Redo (⇧⌘Z)', 'Link (⌘K)'], ['Undo (Ctrl+Z)', 'Redo (Ctrl+Y)', 'Link (Ctrl+K)']],
  [
    'de',
    ['Rückgängig (⌘Z)', 'Wiederholen (⇧⌘Z)', 'Link (⌘K)'],
    ['Rückgängig (Strg+Z)', 'Wiederholen (Strg+Y)', 'Link (Strg+K)'],
  ],
  ['ja', ['(⌘Z)', '(⇧⌘Z)', '(⌘K)'], ['(Ctrl+Z)', '(Ctrl+Y)', '(Ctrl+K)']],
  [
    'ar',
    ['(\u2066⌘Z\u2069)', '(\u2066⇧⌘Z\u2069)', '(\u2066⌘K\u2069)'],
    ['(\u2066Ctrl+Z\u2069)', '(\u2066Ctrl+Y\u2069)', '(\u2066Ctrl+K\u2069)'],
  ],
];

for (const [name, start] of BROWSERS)
  describe(name, () => {
    const at = editorJourney(start);

    async function begin(platform: string, language = 'en'): Promise<string> {
      await at.page.evaluateOnNewDocument(
        (platform, language) => {
          Object.defineProperty(Navigator.prototype, 'platform', { get: () => platform });
          Object.defineProperty(Navigator.prototype, 'languages', { get: () => [language] });
        },
        platform,
        language,
      );
      const version = await at.publish('<section><p id="a">One two</p></section>');
      await at.page.setViewport({ width: 1440, height: 900 });
      await at.open(editableComponent(version, version), { attributes: 'cdn="/cdn"' });
      await openEditor(at.page);
      await waitForNetworkIdle(at.page, 200);
      return version;
    }
    const keys = (...all: KeyChord[]): Promise<void> => pressKeys(at.page, ...all);
    /** Dispatches the events of Control with a key on an Apple machine, where the browser has no shortcuts with Control. */
    const control = (key: string): Promise<unknown> =>
      at.page.evaluate((key) => {
        const init = {
          key,
          code: `Key${key.toUpperCase()}`,
          ctrlKey: true,
          bubbles: true,
          cancelable: true,
          composed: true,
        };
        return document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', init));
      }, key);
    const titles = (): Promise<string[]> =>
      at.page.$eval('feaas-editor', (editor) =>
        [...editor.shadowRoot!.querySelectorAll<HTMLElement>('.bar--main [aria-keyshortcuts]')].map(
          (each) => each.title,
        ),
      );
    const isLinkOpen = (): Promise<boolean> =>
      at.page.$eval('feaas-editor', (editor) => !!editor.shadowRoot!.querySelector('.panel'));

    test('Escape leaves the text and then the editor, and the component has the visible focus', async () => {
      await begin('Linux');
      const focused = (name: string): Promise<unknown> =>
        at.page.waitForFunction(
          (name) => document.activeElement?.localName === name && document.activeElement.matches(':focus-visible'),
          { timeout: 10_000 },
          name,
        );
      await focused('p');
      for (const way of ['click', 'Enter']) {
        if (way === 'Enter') {
          await keys('Enter');
          await waitForEditorState(at.page, 'ready');
          await focused('p');
        }
        await keys('Escape', 'Escape');
        await waitForEditorState(at.page, 'idle');
        await focused('feaas-component');
      }
    });

    test('in a menu that scrolls, each item has one line', async () => {
      await begin('Linux');
      await at.page.setViewport({ width: 800, height: 400 });
      await clickButton(at.page, 'More actions');
      await at.page.waitForSelector(inEditorUI('.menu'), { visible: true });
      const [isScrolled, ...heights] = await at.page.$eval('feaas-editor', (editor) => {
        const menu = editor.shadowRoot!.querySelector('.menu')!;
        const items = [...menu.querySelectorAll('button')].map((each) => each.offsetHeight);
        return [menu.scrollHeight > menu.clientHeight, ...items];
      });
      assert.equal(isScrolled, true);
      assert.deepEqual([...new Set(heights)], [36]);
    });

    test('on an Apple machine, Command is the modifier, and Control is not', async () => {
      const version = await begin('MacIntel');
      await at.page.click('#a');
      await at.page.keyboard.press('End');
      await at.page.keyboard.type('!');
      await saved2(version, '<section><p id="a">One two!</p></section>');
      await control('z');
      await saved2(version, '<section><p id="a">One two!</p></section>');
      await keys('Meta+z');
      await saved2(version, '<section><p id="a">One two</p></section>');
      await control('y');
      await keys('Meta+y');
      await saved2(version, '<section><p id="a">One two</p></section>');
      await at.page.keyboard.down('Shift');
      await keys('Meta+z');
      await at.page.keyboard.up('Shift');
      await saved2(version, '<section><p id="a">One two!</p></section>');
      await at.page.keyboard.press('Home');
      for (let letter = 0; letter < 3; letter++) await keys('Shift+ArrowRight');
      await control('b');
      await control('k');
      assert.equal(await isLinkOpen(), false);
      await keys('Meta+b');
      await saved2(version, '<section><p id="a"><strong>One</strong> two!</p></section>');
      await keys('Meta+k');
      await at.page.waitForSelector(inEditorUI('.panel input'), { visible: true });
    });

    /** Saves with the shortcut of an Apple machine. */
    async function saved2(version: string, view: string): Promise<void> {
      await keys('Meta+s');
      await saveAndVerify(at, version, view);
    }

    test('on other machines, Control is the modifier, and the Windows key is not', async () => {
      const version = await begin('Win32');
      await at.page.click('#a');
      await at.page.keyboard.press('End');
      await at.page.keyboard.type('!');
      await keys('Meta+z');
      await saveAndVerify(at, version, '<section><p id="a">One two!</p></section>');
      await keys('Control+z');
      await saveAndVerify(at, version, '<section><p id="a">One two</p></section>');
      await keys('Control+y');
      await saveAndVerify(at, version, '<section><p id="a">One two!</p></section>');
    });

    for (const [language, apple, other] of TOOLTIPS)
      test(`tooltips, menus and the panel in ${language}`, async () => {
        for (const [platform, expected, mod] of [
          ['MacIntel', apple, '⌘'],
          ['Win32', other, language === 'de' ? 'Strg' : 'Ctrl'],
        ] as const) {
          at.usePage(await at.openAnotherPage());
          await begin(platform, language);
          const all = await titles();
          for (const each of expected)
            assert.ok(
              all.some((title) => title.endsWith(each)),
              `${each} in ${all.join()}`,
            );
          assert.ok(all.every((title) => /⌘/.test(title) === (title !== '' && platform === 'MacIntel')));
          await at.page.$eval('feaas-editor', (editor) =>
            editor.shadowRoot!.querySelector<HTMLElement>('.handles [aria-haspopup=menu]')!.click(),
          );
          await at.page.waitForSelector(inEditorUI('.handles .menu__keys'), { visible: true });
          const entries = await at.page.$eval('feaas-editor', (editor) =>
            [...editor.shadowRoot!.querySelectorAll('.handles .menu__keys')].map((each) =>
              each.textContent!.replace(/[\u2066\u2069]/g, ''),
            ),
          );
          const shift = language === 'de' ? 'Umschalt' : 'Shift';
          assert.deepEqual(
            entries,
            platform === 'MacIntel' ? ['⌥⇧↑', '⌥⇧↓', '⌥⇧D'] : [`Alt+${shift}+↑`, `Alt+${shift}+↓`, `Alt+${shift}+D`],
          );
          await at.page.keyboard.press('Escape');
          await keys(platform === 'MacIntel' ? 'Meta+/' : 'Control+/');
          await at.page.waitForSelector(inEditorUI('.key'), { visible: true });
          const shown = await at.page.$eval('feaas-editor', (editor) =>
            [...editor.shadowRoot!.querySelectorAll('.key')].map((each) => each.textContent),
          );
          assert.equal(shown[0], mod);
          assert.ok(shown.every((each) => platform === 'MacIntel' || !/[⌘⌥⇧]/.test(each!)));
        }
      });
  });
