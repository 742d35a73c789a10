/**
 * Every state of the editor, checked by axe in light and dark, and at 320 px with touch: nothing is cut off, nothing scrolls
 * sideways, and all targets are large enough (the real editor on the real host).
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { followColorScheme, findViolations } from './lib/axe';
import {
  openBindingPicker,
  pressWithModifiers,
  inEditorUI,
  editableComponent,
  openEditor,
  editorJourney,
  versionId,
  waitForSaveButton,
  findPickerEntry,
  clickButton,
  waitForEditorState,
  typeAtEnd,
} from './lib/editor-page';
import { screenshotsFolder } from './lib/screenshots-folder';

const at = editorJourney();
const SHOTS = screenshotsFolder('feaas-editor-shots', 'states');
const VIEW =
  '<section class="card"><h2>Title</h2><p>One <a href="#">two</a> three</p><ul><li>First</li><li>Second</li></ul><img src="/media/aurora/hero.svg" alt="Sky" width="80" height="50"></section>';

const MODES = [
  { name: 'light', width: 1280, height: 800, scheme: 'light', touch: false },
  { name: 'dark', width: 768, height: 800, scheme: 'dark', touch: false },
  { name: 'finger', width: 320, height: 640, scheme: 'light', touch: true },
] as const;
type Mode = (typeof MODES)[number];

/** Minimum size of a touch target in CSS pixels. The text of a label belongs to the target of its button. */
const TARGET = 44;

async function prepare({ width, height, scheme, touch }: Mode): Promise<void> {
  // Disable transitions: elements that fade in have their final colors only at the end.
  await at.page.emulateMediaFeatures([
    { name: 'prefers-color-scheme', value: scheme },
    { name: 'prefers-reduced-motion', value: 'reduce' },
  ]);
  await at.page.setViewport({ width, height, hasTouch: touch, isMobile: touch });
}
const HEAD = '<meta name="viewport" content="width=device-width">';
async function show(body: string): Promise<void> {
  await at.open(HEAD + body);
  await followColorScheme(at.page);
}
/** Opens the editor by a click or a tap. */
async function begin(mode: Mode, selector = 'feaas-component'): Promise<void> {
  if (!mode.touch) return openEditor(at.page, selector);
  await at.page.tap(`${selector} > *`);
  await waitForEditorState(at.page, 'ready');
}

/** Problems of the current state. */
async function findProblems(mode: Mode): Promise<string[]> {
  const broken = await findViolations(at.page);
  const unfit = await at.page.evaluate(
    (touch, target) => {
      const found: string[] = [];
      if (document.documentElement.scrollWidth > innerWidth) found.push('the page scrolls sideways');
      const root = document.querySelector('feaas-editor')?.shadowRoot;
      const modal = root?.querySelector('dialog[open]');
      const area = modal?.getBoundingClientRect();
      if (area && Math.abs(area.left - (innerWidth - area.right)) > 1)
        found.push(`the dialog stands from ${area.left} to ${area.right}`);
      // A picker has a shadow root of its own.
      const within = modal?.querySelector(':scope > div')?.shadowRoot ?? modal ?? root;
      for (const button of within?.querySelectorAll<HTMLElement>('button, input:not([type=radio]), label') ?? []) {
        const { left, right, width, height } = button.getBoundingClientRect();
        if (!button.checkVisibility() || !width || button.closest('.handles, .path')) continue;
        const name = button.ariaLabel ?? button.textContent;
        if (left < -0.5 || right > innerWidth + 0.5) found.push(`${name} is cut: ${left}–${right}`);
        const isField = button.localName === 'label' && button.matches('[for], :has(input:not([type=radio]))');
        if (touch && !isField && (height < target - 0.5 || (button.localName === 'button' && width < target - 0.5)))
          found.push(`${name} is ${width} × ${height} px under a finger`);
      }
      return found;
    },
    mode.touch,
    TARGET,
  );
  return [...broken, ...unfit];
}
async function state(mode: Mode, name: string): Promise<void> {
  await at.page.screenshot({ path: `${SHOTS}/${name}-${mode.name}.png` });
  assert.deepEqual(await findProblems(mode), [], `${name}, ${mode.name}`);
}
const visible = (selector: string): Promise<unknown> =>
  at.page.waitForSelector(inEditorUI(selector), { visible: true, timeout: 30_000 });

