/**
 * A click selects the clicked element, whatever overlaps it, in the clicked copy of a repeat (the real editor on the real host,
 * under its policy, D13), in Chromium and in Firefox.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { BROWSERS } from './lib/browser';
import { inEditorUI, editableComponent, openEditor, editorJourney, saveAndVerify } from './lib/editor-page';
import { pauseRequests } from './lib/paused-requests';
import { waitForNetworkIdle } from './lib/network-idle';
import { pollUntil } from './lib/wait-until';

const DATA = `data='{"trips":[{"name":"Abisko","price":"1"},{"name":"Fjord","price":"2"},{"name":"Tent","price":"3"}]}'`;
const STYLE = `<style>
  .card { position: relative; padding: 20px; margin: 20px; border: 1px solid }
  .card a::after { content: ''; position: absolute; inset: 0; z-index: 1 }
  .shade { position: relative; inline-size: 200px }
  .shade::before { content: ''; position: absolute; inset: 0; background: #0004; z-index: 1 }
</style>`;
const CARD = `<article class="card" data-path-scope="trips"><h3><a href="/x" data-path="trips.*.name">Name</a></h3><div class="shade"><img src="/media/aurora/hero.svg" alt="Sky" width="200" height="125"></div><p class="price" data-path="trips.*.price">€</p><p class="text">From here</p></article>`;

for (const [name, start] of BROWSERS)
  describe(name, () => {
    const at = editorJourney(start);

    async function begin(): Promise<string> {
      const version = await at.publish(`<section>${CARD}</section>`);
      await at.page.setViewport({ width: 1440, height: 1000 });
      await at.open(STYLE + editableComponent(version, version, DATA).replace('fetch="template stylesheet"', ''));
      await openEditor(at.page);
      await waitForNetworkIdle(at.page, 300);
      return version;
    }
    const clickAt = async (selector: string, nth: number, share = 0.5): Promise<void> => {
      const { x, y } = await at.page.evaluate(
        (selector, nth, share) => {
          const { left, top, width, height } = document.querySelectorAll(selector)[nth]!.getBoundingClientRect();
          return { x: left + width * share, y: top + height / 2 };
        },
        selector,
        nth,
        share,
      );
      await at.page.mouse.click(x, y);
    };
    const isRingAt = (selector: string, nth: number): Promise<unknown> =>
      at.page.waitForFunction(
        (selector, nth) => {
          const ring = document
            .querySelector('feaas-editor')!
            .shadowRoot!.querySelector('.ring')
            ?.getBoundingClientRect();
          const box = document.querySelectorAll(selector)[nth]!.getBoundingClientRect();
          return (
            !!ring &&
            Math.abs(ring.top - box.top) < 1 &&
            Math.abs(ring.height - box.height) < 1 &&
            Math.abs(ring.left - box.left) < 1
          );
        },
        { timeout: 10_000 },
        selector,
        nth,
      );

    test('a click selects a price, a text and a picture under a stretched link and an overlay, in the clicked card', async () => {
      const version = await begin();
      for (const nth of [2, 1, 0]) {
        await clickAt('.price', nth, 0.02);
        await at.page.waitForSelector(inEditorUI('.ring--chosen'), { visible: true });
        await isRingAt('.price', nth);
      }
      await clickAt('.text', 1, 0.01);
      await isRingAt('.text', 1);
      await at.page.keyboard.type('x');
      const view = await saveAndVerify(at, version);
      assert.match(view, /<p class="text">[From]{0,4}x[From]{0,4} here</);
      await clickAt('.card img', 1);
      await at.page.waitForSelector(inEditorUI('.dialog, dialog'), { visible: true });
      await at.page.keyboard.press('Escape');
      await isRingAt('.card img', 1);
      // The menu's parent entry refers to the same card.
      const menu = await at.page.waitForSelector(inEditorUI('[aria-label="Block tools"][aria-haspopup]'), {
        visible: true,
      });
      await menu!.click();
      const outer = await at.page.waitForSelector(inEditorUI('::-p-aria([name="Select what is around"])'), {
        visible: true,
      });
      await outer!.click();
      await isRingAt('.shade', 1);
    });

    test('the click that opens the editor selects its element, even if it has moved until the code loads', async () => {
      const version = await at.publish(`<section>${CARD}</section>`);
      await at.page.setViewport({ width: 1440, height: 1000 });
      const code = await pauseRequests(at.page, (url) => url.endsWith('/editor.js'));
      await at.open(STYLE + editableComponent(version, version, DATA).replace('fetch="template stylesheet"', ''));
      await clickAt('.price', 2, 0.02);
      assert.equal(await pollUntil(() => code.count() > 0, Boolean), true);
      await at.page.$eval('h1', (heading) => void (heading.style.paddingBlockStart = '40px'));
      await code.release();
      await at.page.waitForSelector(inEditorUI('.ring--chosen'), { visible: true });
      await isRingAt('.price', 2);
    });

    test('a selection by clicks stays in the block, also in a block that is a child of the component', async () => {
      const gestures = [
        { name: 'a triple click', count: 3, place: 'text' },
        { name: 'a double click beside the text', count: 2, place: 'beside' },
      ] as const;
      const keys = [
        { key: 'Home', expected: '+tail end' },
        { key: 'End', expected: 'tail end+' },
        { key: 'ArrowUp', expected: '+tail end' },
      ] as const;
      for (const view of ['<p>tail end</p>', '<section><p>tail end</p></section>', '<h2>Head</h2><p>tail end</p>']) {
        const version = await at.publish(view);
        for (const { name, count, place } of gestures) {
          await at.open(editableComponent(version, version));
          await openEditor(at.page);
          const { x, y } = await at.page.$eval(
            'feaas-component p',
            (block, place) => {
              const { left, right, top, height } = block.getBoundingClientRect();
              return { x: place === 'text' ? left + 10 : right - 10, y: top + height / 2 };
            },
            place,
          );
          const reads = async (expected: string, what: string): Promise<void> => {
            const text = (): Promise<string | null> => at.page.$eval('feaas-component p', (block) => block.textContent);
            assert.equal(
              await pollUntil(text, (now) => now === expected, 10_000),
              expected,
              `${name} in ${view}, ${what}`,
            );
          };
          for (const { key, expected } of keys) {
            // Firefox moves the caret up to the heading, as it does without a selection.
            if (key === 'ArrowUp' && view.startsWith('<h2>')) continue;
            await at.page.mouse.click(x, y, { count });
            await at.page.keyboard.press(key);
            await at.page.keyboard.type('+');
            await reads(expected, key);
            await at.page.keyboard.press('Backspace');
            await reads('tail end', `${key}, and back`);
          }
          if (place === 'beside') continue;
          await at.page.mouse.click(x, y, { count });
          await at.page.keyboard.type('New');
          await reads('New', 'and typing');
        }
      }
    });
  });
