/** Clicks reach elements that overlap others, and the toolbars do not cover the edited text (the real editor, D13). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  inEditorUI,
  editableComponent,
  openEditor,
  editorJourney,
  pressWithModifiers,
  waitForSaveButton,
} from './lib/editor-page';

const at = editorJourney();
const HERO =
  '<section style="position:relative;height:320px"><img src="/media/aurora/hero.svg" alt="Sky" style="position:absolute;inset:0;width:100%;height:100%">' +
  '<div style="position:absolute;inset:0;background:linear-gradient(#0008,#0000)"><h1 style="margin:40px">Far north</h1></div></section>';

async function begin(view: string, name: string): Promise<void> {
  const version = await at.publish(view);
  await at.open(editableComponent(version, version), { name });
  await openEditor(at.page);
}
test('a click on an image under an overlay selects the image', async () => {
  await begin(HERO, 'hero.html');
  const { x, y } = await at.page.$eval('feaas-component section', (section) => {
    const { left, bottom } = section.getBoundingClientRect();
    return { x: left + 60, y: bottom - 40 };
  });
  await at.page.mouse.click(x, y);
  const field = await at.page.waitForSelector(inEditorUI('.dialog--pick >>> input[name=alt]'), { visible: true });
  assert.equal(await field!.evaluate((each) => (each as HTMLInputElement).value), 'Sky');
});

test('Alt and a click on a text select the elements below it, one after the other', async () => {
  await begin(HERO, 'hero-alt.html');
  await at.page.keyboard.down('Alt');
  await at.page.click('feaas-component h1');
  await at.page.waitForSelector(inEditorUI('.ring--chosen'), { visible: true, timeout: 30_000 });
  await at.page.click('feaas-component h1');
  await at.page.keyboard.up('Alt');
  await at.page.waitForSelector(inEditorUI('.dialog--pick >>> input[name=alt]'), { visible: true, timeout: 30_000 });
});

for (const [width, height] of [
  [320, 640],
  [768, 700],
  [1440, 800],
] as const)
  test(`at ${width} px the tools cover neither the page's header, nor the heading above, nor the edited text`, async () => {
    await at.page.setViewport({ width, height });
    const paragraphs = Array.from({ length: 30 }, (_, count) => `<p>Paragraph ${count} of a long text</p>`).join('');
    const version = await at.publish(`<section><h2>Title</h2>${paragraphs}</section>`);
    await at.open(
      `<meta name="viewport" content="width=device-width"><header style="position:fixed;inset:0 0 auto;height:56px;background:#ddd"><nav><a href="#">Home</a></nav></header>${editableComponent(version, version)}`,
      { name: `place-${width}.html` },
    );
    await openEditor(at.page);
    for (const selector of ['h2', 'p:nth-of-type(4)', 'p:nth-of-type(20)']) {
      await at.page.$eval(`feaas-component ${selector}`, (each) => each.scrollIntoView({ block: 'center' }));
      await at.page.click(`feaas-component ${selector}`);
      await at.page.waitForSelector(inEditorUI('.handles'), { visible: true });
      const covered = await at.page.waitForFunction(
        async (selector) => {
          const root = document.querySelector('feaas-editor')!.shadowRoot!;
          const tools = ['.bar--main', '.handles'].map((each) => root.querySelector(each)!.getBoundingClientRect());
          const block = document.querySelector(`feaas-component ${selector}`)!;
          const range = document.createRange();
          range.selectNodeContents(block);
          const areas = [document.querySelector('header')!, range, document.querySelector('h1')!].map((each) =>
            each.getBoundingClientRect(),
          );
          const crosses = tools.some((tool) =>
            areas.some(
              (area) =>
                tool.left < area.right - 1 &&
                area.left < tool.right - 1 &&
                tool.top < area.bottom - 1 &&
                area.top < tool.bottom - 1,
            ),
          );
          return !crosses || undefined;
        },
        { timeout: 15_000, polling: 200 },
        selector,
      );
      assert.ok(covered);
    }
  });

/** Returns the boxes of the toolbars once they have stopped moving, and asserts that they cover none of these elements. */
async function standClear(selectors: readonly string[]): Promise<{ bar: DOMRect; handles: DOMRect }> {
  const found = await at.page.waitForFunction(
    (selectors) => {
      const root = document.querySelector('feaas-editor')!.shadowRoot!;
      const [bar, handles] = ['.bar--main', '.handles'].map((each) =>
        root.querySelector(each)!.getBoundingClientRect(),
      );
      const areas = selectors.map((each) => {
        const range = document.createRange();
        range.selectNodeContents(document.querySelector(each)!);
        return range.getBoundingClientRect();
      });
      const crosses = [bar!, handles!].some((tool) =>
        areas.some(
          (area) =>
            tool.left < area.right - 1 &&
            area.left < tool.right - 1 &&
            tool.top < area.bottom - 1 &&
            area.top < tool.bottom - 1,
        ),
      );
      return crosses ? undefined : { bar: bar!.toJSON(), handles: handles!.toJSON() };
    },
    { timeout: 15_000, polling: 200 },
    selectors,
  );
  return (await found.jsonValue())!;
}

