/**
 * Copying, cutting, pasting, dragging and dropping of text and blocks, with real keys and a real mouse, in Chromium and in Firefox (the
 * real editor on the real host, under its policy, D13).
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { KeyInput } from 'puppeteer';
import { BROWSERS } from './lib/browser';
import {
  editableComponent,
  openEditor,
  editorJourney,
  clickButton,
  saveAndVerify,
  pressKeys,
  type KeyChord,
} from './lib/editor-page';
import { waitForNetworkIdle } from './lib/network-idle';

const TABLE =
  '<table class="prices"><tbody><tr><th scope="row">Fjord</th><td data-path="trip.price">€ 1</td></tr></tbody></table>';
const FIGURE =
  '<figure class="wide"><img src="/media/aurora/hero.svg" alt="Sky" width="80" height="50" loading="lazy"><figcaption>Sky</figcaption></figure>';
const CARD = '<article class="card"><h3>Card</h3><p>Text <a class="more" href="/x">more</a></p></article>';

/** Records the data that the page copies. Its handlers stop the propagation of the events. */
function keepCopied(): void {
  const { setData } = DataTransfer.prototype;
  const keep = (): void => void Object.assign(window, { copied: new DataTransfer() });
  addEventListener('copy', keep, true);
  addEventListener('cut', keep, true);
  DataTransfer.prototype.setData = function (type, text) {
    const { copied } = window as any;
    if (copied) setData.call(copied, type, text);
    setData.call(this, type, text);
  };
}
function pasteCopied(): void {
  const event = new ClipboardEvent('paste', { bubbles: true, cancelable: true, composed: true });
  Object.defineProperty(event, 'clipboardData', { value: (window as any).copied });
  let at = document.activeElement!;
  while (at.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
  at.dispatchEvent(event);
}
/** Dispatches the drag events of Firefox, because Puppeteer cannot drag there. */
function dragEvents(from: { x: number; y: number }, to: { x: number; y: number }, ctrlKey: boolean): void {
  const dataTransfer = new DataTransfer();
  const fire = (type: string, { x, y }: { x: number; y: number }): boolean =>
    document.elementFromPoint(x, y)!.dispatchEvent(
      new DragEvent(type, {
        ...{ bubbles: true, cancelable: true, composed: true },
        ...{ dataTransfer, clientX: x, clientY: y, ctrlKey },
      }),
    );
  if (!fire('dragstart', from)) return;
  if (!fire('dragover', to)) fire('drop', to);
  fire('dragend', to);
}

for (const [name, start] of BROWSERS)
  describe(name, () => {
    const at = editorJourney(start);

    async function begin(view: string, more = ''): Promise<string> {
      const version = await at.publish(view);
      await at.page.setViewport({ width: 1440, height: 800 });
      await at.open(editableComponent(version, version, more));
      if (name === 'Chromium')
        await at.profile.overridePermissions(at.host.origin, ['clipboard-read', 'clipboard-write']);
      // Puppeteer cannot use Firefox's clipboard by keys. The tests pass recorded data to the page as Firefox would.
      if (name === 'Firefox') await at.page.evaluate(keepCopied);
      await openEditor(at.page);
      await waitForNetworkIdle(at.page, 300);
      return version;
    }
    const paste = (): Promise<void> => (name === 'Firefox' ? at.page.evaluate(pasteCopied) : press('Control+v'));
    const press = (...all: KeyChord[]): Promise<void> => pressKeys(at.page, ...all);

    /** Returns the point before a character of the first text node of an element. */
    const pointAt = (selector: string, offset: number): Promise<{ x: number; y: number }> =>
      at.page.$eval(
        selector,
        (element, offset) => {
          const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
          let node = texts.nextNode() as Text;
          let rest = offset;
          while (rest > node.length) {
            rest -= node.length;
            node = texts.nextNode() as Text;
          }
          const range = document.createRange();
          range.setStart(node, rest);
          range.setEnd(node, Math.min(rest + 1, node.length));
          const { left, top, height } = range.getBoundingClientRect();
          return { x: left + 1, y: top + height / 2 };
        },
        offset,
      );
    async function selectText(from: readonly [string, number], to: readonly [string, number]): Promise<void> {
      const [start, end] = [await pointAt(...from), await pointAt(...to)];
      await at.page.mouse.move(start.x, start.y);
      await at.page.mouse.down();
      await at.page.mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2);
      await at.page.mouse.move(end.x, end.y);
      await at.page.mouse.up();
    }

    test('a paste of a selection keeps tables, figures and cards', async () => {
      const blocks = `${TABLE}${FIGURE}${CARD}`;
      const version = await begin(`<section><p id="a">One</p>${blocks}<p id="b">Two</p><p id="c">Three</p></section>`);
      await selectText(['#a', 1], ['#b', 1]);
      await press('Control+c');
      await at.page.click('#c');
      await press('End');
      await paste();
      await at.page.waitForFunction(() => document.querySelectorAll('feaas-component figure').length === 2);
      await saveAndVerify(
        at,
        version,
        `<section><p id="a">One</p>${blocks}<p id="b">Two</p><p id="c">Threene</p>${blocks}<p>T</p></section>`,
      );
    });

    test('code pasted into preformatted text keeps its indentation and empty lines', async () => {
      const version = await begin('<section><pre id="a"><code>x</code></pre></section>');
      const code = '\n\tif (a) {\n\n\t\tgo();\n\t}\n';
      await at.page.click('#a');
      await press('Home', 'ArrowRight');
      for (const html of ['', '<pre>if (a) { <b>go();</b> }</pre>']) {
        await at.page.evaluate(
          (html, code) => {
            const copied = new DataTransfer();
            copied.setData('text/plain', code);
            if (html) copied.setData('text/html', html);
            Object.assign(window, { copied });
          },
          html,
          code,
        );
        await at.page.evaluate(pasteCopied);
        await waitForNetworkIdle(at.page, 200);
        await at.page.keyboard.type('y');
      }
      await saveAndVerify(at, version, `<section><pre id="a"><code>x${code}y${code}y</code></pre></section>`);
    });

    async function dragTo(
      from: { x: number; y: number },
      to: { x: number; y: number },
      held?: KeyInput,
    ): Promise<void> {
      if (name === 'Firefox') return at.page.evaluate(dragEvents, from, to, held === 'Control');
      await at.page.mouse.move(from.x, from.y);
      await at.page.mouse.down();
      await at.page.mouse.move(from.x + 8, from.y, { steps: 4 });
      if (held) await at.page.keyboard.down(held);
      await at.page.mouse.move(to.x, to.y, { steps: 4 });
      await at.page.mouse.up();
      if (held) await at.page.keyboard.up(held);
    }

    test('dragging selected text within its block and to another block keeps its marks and values, as one undo step each', async () => {
      const link = '<a class="more" href="/x"><b>two</b></a> <span data-path="trip.name">you</span>';
      const view = `<section><p id="a">One ${link} three</p><p id="b">Four</p><h2 id="c">Five</h2></section>`;
      const version = await begin(view);
      await at.page.click('#a');
      await selectText(['#a', 4], ['#a', 11]);
      await dragTo(await pointAt('#a', 6), await pointAt('#b', 2));
      const moved = `<section><p id="a">One  three</p><p id="b">Fo${link}ur</p><h2 id="c">Five</h2></section>`.replace(
        'One  ',
        'One &nbsp;',
      );
      await at.page.waitForSelector('#b a');
      await saveAndVerify(at, version, moved);
      await press('Control+z');
      await at.page.waitForSelector('#a a');
      await saveAndVerify(at, version, view);
    });

    test('dragging with a modifier key copies the selected text, within its block and from several blocks', async () => {
      const version = await begin(
        `<section><p id="a">One two</p><p id="b">Three</p>${CARD}<p id="c">Four</p><p id="d">Five</p></section>`,
      );
      await at.page.click('#a');
      await selectText(['#a', 4], ['#a', 7]);
      await dragTo(await pointAt('#a', 5), await pointAt('#a', 0), 'Control');
      await saveAndVerify(
        at,
        version,
        `<section><p id="a">twoOne two</p><p id="b">Three</p>${CARD}<p id="c">Four</p><p id="d">Five</p></section>`,
      );
      await selectText(['#b', 2], ['#c', 2]);
      await dragTo(await pointAt('#b', 3), await pointAt('#d', 2));
      const moved = `<section><p id="a">twoOne two</p><p id="b">Thur</p><p id="d">Firee</p>${CARD}<p>Fove</p></section>`;
      await saveAndVerify(at, version, moved);
    });

    test('text from other applications can be dropped into any text, and nowhere else', async () => {
      const version = await begin(
        '<section><p id="a">One</p><p id="b">Two</p><p id="c" data-path="trip.name">Bound</p></section>',
      );
      await at.page.click('#a');
      const dropAt = async (selector: string): Promise<boolean> =>
        at.page.evaluate(
          ({ x, y }) => {
            const dataTransfer = new DataTransfer();
            dataTransfer.setData('text/plain', 'new');
            const init = { bubbles: true, cancelable: true, dataTransfer, clientX: x, clientY: y };
            return !document.elementFromPoint(x, y)!.dispatchEvent(new DragEvent('drop', init));
          },
          await pointAt(selector, 0),
        );
      assert.equal(await dropAt('#b'), true);
      await at.page.waitForFunction(() => document.querySelector('#b')!.textContent === 'newTwo');
      assert.equal(await dropAt('#c'), true);
      await saveAndVerify(
        at,
        version,
        '<section><p id="a">One</p><p id="b">newTwo</p><p id="c" data-path="trip.name">Bound</p></section>',
      );
    });

    const selected = (selector: string): Promise<unknown> =>
      at.page.waitForFunction(
        (selector) => {
          const shown = document.querySelectorAll(`feaas-component ${selector}`);
          const ring = document.querySelector('feaas-editor')!.shadowRoot!.querySelector('.ring--chosen');
          if (!ring) return false;
          const { top, left, width } = ring.getBoundingClientRect();
          return [...shown].some((each) => {
            const box = each.getBoundingClientRect();
            return Math.abs(box.top - top) < 1 && Math.abs(box.left - left) < 1 && Math.abs(box.width - width) < 1;
          });
        },
        { timeout: 10_000 },
        selector,
      );

    for (const [kind, block, selector] of [
      ['a table', TABLE, 'table'],
      ['a figure', FIGURE, 'figure'],
      ['a card', CARD, 'article'],
      ['a rule', '<hr class="x">', 'hr'],
    ] as const)
      test(`${kind} that is selected: copied, cut, pasted after another block and into a text, deleted`, async () => {
        const view = `<section>${block}<p id="a">One</p><h2 id="b">Two</h2></section>`;
        const version = await begin(view);
        await at.page.click('#a');
        await press('Home', 'Backspace');
        await selected(selector);
        await press('Control+c');
        await paste();
        await at.page.waitForFunction(
          (tag) => document.querySelectorAll(`feaas-component ${tag}`).length === 2,
          {},
          selector,
        );
        await saveAndVerify(at, version, view.replace(block, block + block));
        // The pasted block is selected.
        await selected(`${selector}:nth-child(2)`);
        await press('Control+x');
        await at.page.waitForFunction(
          (tag) => document.querySelectorAll(`feaas-component ${tag}`).length === 1,
          {},
          selector,
        );
        await at.page.click('#b');
        await press('End');
        await paste();
        await at.page.waitForFunction(
          (tag) => document.querySelectorAll(`feaas-component ${tag}`).length === 2,
          {},
          selector,
        );
        await saveAndVerify(at, version, view.replace('</h2>', `</h2>${block}`));
        await press('Control+z', 'Control+z', 'Control+z');
        await saveAndVerify(at, version, view);
        await waitForNetworkIdle(at.page, 200);
        await at.page.click('#a');
        await press('Home', 'Backspace');
        await selected(selector);
        await press('Delete');
        await saveAndVerify(at, version, view.replace(block, ''));
      });

    test('content from other applications is pasted after the selected element, cleaned', async () => {
      const version = await begin('<section><hr><p id="a">One</p></section>');
      await at.page.click('#a');
      await press('Home', 'Backspace');
      await selected('hr');
      await at.page.evaluate(() => {
        const copied = new DataTransfer();
        copied.setData('text/html', '<h2>New</h2><p onclick="x()">words</p>');
        Object.assign(window, { copied });
      });
      await at.page.evaluate(pasteCopied);
      await saveAndVerify(at, version, '<section><hr><h2>New</h2><p>words</p><p id="a">One</p></section>');
    });

    test('an element can be pasted into another component, and on another page', async () => {
      const other = await at.publish('<section><h2 id="other">Other</h2></section>');
      const version = await begin(`<section>${CARD}<p id="a">One</p></section>`);
      await at.page.click('#a');
      await press('Home', 'Backspace');
      await selected('article');
      await press('Control+c');
      const copied = await at.page.evaluate(() => {
        const data: DataTransfer | undefined = (window as any).copied;
        return data && data.types.map((type) => [type, data.getData(type)] as const);
      });
      await press('Escape');
      await at.open(editableComponent(other, other), { name: 'other.html' });
      if (copied)
        await at.page.evaluate((copied) => {
          const data = new DataTransfer();
          for (const [type, text] of copied) data.setData(type, text);
          Object.assign(window, { copied: data });
        }, copied);
      await openEditor(at.page);
      await waitForNetworkIdle(at.page, 300);
      await at.page.click('#other');
      await press('End');
      await paste();
      await at.page.waitForSelector('#other + article');
      await saveAndVerify(at, other, `<section><h2 id="other">Other</h2>${CARD}</section>`);
      assert.notEqual(other, version);
    });

    test('the editor reports what a paste leaves out, and restores it in one undo step', async () => {
      const version = await begin('<section><p id="a">One</p><p id="b">Two</p></section>');
      const pasteHTML = (html: string): Promise<void> =>
        at.page
          .evaluate((html) => {
            const copied = new DataTransfer();
            copied.setData('text/html', html);
            Object.assign(window, { copied });
          }, html)
          .then(() => at.page.evaluate(pasteCopied));
      await at.page.click('#a');
      await press('End');
      await pasteHTML(
        '<p class=MsoNormal>and <b style="color:#C00000;mso-x:y">red</b></p><table><tr><td>A</td><td>B</td></tr></table>',
      );
      const clean = '<section><p id="a">Oneand <strong>red</strong></p><p>A | B</p><p id="b">Two</p></section>';
      await at.page.waitForSelector('#a strong');
      await saveAndVerify(at, version, clean);
      await at.page.click('#b');
      await press('End');
      await at.page.keyboard.type('!');
      await clickButton(at.page, 'Restore formatting');
      await at.page.waitForSelector('feaas-component table');
      const formatted =
        '<section><p id="a">Oneand <strong><span style="color: #c00000">red</span></strong></p><table><tbody><tr><td>A</td><td>B</td></tr></tbody></table><p id="b">Two!</p></section>';
      await saveAndVerify(at, version, formatted);
      await at.page.waitForFunction(
        () => !document.querySelector('feaas-editor')!.shadowRoot!.querySelector('.banner'),
      );
      await at.page.click('#b');
      await press('Control+z');
      await saveAndVerify(at, version, clean.replace('Two', 'Two!'));
    });
  });
