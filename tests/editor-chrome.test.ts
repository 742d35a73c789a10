/** The editor's interface: its position, its effect on the page, and accessibility (the real host, under its policy, D13). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { followColorScheme, findViolations } from './lib/axe';
import {
  inEditorUI,
  editableComponent,
  openEditor,
  editorJourney,
  focusComponent,
  versionId,
  waitForSaveButton,
  clickButton,
  waitForEditorState,
  waitForComponentText,
  typeAtEnd,
  saveAndVerify,
} from './lib/editor-page';
import { pauseModuleRequests } from './lib/paused-requests';
import { waitForNetworkIdle } from './lib/network-idle';
import { screenshotsFolder } from './lib/screenshots-folder';
import { setBrowserLanguages } from './lib/browser-languages';
import { pollUntil } from './lib/wait-until';

const at = editorJourney();
const SHOTS = screenshotsFolder('feaas-editor-shots');
const VIEW =
  '<section class="card"><h2>Title</h2><p>One <b>two</b> three</p><ul><li>First</li><li>Second</li></ul><img src="/media/aurora/hero.svg" alt="Sky" width="80" height="50"></section>';

interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}
const box = (selector: string, within?: string): Promise<Box> =>
  at.page.evaluate(
    (selector, within) => {
      const root = within ? document.querySelector(within)!.shadowRoot! : document;
      const { left, top, width, height } = root.querySelector(selector)!.getBoundingClientRect();
      return { left, top, width, height };
    },
    selector,
    within ?? '',
  );
/** Waits until the frame surrounds its target with the margins of §9. */
const waitForFrameAroundTarget = (): Promise<unknown> =>
  at.page.waitForFunction(
    () => {
      const frame = document
        .querySelector('feaas-editor')!
        .shadowRoot!.querySelector('.frame')!
        .getBoundingClientRect();
      const target = document.querySelector('feaas-component')!.getBoundingClientRect();
      const near = (one: number, other: number): boolean => Math.abs(one - other) < 0.1;
      return (
        near(frame.width, target.width + 32) &&
        near(frame.height, target.height + 80) &&
        near(frame.top, target.top - 64) &&
        near(frame.left, target.left - 16)
      );
    },
    { timeout: 30_000 },
  );

/** Positions of all elements of the page, without those of the editor. */
const places = (): Promise<string[]> =>
  at.page.evaluate(() =>
    [...document.querySelectorAll('body *')]
      // Skip the elements that contain the edited text.
      .filter(
        (each) => !each.closest('feaas-editor') && !each.matches('feaas-line') && each.getClientRects().length > 0,
      )
      .map((each) => {
        const { left, top, width, height } = each.getBoundingClientRect();
        // Add the scroll offset, because Puppeteer scrolls to the elements that it clicks.
        return `${each.localName} ${[left + scrollX, top + scrollY, width, height].map((value) => value.toFixed(2)).join(' ')}`;
      }),
  );

test('§9: the frame is 32 px wider, 80 px higher and 64 px above its target, through scrolling, resizing, changes of content and moves', async () => {
  const version = await at.publish(VIEW);
  await at.open(editableComponent(version, version));
  await openEditor(at.page);
  await waitForFrameAroundTarget();
  await at.page.evaluate(() => {
    document.body.style.minHeight = '3000px';
    scrollTo(0, 37);
  });
  await waitForFrameAroundTarget();
  await at.page.setViewport({ width: 640, height: 500 });
  await waitForFrameAroundTarget();
  await at.page.evaluate(() =>
    document.querySelector('h1')!.append(' and a longer heading that breaks its line, twice'),
  );
  await waitForFrameAroundTarget();
  await typeAtEnd(at.page, ` ${'more '.repeat(40)}`, 'feaas-component p');
  await waitForFrameAroundTarget();
  await at.page.evaluate(() =>
    document
      .querySelector('feaas-context')!
      .animate([{ translate: '0 0' }, { translate: '60px 40px' }], {
        duration: 200,
        fill: 'forwards',
      })
      .finished.then(() => {}),
  );
  await waitForFrameAroundTarget();
});

