/** Two people edit one component: neither overwrites the other unnoticed (the real editor on the real host, under its policy, D13). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'puppeteer';
import {
  inEditorUI,
  editableComponent,
  openEditor,
  editorJourney,
  pressWithModifiers,
  versionId,
  waitForSaveButton,
  waitForNotice,
  clickButton,
  waitForComponentText,
  typeAtEnd,
} from './lib/editor-page';

const at = editorJourney();
const VIEW = '<section><h2>Title</h2><p>One</p><p>Two</p></section>';

/** Saves a changed view as the next revision, as another editor would. */
async function saveAsSomebodyElse(id: string, change: (view: string) => string): Promise<void> {
  const [version] = await at.versions.find([id]);
  await at.versions.save(id, change(version!.view), { expectedRevision: version!.revision });
}
const viewOf = async (id: string): Promise<string> => (await at.versions.find([id]))[0]!.view;

/** Opens the original version for editing. */
async function openOriginal(): Promise<string> {
  const version = await at.publish(VIEW);
  await at.open(editableComponent(version, version));
  await openEditor(at.page);
  return versionId(version);
}

/** Names and texts of the differences in the open dialog; `+this+` marks added text and `-this-` removed text. */
const readDifferences = (page: Page): Promise<string[][]> =>
  page.$eval('feaas-editor', (editor) =>
    [...editor.shadowRoot!.querySelectorAll('.difference')].map((each) =>
      [...each.querySelectorAll('.side')].map((side) => {
        const read = side.cloneNode(true) as Element;
        for (const mark of read.querySelectorAll('ins, del')) {
          const sign = mark.localName === 'ins' ? '+' : '-';
          mark.replaceWith(sign + mark.textContent! + sign);
        }
        return read.textContent!.trim();
      }),
    ),
  );
const waitForConflictDialog = (page: Page): Promise<unknown> =>
  page.waitForSelector(inEditorUI('dialog[open] .difference'), { visible: true, timeout: 30_000 });
const chooseSide = (number: number, name: string): Promise<void> =>
  at.page.$eval(
    'feaas-editor',
    (editor, number, name) => {
      const sides = editor.shadowRoot!.querySelectorAll('.difference')[number - 1]!.querySelectorAll('.side');
      const side = [...sides].find((each) => each.querySelector('.side__name')!.textContent === name);
      side!.querySelector<HTMLElement>('input')!.click();
    },
    number,
    name,
  );

test('the editor reports a save by another editor; saving shows both versions, and the selected one is saved', async () => {
  const id = await openOriginal();
  await typeAtEnd(at.page, ' mine', 'feaas-component p');
  await waitForSaveButton(at.page, 'Save', true);
  await saveAsSomebodyElse(id, (view) => view.replace('One', 'One theirs').replace('Two', 'Two theirs'));
  await waitForNotice(at.page, /^development saved this component at /);
  await clickButton(at.page, 'Save');
  await waitForConflictDialog(at.page);
  assert.deepEqual(await readDifferences(at.page), [
    ['MineOne+ mine+', 'TheirsOne+ theirs+', 'BothOne mineOne theirs'],
    ['MineTwo', 'TheirsTwo+ theirs+'],
  ]);
  // The dialog's label still names the other editor after the notice has disappeared.
  await at.page.waitForFunction(
    () =>
      /^development saved this component at \w.+[^.]$/.test(
        document
          .querySelector('feaas-editor')!
          .shadowRoot!.querySelector('dialog[open] .dialog__title')!
          .textContent!.replace(/[\u2068\u2069]/g, ''),
      ),
    { timeout: 30_000 },
  );
  // Nothing is written. Changes of only one side are already selected.
  assert.equal(await viewOf(id), VIEW.replace('One', 'One theirs').replace('Two', 'Two theirs'));
  await chooseSide(1, 'Both');
  await clickButton(at.page, 'Save this choice');
  await waitForSaveButton(at.page, 'Up to date', false);
  const merged = '<section><h2>Title</h2><p>One mine</p><p>One theirs</p><p>Two theirs</p></section>';
  assert.equal(await viewOf(id), merged);
  await waitForComponentText(at.page, 'Title\n\nOne mine\n\nOne theirs\n\nTwo theirs');
});

