/** The editor in little space, such as on a page at 400 % zoom (the real editor on the real host, under its policy, D13). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  inEditorUI,
  editableComponent,
  openEditor,
  editorJourney,
  pressWithModifiers,
  versionId,
  waitForSaveButton,
  findPickerEntry,
  clickButton,
  typeAtEnd,
} from './lib/editor-page';

const at = editorJourney();
// Long enough that every part of it can scroll to the top.
const VIEW = `<section class="card"><h2>Title</h2>${'<p>One</p>'.repeat(12)}</section>`;

const visible = (selector: string): Promise<unknown> =>
  at.page.waitForSelector(inEditorUI(selector), { visible: true, timeout: 30_000 });

/** Opens an original in a window 320 px wide. Returns the name of its version. */
async function openAt(height: number): Promise<string> {
  await at.page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }]);
  await at.page.setViewport({ width: 320, height });
  const version = await at.publish(VIEW);
  await at.open(editableComponent(version, version));
  await openEditor(at.page);
  return version;
}

/** Types unsaved text while another editor saves a different change. */
async function openNewer(height: number): Promise<void> {
  const id = versionId(await openAt(height));
  await typeAtEnd(at.page, ' mine', 'feaas-component h2');
  await waitForSaveButton(at.page, 'Save', true);
  const [now] = await at.versions.find([id]);
  await at.versions.save(id, VIEW.replace('Title', 'Title of theirs'), { expectedRevision: now!.revision });
  await visible('.banner');
}

interface VerticalBox {
  readonly top: number;
  readonly bottom: number;
  readonly height: number;
}
const readBox = (selector: string): Promise<VerticalBox> =>
  at.page.$eval(
    'feaas-editor',
    (editor, selector) => {
      const { top, bottom, height } = editor.shadowRoot!.querySelector(selector)!.getBoundingClientRect();
      return { top, bottom, height };
    },
    selector,
  );
const isInSight = async (selector: string, height: number): Promise<void> => {
  const { top, bottom } = await readBox(selector);
  assert.ok(top >= 0 && bottom <= height, `${selector} stands from ${top} to ${bottom}`);
};

test('the beginning of a notice is visible, and the rest can be scrolled to', async () => {
  await openNewer(256);
  // Notices that would cover the edited text are at the bottom, above the toolbar.
  await at.page.$eval('feaas-component h2', (each) => scrollBy(0, each.getBoundingClientRect().top - 20));
  await visible('.banners:not(.banners--top)');
  await isInSight('.banners', 256);
  await at.page.$eval('feaas-editor', (editor) => {
    const all = editor.shadowRoot!.querySelectorAll<HTMLElement>('.banner .button');
    [...all].at(-1)!.focus();
  });
  await isInSight('.banner .button:focus', 256);
});

test('a dialog of differences scrolls as a whole: differences have room, and its buttons stay visible', async () => {
  await openNewer(256);
  await pressWithModifiers(at.page, ['Control'], 's');
  await visible('dialog[open] .difference');
  await isInSight('.dialog__actions', 256);
  assert.ok((await readBox('.differences')).height >= (await readBox('.difference')).height);
  // The buttons of the dialog do not cover the focused element.
  assert.ok((await readBox('.difference :focus')).bottom <= (await readBox('.dialog__actions')).top);
});

test('the button that closes a preview is visible', async () => {
  await openAt(400);
  await clickButton(at.page, 'Preview at a width');
  await visible('dialog iframe');
  await isInSight('.dialog__actions', 400);
  assert.ok((await readBox('.preview')).height >= 200);
  const isFree = await at.page.$eval('feaas-editor', (editor) => {
    const close = editor.shadowRoot!.querySelector('.dialog__actions .button')!;
    const { left, top, width, height } = close.getBoundingClientRect();
    return editor.shadowRoot!.elementFromPoint(left + width / 2, top + height / 2) === close;
  });
  assert.ok(isFree, 'something lies on what closes it');
});