for (const hostile of [
  '',
  '* { all: revert; margin: 7px !important; box-sizing: border-box } main { display: grid; gap: 40px }',
  'feaas-editor, feaas-editor * { display: block !important; z-index: 1 !important; padding: 30px } main { transform: rotate(1deg) }',
  'main { contain: layout; position: relative; z-index: 0 } header { position: fixed; inset: 0 0 auto; z-index: 2147483647 } html { font-size: 40px; direction: rtl }',
]) {
  test(`opening and closing moves nothing in the page and leaves nothing behind: ${hostile.slice(0, 40) || 'plain'}`, async () => {
    const version = await at.publish(VIEW);
    await at.open(editableComponent(version, version));
    await at.page.evaluate(async (css) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(css);
      document.adoptedStyleSheets.push(sheet);
      // Layout changes of the style are complete after two frames.
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      (window as any).shifts = [];
      new PerformanceObserver((list) => (window as any).shifts.push(...list.getEntries())).observe({
        type: 'layout-shift',
      });
    }, hostile);
    // Wait for its picture.
    await waitForNetworkIdle(at.page, 200);
    const inside = (): Promise<string> =>
      at.page.$eval('feaas-component', (each) =>
        [each.innerHTML, ...each.getAttributeNames().sort(), each.className].join('\n'),
      );
    const sheets = (): Promise<number> => at.page.evaluate(() => document.adoptedStyleSheets.length);
    const seen = [await places(), await inside(), await sheets()];
    await openEditor(at.page);
    await at.page.waitForSelector(inEditorUI('.bar--main'), { visible: true });
    assert.deepEqual(await places(), seen[0]);
    const bar = await box('.bar--main', 'feaas-editor');
    assert.ok(bar.height > 30 && bar.height < 64, `a bar of ${bar.height} px`);
    const top = await at.page.evaluate(
      ({ left, top, height }) => document.elementFromPoint(left + 20, top + height / 2)?.localName,
      bar,
    );
    assert.equal(top, 'feaas-editor');
    await clickButton(at.page, 'Close');
    await waitForEditorState(at.page, 'idle');
    await at.page.waitForFunction(
      (html) => document.querySelector('feaas-component')!.innerHTML === html,
      { timeout: 30_000 },
      VIEW,
    );
    assert.deepEqual([await places(), await inside(), await sheets()], seen);
    assert.deepEqual(await at.page.evaluate(() => (window as any).shifts.length), 0);
  });
}

test('the interface works within a modal dialog of the page', async () => {
  const version = await at.publish(VIEW);
  await at.open(`<dialog>${editableComponent(version, version)}</dialog>`);
  await at.page.$eval('dialog', (dialog) => {
    // The dialog's content has no width of its own.
    dialog.style.width = '600px';
    dialog.showModal();
  });
  await at.page.waitForSelector('feaas-component h2', { visible: true });
  await at.page.click('feaas-component h2');
  await waitForEditorState(at.page, 'ready');
  await at.page.keyboard.press('End');
  await at.page.keyboard.type('!');
  const save = await at.page.waitForSelector(
    '[data-feaas-editor-ui] >>> .bar--main .button--main:not([aria-disabled=true])',
    {
      visible: true,
      timeout: 30_000,
    },
  );
  await save!.click();
  await at.page.waitForFunction(
    () =>
      document.querySelector('[data-feaas-editor-ui]')!.shadowRoot!.querySelector('.button--main')!.textContent ===
      'Up to date',
    { timeout: 30_000 },
  );
  assert.match((await at.versions.find([versionId(version)]))[0]!.view, /Title!/);
});

