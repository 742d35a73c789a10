/**
 * Pages and templates whose forms and images hide members of forms and of the document by their names (DOM clobbering):
 * components load, render and update as without such names.
 */
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { journey } from './lib/journey';
import { send } from './lib/server';

/** Members that code reads from elements of a page. */
const MEMBERS = (
  'addEventListener after append appendChild attributes before childNodes children className cloneNode closest contains ' +
  'compareDocumentPosition dispatchEvent firstChild firstElementChild getAttribute getAttributeNames getRootNode ' +
  'hasAttribute hasChildNodes host id innerHTML insertBefore isConnected isEqualNode lastChild localName matches name ' +
  'namespaceURI nextElementSibling nextSibling nodeName nodeType nodeValue ownerDocument parentElement parentNode prepend ' +
  'previousSibling querySelector querySelectorAll remove removeAttribute removeChild replaceChildren replaceWith ' +
  'setAttribute shadowRoot slot style tagName textContent toggleAttribute'
).split(' ');
const toControls = (names: readonly string[]): string => names.map((name) => `<input name='${name}'>`).join('');
const CONTROLS = toControls(MEMBERS);
/** Stencil looks for the component around another one by `parentNode`. */
const CONTROLS_AROUND = toControls(MEMBERS.filter((name) => name !== 'parentNode'));

