/**
 * Generated hostile inputs, bound into a page: no script runs, and sanitizing twice equals sanitizing once (D13).
 * `FEAAS_LONG=1` runs all 10,000; else a twentieth. The test prints the seed; `FEAAS_SEED` repeats a run.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPage } from './lib/browser';
import { hostileInputs, seed } from './lib/fuzz';
import { journey } from './lib/journey';
import { payloads } from './security/payloads';
import { executions, watchExecution } from './security/watch';

const COUNT = process.env['FEAAS_LONG'] ? 10_000 : 500;
const at = journey();

test(`${COUNT} generated inputs: 0 executed, sanitizing idempotent`, async () => {
  console.log(`# seed ${seed}`);
  const inputs = [...hostileInputs(COUNT, payloads)];
  const page = await openPage(at.browser);
  await watchExecution(page);
  await page.goto(`${at.server.origin}/blank.html`);
  let left = 0;
  for (let start = 0; start < inputs.length; start += 100) {
    const some = inputs.slice(start, start + 100);
    const { value, ran } = await executions(page, some, () =>
      page.evaluate(async (some: string[]) => {
        const path = '/build/index.esm.js';
        const kit = (await import(path)) as {
          renderDOMContent(element: Element, template: string, data: unknown): unknown;
        };
        window.addEventListener('submit', (event) => event.preventDefault(), true);
        window.addEventListener('click', (event) => {
          const link = (event.target as Element).closest<HTMLAnchorElement>('a[href],area[href]');
          if (link && link.protocol !== 'javascript:') event.preventDefault();
        });
        const changed: string[] = [];
        let left = 0;
        const holders: HTMLElement[] = [];
        for (const [index, input] of some.entries()) {
          (window as any).__now = index;
          const block = document.createElement('div');
          document.body.append(block);
          holders.push(block);
          const data = { v: input, o: { html: input, href: input, style: input, title: input }, l: [input] };
          await kit.renderDOMContent(
            block,
            '<div class="v" data-path="v"></div><p class="w" data-path="v"></p><i data-path-attributes="o"></i><a data-path-href="v">x</a><img data-path-src="v" alt=""><b data-path-scope="l.*" data-path="l.*"></b>' +
              '<table><tbody class="x" data-path="v"></tbody></table>',
            data,
          );
          left += block.querySelectorAll('.v *').length;
          // Insert the inserted content again. Compare only content without bindings, which would write other values.
          for (const [selector, tag] of [
            ['.v', 'div'],
            ['.w', 'p'],
            ['.x', 'tbody'],
          ] as const) {
            const once = block.querySelector(selector)?.innerHTML ?? '';
            if (once.includes('data-path')) continue;
            const again = document.createElement('div');
            const bound = `<${tag} data-path="v"></${tag}>`;
            await kit.renderDOMContent(again, tag === 'tbody' ? `<table>${bound}</table>` : bound, { v: once });
            const twice = again.querySelector('[data-path]')!.innerHTML;
            if (once && twice !== once) changed.push(`${input}\n  once  ${once}\n  twice ${twice}`);
          }
        }
        await new Promise((resolve) => setTimeout(resolve, 50));
        for (const holder of holders) {
          for (const element of holder.querySelectorAll<HTMLElement>('*')) {
            element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
            element.focus?.();
          }
        }
        await new Promise((resolve) => setTimeout(resolve, 50));
        for (const holder of holders) holder.remove();
        return { changed, left };
      }, some),
    );
    assert.deepEqual(ran, [], `seed ${seed}`);
    assert.deepEqual(value.changed, [], `seed ${seed}`);
    left += value.left;
  }
  console.log(`# ${COUNT} inputs, 0 executed, ${left} harmless elements left in the page`);
  assert.ok(left > COUNT / 10, 'harmless elements stay');
});