test('a real conflict has no preselection, and saving requires a choice; each block is on its own line', async () => {
  const id = await openOriginal();
  await typeAtEnd(at.page, ' mine', 'feaas-component p');
  await saveAsSomebodyElse(id, (view) => view.replace('<p>One</p>', '<div><p>One theirs</p><p>And more</p></div>'));
  await clickButton(at.page, 'Save');
  await waitForConflictDialog(at.page);
  const radios = (): Promise<boolean[]> =>
    at.page.$eval('feaas-editor', (editor) =>
      Array.from(editor.shadowRoot!.querySelectorAll<HTMLInputElement>('.side input'), ({ checked }) => checked),
    );
  assert.deepEqual(await radios(), [false, false, false]);
  assert.equal((await readDifferences(at.page))[0]![1], 'TheirsOne+ theirs\nAnd more+');
  await clickButton(at.page, 'Save this choice');
  const missing = await at.page.waitForSelector(inEditorUI('.difference__error'), { visible: true });
  assert.equal(await missing!.evaluate((each) => each.textContent), 'Choose one of these.');
  const focused = await at.page.$eval('feaas-editor', ({ shadowRoot }) => {
    const { activeElement } = shadowRoot!;
    return [(activeElement as HTMLInputElement).type, activeElement!.getAttribute('aria-describedby') !== null];
  });
  assert.deepEqual(focused, ['radio', true]);
  assert.match(await viewOf(id), /One theirs/);
  await chooseSide(1, 'Mine');
  await clickButton(at.page, 'Save this choice');
  await waitForSaveButton(at.page, 'Up to date', false);
  assert.equal(await viewOf(id), VIEW.replace('One', 'One mine'));
});

test('a postponed conflict remains: typing continues, and saving asks again', async () => {
  const id = await openOriginal();
  await typeAtEnd(at.page, ' mine', 'feaas-component p');
  await saveAsSomebodyElse(id, (view) => view.replace('One', 'One theirs'));
  await clickButton(at.page, 'Save');
  await waitForConflictDialog(at.page);
  await at.page.keyboard.press('Escape');
  await at.page.waitForFunction(() => !document.querySelector('feaas-editor')!.shadowRoot!.querySelector('dialog'));
  await typeAtEnd(at.page, '!', 'feaas-component p');
  assert.equal(await viewOf(id), VIEW.replace('One', 'One theirs'));
  await clickButton(at.page, 'Compare');
  await waitForConflictDialog(at.page);
  assert.deepEqual((await readDifferences(at.page))[0]!.slice(0, 2), ['MineOne+ mine!+', 'TheirsOne+ theirs+']);
  await chooseSide(1, 'Theirs');
  await clickButton(at.page, 'Save this choice');
  await waitForSaveButton(at.page, 'Up to date', false);
  assert.equal(await viewOf(id), VIEW.replace('One', 'One theirs'));
});

test('a conflict closes no open panel with typed text; a notice leads to the conflict', async () => {
  const id = await openOriginal();
  await typeAtEnd(at.page, ' mine', 'feaas-component p');
  await saveAsSomebodyElse(id, (view) => view.replace('One', 'One theirs'));
  await at.page.click('feaas-component p:last-child', { count: 3 });
  await pressWithModifiers(at.page, ['Control'], 'k');
  await at.page.waitForSelector(inEditorUI('input[name=href]'), { visible: true });
  await at.page.keyboard.type('/there');
  await pressWithModifiers(at.page, ['Control'], 's');
  await waitForNotice(at.page, /Another editor saved this component/);
  const typed = await at.page.$eval(inEditorUI('input[name=href]'), (field) => (field as HTMLInputElement).value);
  assert.deepEqual([typed, await at.page.$(inEditorUI('dialog[open]'))], ['/there', null]);
  await at.page.keyboard.press('Enter');
  await at.page.waitForSelector('feaas-component a[href="/there"]');
  await clickButton(at.page, 'Compare');
  await waitForConflictDialog(at.page);
});

test('keys have no effect behind a dialog', async () => {
  const id = await openOriginal();
  await typeAtEnd(at.page, ' mine', 'feaas-component p');
  await saveAsSomebodyElse(id, (view) => view.replace('One', 'One theirs'));
  await clickButton(at.page, 'Save');
  await waitForConflictDialog(at.page);
  await chooseSide(1, 'Theirs');
  for (const key of ['/', 'k', 'z', 's'] as const) await pressWithModifiers(at.page, ['Control'], key);
  await pressWithModifiers(at.page, ['Alt', 'Shift'], 'd');
  await clickButton(at.page, 'Save this choice');
  await waitForSaveButton(at.page, 'Up to date', false);
  assert.equal(await viewOf(id), VIEW.replace('One', 'One theirs'));
});