for (const mode of MODES) {
  test(`the tools and their panels: ${mode.name}`, async () => {
    await prepare(mode);
    const version = await at.publish(VIEW);
    await show(editableComponent(version, `${version}-x`));
    await state(mode, 'closed');
    if (!mode.touch) {
      await at.page.hover('feaas-component p');
      await at.page.waitForSelector('feaas-component[tabindex="0"]');
      await state(mode, 'hover');
    }
    await begin(mode);
    await at.page.click('feaas-component p');
    await visible('.handles');
    await state(mode, 'ready');
    await clickButton(at.page, 'More actions');
    await state(mode, 'menu');
    await at.page.keyboard.press('Escape');
    await clickButton(at.page, 'Block tools');
    await state(mode, 'block-menu');
    await at.page.keyboard.press('Escape');
    await clickButton(at.page, 'Insert a block');
    await findPickerEntry(at.page, 'Paragraph');
    await state(mode, 'palette');
    await at.page.keyboard.press('Escape');
    await clickButton(at.page, 'Theme of this block');
    await findPickerEntry(at.page, 'Aurora');
    await state(mode, 'theme');
    await at.page.keyboard.press('Escape');
    await clickButton(at.page, 'More actions');
    await clickButton(at.page, 'History');
    await (await findPickerEntry(at.page, 'Revision 1')).click();
    await visible('.dialog--pick >>> .chosen');
    await state(mode, 'history');
    await at.page.keyboard.press('Escape');
    await at.page.click('feaas-component p');
    await at.page.click('feaas-component p', { count: 3 });
    await visible('[aria-label="Text tools"]');
    await state(mode, 'selection');
    await pressWithModifiers(at.page, ['Control'], 'k');
    await visible('input[name=href]');
    await state(mode, 'link');
    await at.page.keyboard.press('Escape');
    // On small screens, the selection toolbar may cover the selected text.
    await at.page.click('feaas-component h2');
    await at.page.waitForFunction(() => document.getSelection()!.isCollapsed);
    await at.page.click('feaas-component img');
    await visible('input[name=alt]');
    await state(mode, 'image');
    await at.page.keyboard.press('Escape');
    await clickButton(at.page, 'Checks');
    await visible('.finding');
    await state(mode, 'checks');
    await at.page.$eval('feaas-editor', (e) => e.shadowRoot!.querySelector<HTMLElement>('.aside > .button')!.click());
    await at.page.click('feaas-component p');
    await clickButton(at.page, 'Data mode');
    await visible('[data-binding=content]');
    await state(mode, 'data');
    await openBindingPicker(at.page, 'content');
    await state(mode, 'data-picker');
    await at.page.keyboard.press('Escape');
    await clickButton(at.page, 'Data mode');
    await clickButton(at.page, 'Preview at a width');
    await visible('dialog iframe');
    await state(mode, 'preview');
    await at.page.keyboard.press('Escape');
    await pressWithModifiers(at.page, ['Control'], '/');
    await visible('.keys');
    await state(mode, 'keys');
    await at.page.keyboard.press('Escape');
    await typeAtEnd(at.page, '!', 'feaas-component h2');
    await waitForSaveButton(at.page, 'Save customization', true);
    await state(mode, 'changed');
    await pressWithModifiers(at.page, ['Control'], 's');
    await visible('dialog[open]');
    await state(mode, 'save-question');
    await at.page.keyboard.press('Escape');
    await at.page.keyboard.press('Escape');
    await at.page.keyboard.press('Escape');
    await visible('dialog[open]');
    await state(mode, 'close-question');
    await at.page.keyboard.press('Escape');
    // A notice lists what a paste leaves out.
    await at.page.click('feaas-component p');
    await at.page.evaluate(() => {
      const data = new DataTransfer();
      data.setData('text/html', '<p style="color:red">Red <table><tr><td>cell</td></tr></table></p>');
      const { activeElement } = document;
      activeElement!.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
      );
    });
    await visible('.banner');
    await state(mode, 'paste-loss');
  });

  // The colors are the same as in the panels.
  if (mode.name === 'dark' && !process.env['FEAAS_LONG']) continue;
  test(`other editors, crashes and failures: ${mode.name}`, async () => {
    await prepare(mode);
    const version = await at.publish(VIEW);
    const id = versionId(version);
    await show(editableComponent(version, version));
    await begin(mode);
    await typeAtEnd(at.page, ' mine', 'feaas-component h2');
    await waitForSaveButton(at.page, 'Save', true);
    const [now] = await at.versions.find([id]);
    const theirs = await at.versions.save(id, VIEW.replace('Title', 'Title of theirs'), {
      expectedRevision: now!.revision,
    });
    await visible('.banner');
    await state(mode, 'newer');
    await pressWithModifiers(at.page, ['Control'], 's');
    await visible('dialog[open] .difference');
    await state(mode, 'conflict');
    // After a reload, the editor offers to restore unsaved changes.
    await at.page.reload();
    await show(editableComponent(version, version));
    await begin(mode);
    await visible('.banner');
    await state(mode, 'restore');
    await clickButton(at.page, 'Discard them');
    // Stop the host.
    await typeAtEnd(at.page, ' more', 'feaas-component h2');
    await at.page.setOfflineMode(true);
    await pressWithModifiers(at.page, ['Control'], 's');
    await visible('.banner--wrong');
    await state(mode, 'host-away');
    await at.page.setOfflineMode(false);
    assert.ok(theirs.revision > now!.revision);
  });

  test(`a newer original: ${mode.name}`, async () => {
    await prepare(mode);
    const version = await at.publish(VIEW);
    const fork = `${version}-fork`;
    const made = await at.versions.fork(versionId(version), fork, { expectedRevision: 0 });
    const mine = await at.versions.save(versionId(fork), VIEW.replace('First', 'Mine'), {
      expectedRevision: made.revision,
    });
    await at.versions.stage(versionId(fork), { expectedRevision: mine.revision });
    await at.versions.publish(versionId(fork), { expectedRevision: mine.revision });
    const [original] = await at.versions.find([versionId(version)]);
    await at.versions.save(versionId(version), VIEW.replace('Title', 'New title'), {
      expectedRevision: original!.revision,
    });
    await show(editableComponent(version, fork));
    await begin(mode);
    await visible('.banner');
    await state(mode, 'origin');
    await clickButton(at.page, 'Compare');
    await visible('dialog[open] .difference');
    await state(mode, 'origin-dialog');
  });
}