for (const [width, height] of [
  [768, 900],
  [1440, 800],
] as const)
  test(`at ${width} px the tools are beside the heading of a hero as tall as the window, on its picture`, async () => {
    await at.page.setViewport({ width, height });
    const version = await at.publish(
      '<section style="position:relative;height:100vh"><img src="/media/aurora/hero.svg" alt="Sky" style="position:absolute;inset:0;width:100%;height:100%;object-fit:cover">' +
        '<div style="position:absolute;inset:0;display:grid;align-content:end;padding:24px"><h2 style="max-width:400px">Far north</h2><p style="max-width:400px">Long nights</p><p id="buttons"><a href="/a">Trips</a> <a href="/b">Rooms</a></p></div></section>',
    );
    await at.open(
      `<meta name="viewport" content="width=device-width"><style>body{margin:0}</style><nav><a href="#">Home</a></nav>${editableComponent(version, version)}`,
      { name: `hero-${width}.html` },
    );
    await openEditor(at.page);
    await at.page.click('feaas-component h2');
    await at.page.waitForSelector(inEditorUI('.handles'), { visible: true });
    const { handles } = await standClear(['nav', 'feaas-component h2', 'feaas-component p', '#buttons']);
    const heading = await at.page.$eval('feaas-component h2', (each) => each.getBoundingClientRect().toJSON());
    const distance = Math.max(heading.top - handles.bottom, handles.top - heading.bottom, 0);
    assert.ok(distance < 20, `the tools are ${distance} px away`);
  });

test('the tools of a narrow cell do not cover its text', async () => {
  await at.page.setViewport({ width: 1440, height: 800 });
  const row = (from: number): string => `<tr>${[0, 1, 2, 3].map((each) => `<td>${from + each}</td>`).join('')}</tr>`;
  const version = await at.publish(`<section><table><tbody>${[1, 5, 9].map(row).join('')}</tbody></table></section>`);
  await at.open(editableComponent(version, version), { name: 'cells.html' });
  await openEditor(at.page);
  for (const selector of ['tr:nth-child(2) td:nth-child(2)', 'tr:nth-child(3) td:nth-child(4)']) {
    await at.page.click(`feaas-component ${selector}`);
    await at.page.waitForSelector(inEditorUI('.handles'), { visible: true });
    await standClear([`feaas-component ${selector}`]);
  }
});

test('the tools do not cover the edited text after the window becomes narrow', async () => {
  await at.page.setViewport({ width: 1440, height: 700 });
  const paragraphs = Array.from(
    { length: 30 },
    (_, count) => `<p${count === 16 ? ' data-path="price"' : ''}>Paragraph ${count} of a long text</p>`,
  ).join('');
  const version = await at.publish(`<section>${paragraphs}</section>`);
  await at.open(
    `<meta name="viewport" content="width=device-width">${editableComponent(version, version, `data='{"price":"10"}'`)}`,
    {
      name: 'narrowed.html',
    },
  );
  await openEditor(at.page);
  const selector = 'feaas-component p:nth-of-type(17)';
  await at.page.$eval(selector, (each) => each.scrollIntoView({ block: 'end' }));
  await at.page.click(selector);
  await at.page.waitForSelector(inEditorUI('.handles'), { visible: true });
  await at.page.setViewport({ width: 360, height: 700 });
  await standClear([selector]);
});