test('dismissing a notice by mouse or key keeps the focus in the text', async () => {
  const id = await openOriginal();
  await typeAtEnd(at.page, ' mine', 'feaas-component p');
  await saveAsSomebodyElse(id, (view) => view.replace('Two', 'Two theirs'));
  const dismiss = await at.page.waitForSelector(inEditorUI('.banner__actions .button:last-child'), { visible: true });
  await dismiss!.click();
  await at.page.keyboard.type('!');
  await waitForComponentText(at.page, 'Title\n\nOne mine!\n\nTwo');
  await saveAsSomebodyElse(id, (view) => view.replace('Two', 'Two again'));
  const again = await at.page.waitForSelector(inEditorUI('.banner__actions .button:last-child'), { visible: true });
  await again!.focus();
  await at.page.keyboard.press('Enter');
  await at.page.waitForFunction(() => !document.querySelector('feaas-editor')!.shadowRoot!.querySelector('.banner'));
  await at.page.waitForFunction(() => document.activeElement?.closest('feaas-component'));
  await at.page.keyboard.type('?');
  await waitForComponentText(at.page, 'Title\n\nOne mine!?\n\nTwo');
});

test('an editor without unsaved changes shows the saves of others', async () => {
  const id = await openOriginal();
  await saveAsSomebodyElse(id, (view) => view.replace('Two', 'Two theirs'));
  await waitForComponentText(at.page, 'Title\n\nOne\n\nTwo theirs');
  // The result is a draft that either editor can publish.
  await waitForSaveButton(at.page, 'Save', true);
  const [draft] = await at.versions.find([id]);
  await at.versions.stage(id, { expectedRevision: draft!.revision });
  await at.versions.publish(id, { expectedRevision: draft!.revision });
  await waitForSaveButton(at.page, 'Up to date', false);
});

test('changes of the original since the fork show on opening, and can be applied one by one', async () => {
  const version = await at.publish(VIEW);
  const fork = `${version}-here`;
  const made = await at.versions.fork(versionId(version), fork, { expectedRevision: 0 });
  const mine = await at.versions.save(versionId(fork), VIEW.replace('Two', 'Two mine'), {
    expectedRevision: made.revision,
  });
  await at.versions.stage(versionId(fork), { expectedRevision: mine.revision });
  await at.versions.publish(versionId(fork), { expectedRevision: mine.revision });
  await saveAsSomebodyElse(versionId(version), (view) => view.replace('Title', 'New Title').replace('One', 'New one'));
  await at.open(editableComponent(version, fork));
  await openEditor(at.page);
  await waitForNotice(at.page, /The original changed since this fork./);
  await clickButton(at.page, 'Compare');
  await waitForConflictDialog(at.page);
  assert.deepEqual(await readDifferences(at.page), [
    ['MineTitle', 'Original+New +Title'],
    ['MineOne', 'OriginalNew one'],
  ]);
  await chooseSide(2, 'Mine');
  await clickButton(at.page, 'Take over');
  await waitForComponentText(at.page, 'New Title\n\nOne\n\nTwo mine');
  await waitForSaveButton(at.page, 'Save customization', true);
});

test('a dismissed conflict returns at the next save', async () => {
  const id = await openOriginal();
  await typeAtEnd(at.page, ' mine', 'feaas-component p');
  await waitForSaveButton(at.page, 'Save', true);
  await saveAsSomebodyElse(id, (view) => view.replace('One', 'One theirs'));
  for (const save of [
    () => clickButton(at.page, 'Save'),
    () => pressWithModifiers(at.page, ['Control'], 's'),
    () => clickButton(at.page, 'Save'),
  ]) {
    await save();
    await waitForConflictDialog(at.page);
    await at.page.keyboard.press('Escape');
    await at.page.waitForFunction(
      () => !document.querySelector('feaas-editor')!.shadowRoot!.querySelector('dialog[open]'),
    );
    await waitForSaveButton(at.page, 'Save', true);
  }
});