test('in a dialog of the page, on a phone, the toolbar is at the bottom of the window', async () => {
  const version = await at.publish(VIEW);
  await at.open(`<dialog>${editableComponent(version, version)}</dialog>`);
  await at.page.setViewport({ width: 360, height: 700 });
  await at.page.$eval('dialog', (dialog) => {
    dialog.style.width = '280px';
    dialog.showModal();
  });
  await (await at.page.waitForSelector('feaas-component h2', { visible: true }))!.click();
  await waitForEditorState(at.page, 'ready');
  await at.page.waitForFunction(
    () => {
      const root = document.querySelector('dialog [data-feaas-editor-ui]')?.shadowRoot;
      const bar = root?.querySelector('.bar--narrow')?.getBoundingClientRect();
      return !!bar && Math.abs(bar.bottom - innerHeight) < 1;
    },
    { timeout: 15_000 },
  );
  await at.page.setViewport({ width: 1280, height: 800 });
});

test('using the toolbar in a popover of the page does not close the popover', async () => {
  const version = await at.publish(VIEW);
  await at.open(`<div popover>${editableComponent(version, version)}</div>`);
  await at.page.$eval('[popover]', (popover) => {
    (popover as HTMLElement).style.width = '600px';
    (popover as HTMLElement).showPopover();
  });
  await at.page.waitForSelector('feaas-component h2', { visible: true });
  await at.page.click('feaas-component h2');
  await waitForEditorState(at.page, 'ready');
  await at.page.keyboard.press('End');
  await at.page.keyboard.type('!');
  const undo = await at.page.waitForSelector('[data-feaas-editor-ui] >>> [aria-label=Undo]:not([aria-disabled=true])', {
    visible: true,
    timeout: 30_000,
  });
  await undo!.click();
  await at.page.waitForFunction(() => document.querySelector('feaas-component h2')!.textContent === 'Title', {
    timeout: 10_000,
  });
  assert.equal(await at.page.$eval('[popover]', (popover) => popover.matches(':popover-open')), true);
});

for (const show of ['showModal', 'show'] as const)
  test(`in a dialog of the page, Escape leaves the editor level by level before it closes the dialog: ${show}`, async () => {
    const version = await at.publish(VIEW);
    await at.open(`<dialog>${editableComponent(version, version)}</dialog>`);
    await at.page.$eval(
      'dialog',
      (dialog, show) => {
        dialog.style.width = '600px';
        dialog[show]();
      },
      show,
    );
    await at.page.waitForSelector('feaas-component h2', { visible: true });
    await at.page.click('feaas-component h2');
    await waitForEditorState(at.page, 'ready');
    await at.page.keyboard.press('Escape');
    await at.page.waitForFunction(() => !document.querySelector('[contenteditable=true]'), { timeout: 10_000 });
    assert.equal(await at.page.$eval('dialog', (dialog) => dialog.open), true);
    await at.page.keyboard.press('Escape');
    await waitForEditorState(at.page, 'idle');
    assert.equal(await at.page.$eval('dialog', (dialog) => dialog.open), true);
    await at.page.keyboard.press('Escape');
    assert.equal(await at.page.$eval('dialog', (dialog) => dialog.open), show === 'show');
  });