test('forced colors: pressed, focused, separated and framed elements are visible', async () => {
  const session = await at.page.createCDPSession();
  await session.send('Emulation.setEmulatedMedia', {
    features: [
      { name: 'forced-colors', value: 'active' },
      { name: 'prefers-reduced-motion', value: 'reduce' },
      { name: 'prefers-contrast', value: 'more' },
    ],
  });
  const version = await at.publish(VIEW);
  await at.page.setViewport({ width: 1280, height: 800 });
  await at.open(editableComponent(version, version));
  await openEditor(at.page);
  await at.page.click('feaas-component p');
  await visible('.handles');
  await at.page.keyboard.press('F6');
  const seen = await at.page.$eval('feaas-editor', (editor) => {
    const root = editor.shadowRoot!;
    const style = (selector: string): CSSStyleDeclaration => getComputedStyle(root.querySelector(selector)!);
    const focus = getComputedStyle(root.activeElement!);
    const paper = style('.bar--main').backgroundColor;
    const moving = [...root.querySelectorAll('*')].filter((each) => {
      const { animationName, transitionDuration } = getComputedStyle(each);
      return animationName !== 'none' || !/^0s(, 0s)*$/.test(transitionDuration);
    });
    return {
      ring: parseFloat(style('.ring').outlineWidth) >= 2 && style('.ring').outlineColor !== paper,
      focus: focus.outlineStyle !== 'none' && parseFloat(focus.outlineWidth) >= 2 && focus.outlineColor !== paper,
      frame: style('.frame').borderTopColor !== paper,
      line: style('.bar__line').backgroundColor !== paper,
      icon: style('.icon').stroke !== paper,
      moving: moving.map((each) => each.className),
    };
  });
  assert.deepEqual(seen, { ring: true, focus: true, frame: true, line: true, icon: true, moving: [] });
  await at.page.screenshot({ path: `${SHOTS}/forced.png` });
});