test('at 320 px the tools of a text from data, at the end of the page, fit the window and do not cover the text', async () => {
  await at.page.setViewport({ width: 320, height: 640 });
  const items = [1, 2, 3].map((count) => `{"name":"Room ${count}"}`).join();
  const version = await at.publish(
    '<section style="padding-top:300px"><article data-path-scope="rooms.*"><h3 data-path="name">Name</h3></article></section>',
  );
  await at.open(
    `<meta name="viewport" content="width=device-width">${editableComponent(version, version, `data='{"rooms":[${items}]}'`)}`,
    { name: 'end.html' },
  );
  await openEditor(at.page, 'feaas-component');
  const selector = 'feaas-component article:last-of-type h3';
  await at.page.$eval(selector, (each) => each.scrollIntoView({ block: 'center' }));
  await at.page.click(selector);
  await at.page.waitForSelector(inEditorUI('.handles .tool--text'), { visible: true });
  const { handles } = await standClear([selector]);
  assert.ok(handles.left >= 0 && handles.right <= 320, `they are ${handles.left} to ${handles.right} px`);
  const overflow = await at.page.$eval(inEditorUI('.handles'), (tools) => tools.scrollWidth - tools.clientWidth);
  assert.equal(overflow, 0);
});

test('a notice does not cover the main toolbar at the bottom of the window', async () => {
  await at.page.setViewport({ width: 1024, height: 700 });
  const paragraphs = Array.from({ length: 40 }, (_, count) => `<p>Paragraph ${count} of a long text</p>`).join('');
  const version = await at.publish(
    `<section><h2></h2><img src="/media/aurora/hero.svg" width="9">${paragraphs}</section>`,
  );
  await at.open(editableComponent(version, version), { name: 'notice.html' });
  await openEditor(at.page);
  await at.page.$eval('feaas-component p:nth-of-type(15)', (each) => each.scrollIntoView({ block: 'center' }));
  await at.page.click('feaas-component p:nth-of-type(15)');
  await at.page.keyboard.type('!');
  await waitForSaveButton(at.page, 'Save', true);
  await pressWithModifiers(at.page, ['Control'], 's');
  // The checks run after a publication.
  await at.page.waitForSelector(inEditorUI('.banner'), { visible: true, timeout: 30_000 });
  await at.page.waitForFunction(
    () => {
      const root = document.querySelector('feaas-editor')!.shadowRoot!;
      const [bar, notice] = ['.bar--main', '.banner'].map((each) => root.querySelector(each)!.getBoundingClientRect());
      return bar!.top > innerHeight / 2 && notice!.bottom <= bar!.top;
    },
    { timeout: 10_000, polling: 200 },
  );
});

test('while the page scrolls, the editor does not measure obstacles in each frame', async () => {
  await at.page.setViewport({ width: 1024, height: 700 });
  const paragraphs = Array.from({ length: 60 }, (_, count) => `<p>Paragraph ${count} of a long text</p>`).join('');
  const version = await at.publish(`<section>${paragraphs}</section>`);
  await at.open(editableComponent(version, version), { name: 'scrolled.html' });
  await openEditor(at.page);
  await at.page.click('feaas-component p:nth-of-type(9)');
  await at.page.waitForSelector(inEditorUI('.handles'), { visible: true });
  const FRAMES = 30;
  const count = await at.page.evaluate(async (frames) => {
    let calls = 0;
    const { elementsFromPoint } = Document.prototype;
    Document.prototype.elementsFromPoint = function (this: Document, x: number, y: number) {
      calls++;
      return elementsFromPoint.call(this, x, y);
    };
    for (let frame = 0; frame < frames; frame++) {
      scrollBy(0, 4);
      await new Promise(requestAnimationFrame);
    }
    Document.prototype.elementsFromPoint = elementsFromPoint;
    return calls;
  }, FRAMES);
  // The editor looks for fixed bars of the page at six points. It measures on the first frame only, because nothing has moved yet.
  assert.ok(count < 2000, `${count} times in ${FRAMES} frames`);
});