test('by keyboard alone: typing, formatting, moving, linking, saving, closing; the focus returns to the component', async () => {
  const version = await at.publish('<section><h2>Title</h2><p>One two</p></section>');
  await at.open(editableComponent(version, version) + '<button id="after">After</button>');
  const { keyboard } = at.page;
  await focusComponent(at.page);
  await keyboard.press('Enter');
  await waitForEditorState(at.page, 'ready');
  const focused = (): Promise<string> =>
    at.page.evaluate(() => {
      let element = document.activeElement;
      while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
      return element?.getAttribute('aria-label') ?? element?.textContent ?? '';
    });
  await keyboard.press('End');
  await keyboard.type('!');
  await waitForComponentText(at.page, 'Title!\n\nOne two');
  await keyboard.press('F6');
  assert.equal(await focused(), 'Undo');
  await keyboard.press('ArrowLeft');
  assert.equal(await focused(), 'Close');
  await keyboard.press('F6');
  await at.page.waitForFunction(() => document.activeElement?.localName === 'h2');
  // Move the block up by moving the next block down.
  await keyboard.down('Alt');
  await keyboard.down('Shift');
  await keyboard.press('ArrowDown');
  await keyboard.up('Shift');
  await keyboard.up('Alt');
  await waitForComponentText(at.page, 'One two\n\nTitle!');
  // Change the block type from the menu.
  await keyboard.press('F6');
  for (let count = 0; (await focused()) !== 'Block type: Heading 2' && count < 20; count++)
    await keyboard.press('ArrowRight');
  await keyboard.press('Enter');
  await at.page.waitForFunction(
    () => document.querySelector('feaas-editor')!.shadowRoot!.activeElement?.role === 'menuitemradio',
  );
  await keyboard.press('ArrowDown');
  assert.equal(await focused(), 'Heading 3');
  await keyboard.press('Enter');
  await at.page.waitForSelector('feaas-component h3');
  await at.page.waitForFunction(() => document.activeElement?.localName === 'h3');
  await keyboard.press('Home');
  await keyboard.down('Shift');
  await keyboard.press('End');
  await keyboard.up('Shift');
  await keyboard.down('Control');
  await keyboard.press('k');
  await keyboard.up('Control');
  await at.page.waitForSelector(inEditorUI('input[name=href]'), { visible: true });
  await keyboard.type('/there');
  await keyboard.press('Enter');
  await at.page.waitForSelector('feaas-component h3 a[href="/there"]');
  await keyboard.down('Control');
  await keyboard.press('s');
  await keyboard.up('Control');
  await waitForSaveButton(at.page, 'Up to date', false);
  // The first Escape leaves the text, the second one leaves the editor.
  await keyboard.press('Escape');
  await keyboard.press('Escape');
  await waitForEditorState(at.page, 'idle');
  assert.equal(
    (await at.versions.find([versionId(version)]))[0]!.view,
    '<section><p>One two</p><h3><a href="/there">Title!</a></h3></section>',
  );
  await at.page.waitForFunction(() => document.activeElement?.localName === 'feaas-component');
});

for (const way of ['keyboard', 'mouse'])
  test(`keys pressed while a menu loads apply once it is open, unless the focus has left its button: by ${way}`, async () => {
    const version = await at.publish('<h2>Title</h2>');
    await at.open(editableComponent(version, version));
    const menus = await pauseModuleRequests(at.page, 'MenuList');
    await openEditor(at.page);
    await at.page.click('feaas-component h2');
    const { keyboard } = at.page;
    await keyboard.press('End');
    const open = async (): Promise<void> => {
      const button = await at.page.waitForSelector(inEditorUI('[aria-label^="Block type"]'), { visible: true });
      if (way === 'mouse') return button!.click();
      await button!.focus();
      await keyboard.press('Enter');
    };
    await open();
    await keyboard.press('F6');
    await keyboard.type('!');
    await open();
    for (const key of ['End', 'ArrowUp', 'h', 'h', 'h', 'Enter'] as const) await keyboard.press(key);
    assert.ok(menus.count() > 0);
    await menus.release();
    await at.page.waitForSelector('feaas-component h3');
    await saveAndVerify(at, version, '<h3>Title!</h3>');
  });