test('the three buttons of the restore notice are in one row', async () => {
  const version = await openAt(640);
  await typeAtEnd(at.page, ' mine', 'feaas-component h2');
  await waitForSaveButton(at.page, 'Save', true);
  await at.page.reload();
  await at.open(editableComponent(version, version));
  await openEditor(at.page);
  await clickButton(at.page, 'Preview');
  await visible('dialog iframe');
  const tops = await at.page.$eval('feaas-editor', (editor) =>
    [...editor.shadowRoot!.querySelectorAll('.dialog__actions .button')].map(
      (each) => each.getBoundingClientRect().top,
    ),
  );
  assert.equal(tops.length, 3);
  assert.deepEqual(new Set(tops).size, 1);
});

test('an entry of the history fits: its state is next to its number', async () => {
  await openAt(640);
  await clickButton(at.page, 'More actions');
  await clickButton(at.page, 'History');
  const entry = await findPickerEntry(at.page, 'Revision 1');
  const row = await entry.evaluate((each) => {
    const [card, name, badge, more] = ['.card', '.card__name', '.badge', '.card__more'].map((selector) =>
      each.querySelector(selector)!.getBoundingClientRect(),
    );
    return {
      isBeside: badge!.top < name!.bottom && badge!.left >= name!.right,
      padding: Math.min(name!.left - card!.left, name!.top - card!.top, card!.bottom - more!.bottom),
    };
  });
  assert.ok(row.isBeside && row.padding >= 8, JSON.stringify(row));
});

test('the data panel is visible and does not overlap the tools, which have several rows', async () => {
  await at.page.setViewport({ width: 320, height: 256 });
  const version = await at.publish('<section><h2>Title</h2><p data-path="lead">Lead</p></section>');
  await at.open(editableComponent(version, version));
  await openEditor(at.page);
  await at.page.click('feaas-component [data-path]');
  await clickButton(at.page, 'Data mode');
  await visible('.panel--aside');
  for (const height of [256, 480]) {
    await at.page.setViewport({ width: 320, height });
    await at.page.waitForFunction(
      () => {
        const [bar, tools, panel] = ['.bar--main', '.handles', '.panel--aside'].map((selector) =>
          document.querySelector('feaas-editor')!.shadowRoot!.querySelector(selector)?.getBoundingClientRect(),
        );
        return (
          bar && tools && panel && [bar, tools].every(({ top, bottom }) => panel.bottom <= top || panel.top >= bottom)
        );
      },
      { timeout: 10_000 },
    );
    await isInSight('.panel--aside', height);
    assert.ok((await readBox('.panel--aside')).height > 44);
  }
});

test('the tools of a selected block do not overlap the side panel', async () => {
  await at.page.setViewport({ width: 1280, height: 800 });
  const version = await at.publish('<section><h2>Title</h2><h4>First</h4><h4>Second</h4></section>');
  await at.open(editableComponent(version, version));
  await openEditor(at.page);
  await clickButton(at.page, 'Checks');
  await visible('.aside .finding');
  await at.page.click('feaas-component h2');
  await visible('.handles');
  await at.page.waitForFunction(
    () => {
      const [tools, panel] = ['.handles', '.aside'].map((selector) =>
        document.querySelector('feaas-editor')!.shadowRoot!.querySelector(selector)!.getBoundingClientRect(),
      );
      return tools!.right <= panel!.left || tools!.top >= panel!.bottom;
    },
    { timeout: 30_000 },
  );
});

test('the toolbars are not printed', async () => {
  await openAt(700);
  await typeAtEnd(at.page, ' more', 'feaas-component h2');
  await visible('.bar--main');
  await at.page.emulateMediaType('print');
  const shown = await at.page.$eval('feaas-editor', (editor) =>
    [...editor.shadowRoot!.querySelectorAll('*')]
      .filter((each) => each.clientHeight * each.clientWidth > 0)
      .map((each) => each.className),
  );
  await at.page.emulateMediaType(undefined);
  assert.deepEqual(shown, []);
  await visible('.bar--main');
});