let body = '';
const at = journey({}, (_request, response, { pathname }) => {
  if (pathname.startsWith('/cdn/components/')) return (send(response, '<p data-path="a">-</p>'), true);
  if (pathname.startsWith('/cdn/styles/')) return (send(response, 'p { color: red }', 'text/css'), true);
  if (pathname !== '/page.html') return undefined;
  send(
    response,
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>Page</title>${body}` +
      '<script type="module" src="/build/feaas.esm.js"></script></html>',
  );
  return true;
});
beforeEach(() => void (at.consoleMessages.length = 0));

/** Opens a page, and waits until its component shows a text. */
async function opens(html: string, text: string): Promise<void> {
  body = html;
  await at.page.goto(`${at.server.origin}/page.html`, { timeout: 10_000 });
  await at.page.waitForFunction(
    (text: string) => {
      const element = document.querySelector('#it')!;
      return (element.shadowRoot?.querySelector('[part=content]') ?? element).textContent === text;
    },
    { timeout: 10_000 },
    text,
  );
}

const CARD = `<feaas-component id="it" component="card" data='{"a":"A"}'`;
for (const [title, html] of [
  [
    'a form around a component, its controls before',
    `<form cdn="/cdn" library="lib">${CONTROLS_AROUND}${CARD}></form>`,
  ],
  [
    'a form around a component, its controls after',
    `<form>${CARD} cdn="/cdn" library="lib"></feaas-component>${CONTROLS_AROUND}</form>`,
  ],
  [
    'a form around an isolated component',
    `<main cdn="/cdn" library="lib"><form>${CONTROLS_AROUND}${CARD} isolate></form></main>`,
  ],
  [
    'a form without a box around a lazy component',
    `<main cdn="/cdn" library="lib"><form style="display: contents">${CONTROLS_AROUND}${CARD} loading="lazy" style="display: contents"></form></main>`,
  ],
] as const)
  test(`E4, E8: ${title}`, async () => {
    await opens(html, 'A');
    assert.deepEqual(at.consoleMessages, []);
  });

const DATED = `<p class='-theme--y' data-path='a'><time class='-inline--time' data-path='d'>-</time></p>`;
test('D9, E3: a form around a component sets its language and theme', async () => {
  await opens(
    `<form lang="de" class="component feaas -theme--x">${CONTROLS_AROUND}<feaas-component id="it" fetch="" template="${DATED}" ` +
      `data='{"d":"2024-03-05"}'></feaas-component></form>`,
    '5. März 2024',
  );
  assert.equal(await at.page.$eval('#it > p', (p) => p.className), '');
  assert.deepEqual(at.consoleMessages, []);
});

/** What the form contains before the first render: nothing, what the kit renders, or something else. */
const BEFORE = {
  empty: '',
  'with that content': `${CONTROLS}<p data-path="a"><time class="-inline--time" data-path="d">5. März 2024</time></p><b data-path-scope="l" data-path="l">1</b>`,
  'with other content': '<i>old</i><p>old</p>',
};
for (const [title, before] of Object.entries(BEFORE))
  test(`§4, D16: renderDOMContent renders into a form ${title}`, async () => {
    await at.open();
    const seen = await at.page.evaluate(
      async (before, template, outside) => {
        type Kit = { renderDOMContent(element: Element, template: string, data: unknown): unknown };
        const path = '/build/index.esm.js';
        const kit = (await import(path)) as Kit;
        document.body.innerHTML = `<form id="f" lang="de" class="-theme--x" data-path-title="t">${before}</form>${outside}`;
        const form = document.body.firstElementChild!;
        const first = document.querySelector('#f > p');
        const read = (): unknown => [
          [...document.querySelectorAll('#f > :not(input)')].map((each) => each.outerHTML).join(''),
          document.querySelectorAll('#f > input').length,
          Element.prototype.getAttribute.call(form, 'title'),
        ];
        const seen: unknown[] = [];
        for (const [l, text] of [
          [[1], template],
          [[2, 3], template],
          [[3], template.replace('<b', '<i>.</i><b')],
        ] as const) {
          await kit.renderDOMContent(form, text, { t: 'T', d: '2024-03-05', l });
          seen.push(read());
        }
        seen.push(!first || first === document.querySelector('#f > p'), document.querySelector('#f.-feaas') === form);
        return seen;
      },
      before,
      `${CONTROLS}${DATED}<b data-path-scope="l" data-path="l">-</b>`,
      MEMBERS.map((name) => `<input form="f" name="${name}">`).join(''),
    );
    const date = '<p data-path="a"><time class="-inline--time" data-path="d">5. März 2024</time></p>';
    const item = (value: number): string => `<b data-path-scope="l" data-path="l">${value}</b>`;
    const count = MEMBERS.length;
    assert.deepEqual(seen, [
      [date + item(1), count, 'T'],
      [date + item(2) + item(3), count, 'T'],
      [`${date}<i>.</i>${item(3)}`, count, 'T'],
      true,
      true,
    ]);
    assert.deepEqual(at.consoleMessages, []);
  });

const FORMS: readonly [title: string, template: string, texts: readonly [string, string, string]][] = [
  ['bound itself', `<form data-path-title='t'>${CONTROLS}<b data-path='t'>-</b></form>`, ['A', 'B', 'C']],
  [
    'with a list',
    `<form>${CONTROLS}<b data-path-scope='l.*' data-path='l.*.n'>-</b><i data-path='t'>-</i></form>`,
    ['12A', '321B', '4C'],
  ],
  [
    'that repeats',
    `<u>-</u><form data-path-scope='l.*' data-path-title='l.*.n' class='-theme--x'>${CONTROLS}<b data-path='l.*.n'>-</b></form><s>-</s>`,
    ['-12-', '-321-', '-4-'],
  ],
  [
    'that repeats in two forms',
    `<form data-path-scope='l.*' slot='x'>${CONTROLS}<b data-path='l.*.n'>-</b></form><form data-path-scope='l.*'>${CONTROLS}<i data-path='l.*.n'>-</i></form>`,
    ['12', '321', '4'],
  ],
  [
    'with attributes from an object',
    `<form data-path-attributes='o'>${CONTROLS}<b data-path='t'>-</b></form>`,
    ['A', 'B', 'C'],
  ],
];
for (const [title, template, texts] of FORMS)
  for (const isOwn of [true, false])
    test(`D11, D16: a form ${title}, ${isOwn ? 'in a template' : 'among children'}`, async () => {
      const data = [
        {
          t: 'A',
          o: { title: 'A' },
          l: [
            { id: 1, n: 1 },
            { id: 2, n: 2 },
          ],
        },
        {
          t: 'B',
          o: { lang: 'en' },
          l: [
            { id: 3, n: 3 },
            { id: 2, n: 2 },
            { id: 1, n: 1 },
          ],
        },
        { t: 'C', o: { title: 'C' }, l: [{ id: 4, n: 4 }] },
      ];
      const given = `<feaas-component id="it" class="-theme--y" fetch="" data='${JSON.stringify(data[0])}'`;
      await opens(
        isOwn ? `${given} template="${template}"></feaas-component>` : `${given}>${template}</feaas-component>`,
        texts[0],
      );
      const seen = await at.page.evaluate(
        async (data, template) => {
          type Component = HTMLElement & { data: unknown; template: string; whenRendered(): Promise<void> };
          const element = document.querySelector<Component>('#it')!;
          const seen: string[] = [];
          const look = async (): Promise<void> => {
            await element.whenRendered();
            seen.push(element.textContent!);
          };
          for (const each of data.slice(1)) {
            element.data = each;
            await look();
          }
          // Another template morphs the form.
          const form = element.querySelector('form');
          element.template = template.replace('</form>', '<em>.</em></form>');
          await look();
          const stays = element.querySelector('form') === form;
          // A script of the page removes the content, which returns.
          for (const child of [...element.childNodes]) element.removeChild(child);
          await Promise.resolve();
          seen.push(element.textContent!);
          return [seen, stays];
        },
        data,
        template,
      );
      const [, second, third] = texts;
      const morphed = third.replace(/-?$/, (end) => (title === 'that repeats' ? `.${end}` : '.'));
      assert.deepEqual(seen, [[second, third, morphed, morphed], true]);
      assert.deepEqual(at.consoleMessages, []);
    });

test('§6: a form around an editable component: the outline is in the language of the form, and a click asks for a sign-in', async () => {
  const lang = '<form lang="de" tabindex="0">';
  await opens(
    `<feaas-context cdn="/cdn" library="lib">${lang}${CONTROLS_AROUND}${CARD} version="v" editable></feaas-component></form><feaas-editor></feaas-editor></feaas-context>`,
    'A',
  );
  await at.page.waitForSelector('feaas-component[tabindex]');
  await at.page.evaluate(() => {
    addEventListener('feaasAuth', () => document.body.setAttribute('data-asked', ''));
    (HTMLElement.prototype.focus as (this: Element) => void).call(document.querySelector('form')!);
  });
  await at.page.hover('#it p');
  assert.equal(
    await at.page.$eval('html > [popover]', (outline) => outline.shadowRoot!.querySelector('span')!.textContent),
    'Bearbeiten',
  );
  await at.page.click('#it p');
  await at.page.waitForSelector('[data-asked]');
  const isUncaught = (message: string): boolean => message.startsWith('uncaught');
  assert.deepEqual(at.consoleMessages.filter(isUncaught), []);
});

test('E12: content of a server with such a form stays', async () => {
  const form = `<form>${CONTROLS}<p data-path="a">A</p></form>`;
  await opens(
    `<main cdn="/cdn" library="lib">${CARD} last-modified="Wed, 15 Nov 2023 00:00:00 GMT">${form}</feaas-component></main>`,
    'A',
  );
  // New data would show the template of the host, which has no form.
  const isSame = await at.page.evaluate(async () => {
    const form = document.querySelector('form');
    await document.querySelector<any>('#it').whenRendered();
    return document.querySelector('form') === form;
  });
  assert.ok(isSame);
  assert.deepEqual(at.consoleMessages, []);
});