for (const scheme of ['light', 'dark'] as const) {
  test(`axe finds nothing in any state, ${scheme}`, async () => {
    // Disable transitions: elements that fade in have their final colors only at the end.
    await at.page.emulateMediaFeatures([
      { name: 'prefers-color-scheme', value: scheme },
      { name: 'prefers-reduced-motion', value: 'reduce' },
    ]);
    await at.page.setViewport({ width: 1280, height: 800 });
    const version = await at.publish(VIEW);
    await at.open(editableComponent(version, `${version}-x`));
    await followColorScheme(at.page);
    const state = async (name: string): Promise<void> => {
      await at.page.screenshot({ path: `${SHOTS}/${scheme}-${name}.png` });
      assert.deepEqual(await findViolations(at.page), [], name);
    };
    await openEditor(at.page);
    await at.page.click('feaas-component p');
    await at.page.waitForSelector(inEditorUI('.handles'), { visible: true });
    await state('ready');
    await clickButton(at.page, 'More actions');
    await state('menu');
    await at.page.keyboard.press('Escape');
    await at.page.click('feaas-component p', { count: 3 });
    await at.page.waitForSelector(inEditorUI('[aria-label="Text tools"]'), { visible: true });
    await state('selection');
    await at.page.keyboard.down('Control');
    await at.page.keyboard.press('k');
    await at.page.keyboard.up('Control');
    await at.page.waitForSelector(inEditorUI('input[name=href]'), { visible: true });
    await state('link');
    await at.page.keyboard.press('Escape');
    await at.page.click('feaas-component img');
    await at.page.waitForSelector(inEditorUI('input[name=alt]'), { visible: true });
    await state('image');
    await at.page.keyboard.press('Escape');
    await clickButton(at.page, 'Checks');
    await at.page.waitForSelector(inEditorUI('.aside'), { visible: true });
    await state('checks');
    await clickButton(at.page, 'Checks');
    await clickButton(at.page, 'Data mode');
    await at.page.waitForSelector(inEditorUI('[data-binding=attribute-src]'), { visible: true });
    await state('data');
    await clickButton(at.page, 'Data mode');
    await clickButton(at.page, 'Preview at a width');
    const frame = await at.page.waitForSelector(inEditorUI('dialog iframe'), { visible: true });
    const family = await at.page.$eval('feaas-component h2', (each) => getComputedStyle(each).fontFamily);
    // The preview looks like the page.
    await (await frame!.contentFrame())!.waitForFunction(
      (family) => {
        const title = document.querySelector('h2');
        return !!title && getComputedStyle(title).fontFamily === family;
      },
      { timeout: 30_000 },
      family,
    );
    // At the largest breakpoint, the content has the full width and is completely visible.
    const wide = await at.page.$eval('feaas-editor', (editor) => {
      const inputs = editor.shadowRoot!.querySelectorAll<HTMLInputElement>('.width input');
      inputs[inputs.length - 1]!.click();
      return Number(inputs[inputs.length - 1]!.parentElement!.textContent!.replace(/\D/g, ''));
    });
    await frame!.evaluate(async (each, wide) => {
      const { body } = (each as HTMLIFrameElement).contentDocument!;
      const room = each.parentElement!;
      const isWhole = (): boolean => {
        const [inner, outer] = [each.getBoundingClientRect(), room.getBoundingClientRect()];
        return (
          body.getBoundingClientRect().width === wide && inner.left >= outer.left - 1 && inner.right <= outer.right + 1
        );
      };
      for (let frames = 0; !isWhole(); frames++) {
        if (frames > 300) throw new Error(`${body.getBoundingClientRect().width} of ${wide}`);
        await new Promise(requestAnimationFrame);
      }
    }, wide);
    await state('preview');
    await at.page.keyboard.press('Escape');
    await typeAtEnd(at.page, '!', 'feaas-component h2');
    await waitForSaveButton(at.page, 'Save customization', true);
    await clickButton(at.page, 'Save customization');
    await at.page.waitForSelector(inEditorUI('dialog[open]'), { visible: true });
    await state('question');
  });
}