test('a tap opens the editor, a long press selects, and the tools do not cover the text', async () => {
  const mode = MODES[2];
  await prepare(mode);
  const version = await at.publish(VIEW);
  await show(editableComponent(version, version));
  await begin(mode);
  await at.page.tap('feaas-component h2');
  await at.page.waitForFunction(() => document.activeElement?.localName === 'h2');
  const word = await at.page.$eval('feaas-component h2', (each) => {
    const { left, top, height } = each.getBoundingClientRect();
    const seen = ((window as any).kept = [] as boolean[]);
    // The system handles a long press unless a listener prevents the default action.
    for (const kind of ['touchstart', 'pointerdown', 'contextmenu', 'selectstart'])
      addEventListener(kind, (event) => seen.push(event.defaultPrevented));
    return { x: left + 20, y: top + height / 2 };
  });
  const session = await at.page.createCDPSession();
  await session.send('Input.synthesizeTapGesture', { ...word, duration: 900, gestureSourceType: 'touch' });
  await at.page.waitForFunction(() => (window as any).kept.length > 0);
  assert.ok(!(await at.page.evaluate(() => (window as any).kept.includes(true))));
  await at.page.$eval('feaas-component h2', (each) => document.getSelection()!.selectAllChildren(each));
  await visible('[aria-label="Text tools"]');
  const boxes = await at.page.$eval('feaas-editor', (editor) => {
    const box = (selector: string): { top: number; bottom: number } => {
      const { top, bottom } = editor.shadowRoot!.querySelector(selector)!.getBoundingClientRect();
      return { top, bottom };
    };
    const { bottom } = document.getSelection()!.getRangeAt(0).getBoundingClientRect();
    return { text: bottom, tools: box('[aria-label="Text tools"]'), bar: box('.bar--main') };
  });
  // Touch screens show their own toolbar above the text.
  assert.ok(boxes.tools.top >= boxes.text + 20, JSON.stringify(boxes));
  assert.ok(boxes.tools.bottom <= boxes.bar.top, JSON.stringify(boxes));
  await at.page.screenshot({ path: `${SHOTS}/long-press.png` });
});

test('the outline of a component as wide as the page is on its own edges', async () => {
  const version = await at.publish(VIEW);
  await at.open(editableComponent(version, version));
  await openEditor(at.page);
  for (const [margin, ...wanted] of [
    ['0 60px', '1px', 'auto'],
    ['0', '0px', '64px 16px 16px'],
  ] as const) {
    await at.page.evaluate((margin) => void (document.body.style.margin = margin), margin);
    await at.page.waitForFunction(
      (border, inset) => {
        const frame = document.querySelector('feaas-editor')!.shadowRoot!.querySelector('.frame')!;
        const own = getComputedStyle(frame, '::before');
        const isThere = own.content !== 'none';
        return (
          getComputedStyle(frame).borderTopWidth === border &&
          inset === (isThere ? `${own.top} ${own.left} ${own.bottom}` : 'auto')
        );
      },
      { timeout: 30_000 },
      ...wanted,
    );
  }
});