for (const [name, width, lang] of [
  ['narrow', 320, 'en'],
  ['german', 768, 'de'],
  ['japanese', 1280, 'ja'],
  ['arabic', 1280, 'ar'],
  ['wide', 1920, 'en'],
] as const) {
  test(`the toolbar is visible at ${width} px in ${lang}, with texts in that language`, async () => {
    await at.page.setViewport({ width, height: 700 });
    const version = await at.publish(VIEW);
    await setBrowserLanguages(at.page, lang);
    await at.open(editableComponent(version, version), {
      attributes: `cdn="/cdn" lang="${lang}" dir="${lang === 'ar' ? 'rtl' : 'ltr'}"`,
    });
    await openEditor(at.page);
    await at.page.click('feaas-component p');
    const bar = await box('.bar--main', 'feaas-editor');
    assert.ok(
      bar.left >= 0 && bar.left + bar.width <= width && bar.top >= 0 && bar.top + bar.height <= 700,
      JSON.stringify(bar),
    );
    const close = await at.page.$eval('feaas-editor', (editor) => {
      const button = editor.shadowRoot!.querySelector('.bar__actions > button:last-child')!;
      const { left, right } = button.getBoundingClientRect();
      return [button.textContent, left >= 0 && right <= innerWidth, getComputedStyle(button).direction];
    });
    const words = { en: 'Close', de: 'Schließen', ja: '閉じる', ar: 'إغلاق' };
    assert.deepEqual(close, [words[lang], true, lang === 'ar' ? 'rtl' : 'ltr']);
    assert.equal(await at.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
    await at.page.waitForSelector(inEditorUI('.handles'), { visible: true });
    await at.page.screenshot({ path: `${SHOTS}/${name}.png` });
  });
}

for (const lang of ['en', 'de', 'ja', 'ar'] as const)
  test(`on a phone 320 px wide, saving, the menu and closing are in one row, and no label is cut: ${lang}`, async () => {
    await at.page.setViewport({ width: 320, height: 640, isMobile: true, hasTouch: true });
    await setBrowserLanguages(at.page, lang);
    const version = await at.publish(VIEW);
    await at.open(`<meta name="viewport" content="width=device-width">${editableComponent(version)}`);
    await at.page.tap('feaas-component p');
    await waitForEditorState(at.page, 'ready');
    await at.page.waitForSelector(inEditorUI('.bar--narrow'), { visible: true });
    const row = (): Promise<{ readonly tops: readonly number[]; readonly cut: readonly string[] }> =>
      at.page.$eval('feaas-editor', (editor) => {
        const buttons = [...editor.shadowRoot!.querySelectorAll('.bar__actions button')];
        const middles = buttons.map((each) => each.getBoundingClientRect()).map(({ top, height }) => top + height / 2);
        return {
          tops: [...new Set(middles.map(Math.round))],
          cut: buttons
            .filter((each) => each.scrollWidth > each.clientWidth || each.scrollHeight > each.clientHeight)
            .map((each) => each.textContent),
        };
      });
    for (const isChanged of [false, true]) {
      if (isChanged) {
        await at.page.keyboard.type('x');
        await at.page.waitForSelector(inEditorUI('.button--main:not([aria-disabled=true])'), { visible: true });
      }
      const { tops, cut } = await row();
      assert.equal(tops.length, 1, `the middles of the buttons are at ${tops.join(', ')} px`);
      assert.deepEqual(cut, []);
    }
  });

for (const [width, height, touch] of [
  [1000, 700, false],
  [700, 500, false],
  [375, 640, true],
  [320, 225, false],
] as const)
  test(`a menu scrolls only where the window has no more room, and leaves its button visible: ${width} × ${height} px`, async () => {
    await at.page.setViewport({ width, height, isMobile: touch, hasTouch: touch });
    const version = await at.publish(VIEW);
    await at.open(`<meta name="viewport" content="width=device-width">${editableComponent(version)}`);
    await openEditor(at.page);
    await at.page.waitForSelector(inEditorUI('.bar--main .button--main'), { visible: true });
    for (const selector of ['.bar__actions .tool', '.tool--wide']) {
      const button = await at.page.waitForSelector(inEditorUI(selector), { visible: true });
      await clickButton(at.page, await button!.evaluate((each) => each.ariaLabel!));
      await at.page.waitForSelector(inEditorUI('.menu'), { visible: true });
      const own = await button!.evaluate((each) => each.getBoundingClientRect().toJSON() as DOMRect);
      const menu = await at.page.$eval('feaas-editor', (editor) => {
        const list = editor.shadowRoot!.querySelector('.menu')!;
        // The animation at the start moves it.
        for (const each of list.getAnimations()) each.finish();
        const { top, bottom } = list.getBoundingClientRect();
        return { top, bottom, isScrolling: list.scrollHeight > list.clientHeight };
      });
      const seen = JSON.stringify({ ...menu, button: own.top });
      assert.ok(menu.top > 7 && menu.bottom < height - 7, seen);
      const isBelow = menu.top >= own.bottom;
      // In a window this low, no menu has room beside the toolbar.
      if (height > 300) assert.ok(isBelow || menu.bottom <= own.top, seen);
      assert.ok(!menu.isScrolling || (isBelow ? menu.bottom > height - 9 : menu.top < 9), seen);
      await at.page.keyboard.press('Escape');
      await at.page.waitForSelector(inEditorUI('.menu'), { hidden: true });
    }
  });

test('forced colors and reduced motion: pressed buttons are recognizable, and nothing is animated', async () => {
  await at.page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }]);
  const session = await at.page.createCDPSession();
  await session.send('Emulation.setEmulatedMedia', {
    features: [
      { name: 'forced-colors', value: 'active' },
      { name: 'prefers-reduced-motion', value: 'reduce' },
    ],
  });
  const version = await at.publish(VIEW);
  await at.open(editableComponent(version, version));
  await openEditor(at.page);
  await at.page.click('feaas-component b', { count: 2 });
  await at.page.waitForSelector(inEditorUI('.bar--main [aria-label=Bold][aria-pressed=true]'), { visible: true });
  const seen = await at.page.$eval('feaas-editor', (editor) => {
    const style = (selector: string): CSSStyleDeclaration =>
      getComputedStyle(editor.shadowRoot!.querySelector(selector)!);
    return [
      style('[aria-label=Bold]').backgroundColor !== style('[aria-label=Italic]').backgroundColor,
      style('.bar--main').animationName,
    ];
  });
  assert.deepEqual(seen, [true, 'none']);
  await at.page.screenshot({ path: `${SHOTS}/forced.png` });
});

test('on a small screen the bar leaves the last block of a page, and goes back; two taps on it do not zoom', async () => {
  const screen = { width: 390, isMobile: true, hasTouch: true };
  await at.page.setViewport({ ...screen, height: 844 });
  const paragraphs = Array.from({ length: 9 }, (_, count) => `<p>Paragraph ${count}</p>`).join('');
  const version = await at.publish(`<section>${paragraphs}<p id="last">Last</p></section>`);
  await at.open(editableComponent(version, version));
  await at.page.evaluate(() => {
    const width = document.createElement('meta');
    Object.assign(width, { name: 'viewport', content: 'width=device-width' });
    document.head.append(width);
    // The page ends where the last block does.
    document.body.style.marginBottom = '0';
  });
  await at.page.tap('feaas-component p');
  await waitForEditorState(at.page, 'ready');
  await at.page.waitForSelector(inEditorUI('.bar--narrow'), { visible: true });
  await at.page.tap('#last');
  await at.page.waitForSelector(inEditorUI('.handles'), { visible: true });
  // An on-screen keyboard takes the lower part of the window.
  const { bottom } = await at.page.$eval('#last', (block) => block.getBoundingClientRect().toJSON() as DOMRect);
  await at.page.setViewport({ ...screen, height: Math.round(bottom) });
  const places = (): Promise<{ bar: DOMRect; handles: DOMRect; block: DOMRect }> =>
    at.page.evaluate(() => {
      const areaOf = (element: Element): DOMRect => element.getBoundingClientRect().toJSON() as DOMRect;
      const { shadowRoot } = document.querySelector('feaas-editor')!;
      const [bar, handles] = ['.bar--main', '.handles'].map((name) => areaOf(shadowRoot!.querySelector(name)!));
      return { bar: bar!, handles: handles!, block: areaOf(document.querySelector('#last')!) };
    });
  const { bar, handles, block } = await pollUntil(places, (now) => now.bar.bottom <= now.block.top);
  assert.ok(bar.top >= 0 && bar.bottom <= block.top, `the bar ends at ${bar.bottom}, the block begins at ${block.top}`);
  assert.ok(handles.bottom <= block.top && handles.top >= bar.bottom, `the handles begin at ${handles.top}`);
  await at.page.keyboard.type('!');
  await at.page.setViewport({ ...screen, height: 844 });
  const later = await pollUntil(places, (now) => now.bar.top > now.block.bottom);
  assert.ok(later.bar.top > later.block.bottom, `the bar begins at ${later.bar.top}`);
  assert.equal(
    await at.page.$eval(
      'feaas-editor',
      (editor) => getComputedStyle(editor.shadowRoot!.querySelector('.layer')!).touchAction,
    ),
    'manipulation',
  );
});
