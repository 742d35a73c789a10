/** Effects of rendering that only a DOM shows: properties (D20), parsing contexts of fragments (D22), line feeds (D8), changing lists. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { journey } from './lib/journey';

const at = journey({}, () => undefined);

type Kit = { renderDOMContent(element: Element, template: string, data: unknown): unknown };

/** Renders each of the data into an element. Returns the HTML, and a property of the first child, after each. */
const rendered = (tag: string, template: string, all: readonly unknown[], property = 'id'): Promise<unknown[][]> =>
  at.page.evaluate(
    async (tag, template, all, property) => {
      const path = '/build/index.esm.js';
      const kit = (await import(path)) as Kit;
      const element = document.createElement(tag);
      const seen: unknown[][] = [];
      for (const data of all) {
        await kit.renderDOMContent(element, template, data);
        const [first] = element.children;
        seen.push([element.innerHTML, (first as Element & Record<string, unknown>)?.[property]]);
      }
      return seen;
    },
    tag,
    template,
    all,
    property,
  );

for (const [tag, name, values] of [
  ['video', 'muted', [true, undefined, true]],
  ['audio', 'muted', ['', false, true]],
  ['input type="checkbox"', 'checked', [true, undefined, true]],
  ['option', 'selected', [true, false, true]],
] as const) {
  for (const template of [`<${tag} data-path-${name}="v">`, `<${tag} data-path-attributes="o">`])
    test(`D20: ${name} of ${template} sets the property, because the attribute is only its default`, async () => {
      const all = values.map((v) => ({ v, o: { [name]: v } }));
      const seen = await rendered('div', template, all, name);
      assert.deepEqual(
        seen.map(([, property]) => property),
        [true, false, true],
      );
    });
}

test('D20: new data replaces a typed value, and nothing else does', async () => {
  const seen = await at.page.evaluate(async () => {
    const path = '/build/index.esm.js';
    const kit = (await import(path)) as Kit;
    const element = document.createElement('div');
    const render = (v: unknown): unknown => kit.renderDOMContent(element, '<input data-path-value="v">', { v });
    await render('a');
    const input = element.firstElementChild as HTMLInputElement;
    const seen = [input.value];
    input.value = 'typed';
    await render('a');
    seen.push(input.value);
    await render('b');
    seen.push(input.value);
    await render(undefined);
    seen.push(input.value);
    return seen;
  });
  assert.deepEqual(seen, ['a', 'typed', 'b', '']);
});

for (const type of ['checkbox', 'radio', 'hidden', 'submit', 'text'])
  for (const bound of ['data-path-value="v"', 'data-path-attributes="o"'])
    test(`D7, D16, D20: ${type} with ${bound} is empty once the data has no value`, async () => {
      const [fresh, , gone] = await rendered(
        'div',
        `<input type="${type}" ${bound}>`,
        [undefined, 'a', undefined].map((value) => ({ v: value, o: { value } })),
        'value',
      );
      assert.deepEqual(gone, fresh);
    });

for (const [tag, template, shown] of [
  ['tbody', '<tr data-path-scope="r"><td data-path="r.n">-</td></tr>', '<tr><td>1</td></tr><tr><td>2</td></tr>'],
  [
    'table',
    '<tr data-path-scope="r"><td data-path="r.n">-</td></tr>',
    '<tbody><tr><td>1</td></tr><tr><td>2</td></tr></tbody>',
  ],
  ['div', '<tr><td data-path="r.0.n">-</td></tr>', '-'],
  ['tr', '<td data-path-scope="r" data-path="r.n">-</td>', '<td>1</td><td>2</td>'],
  ['select', '<option data-path-scope="r" data-path="r.n">-</option>', '<option>1</option><option>2</option>'],
  ['optgroup', '<option data-path-scope="r" data-path="r.n">-</option>', '<option>1</option><option>2</option>'],
  ['colgroup', '<col data-path-scope="r" data-path-span="r.n">', '<col span="1"><col span="2">'],
  ['ul', '<li data-path-scope="r" data-path="r.n">-</li>', '<li>1</li><li>2</li>'],
] as const)
  test(`D22: a template in <${tag}> is parsed in its context`, async () => {
    const [[html]] = (await rendered(tag, template, [{ r: [{ n: 1 }, { n: 2 }] }])) as [[string]];
    assert.equal(html.replace(/ data-path[\w-]*="[^"]*"/g, ''), shown);
  });

for (const tag of ['p', 'h1', 'h6', 'li', 'button', 'time'])
  test(`D8: a line feed in the text of <${tag}> is kept, so that white-space: pre-line works`, async () => {
    const text = 'one  two \n\n three\tfour ';
    for (const template of [`<${tag} data-path="v">-</${tag}>`, `<${tag}><var data-path="v">-</var></${tag}>`]) {
      const [[html]] = (await rendered('div', template, [{ v: text }])) as [[string]];
      assert.equal(html.replace(/<[^>]*>/g, ''), 'one two\nthree four');
    }
  });

test('D11, D16: lists that grow, shrink, reverse and shuffle keep the nodes of their items', async () => {
  const kept = await at.page.evaluate(async () => {
    const path = '/build/index.esm.js';
    const kit = (await import(path)) as Kit;
    const element = document.createElement('ul');
    document.body.append(element);
    const template = '<li data-path-scope="l"><b data-path="l.t">-</b></li>';
    const ids = (list: readonly number[]): unknown => ({ l: list.map((id) => ({ id, t: `t${id}` })) });
    await kit.renderDOMContent(element, template, ids([1, 2, 3, 4, 5]));
    const second = element.children[1];
    const wrong: string[] = [];
    for (const list of [[5, 4, 3, 2, 1], [1, 2, 3], [3, 9, 1, 2], [2], [2, 7, 8], [8, 2, 7]]) {
      await kit.renderDOMContent(element, template, ids(list));
      const shown = [...element.children].map((node) => node.textContent).join();
      if (shown !== list.map((id) => `t${id}`).join()) wrong.push(`${list.join()}: ${shown}`);
    }
    wrong.push(...(element.children[1] === second ? [] : ['the node of item 2 was replaced']));
    element.remove();
    return wrong;
  });
  assert.deepEqual(kept, []);
});

/** What extensions of browsers, and scripts like carousels, do to the elements of a list; some of it as the source of a function. */
const DISPLACEMENTS: Readonly<Record<string, string>> = {
  'the first is removed': 'items[0].remove()',
  'the second is removed': 'items[1].remove()',
  'the last is removed': 'items.at(-1).remove()',
  'all are removed': 'for (const item of items) item.remove()',
  'their parent is removed': 'items[0].parentElement.remove()',
  'the first is wrapped': 'wrap(items[0])',
  'the last is wrapped': 'wrap(items.at(-1))',
  'each is wrapped': 'items.forEach(wrap)',
};

for (const [what, displace] of Object.entries(DISPLACEMENTS))
  for (const items of [
    '<li data-path-scope="l" data-path="l.t">-</li>',
    '<li data-path-scope="l" data-path="l.t">-</li><li data-path-scope="l" data-path="l.t">-</li>',
  ])
    test(`D11, D16: ${what}, in a list of ${items.split('<li').length - 1}: each other list shows like a new one`, async () => {
      const wrong = await at.page.evaluate(
        async (template, displace) => {
          const path = '/build/index.esm.js';
          const kit = (await import(path)) as Kit;
          const wrap = (item: Element): void => {
            const around = document.createElement('div');
            item.replaceWith(around);
            around.append(item);
          };
          const change = new Function('items', 'wrap', displace) as (items: Element[], wrap: unknown) => void;
          const ids = (list: readonly number[]): unknown => ({
            l: list.map((id) => ({ id, t: `t${id}` })),
            h: '<u>h</u>',
          });
          const wrong: string[] = [];
          for (const list of [[1, 2, 3, 4], [1, 2], [3, 1, 2], [4, 5, 6], [3, 9, 1], [1], []]) {
            const element = document.body.appendChild(document.createElement('div'));
            const fresh = document.createElement('div');
            await kit.renderDOMContent(element, template, ids([1, 2, 3]));
            change([...element.querySelectorAll('[data-path-scope]')], wrap);
            try {
              await kit.renderDOMContent(element, template, ids(list));
            } catch (error) {
              wrong.push(String(error));
            }
            await kit.renderDOMContent(fresh, template, ids(list));
            if (element.innerHTML.replace(/<\/?div>/g, '') !== fresh.innerHTML)
              wrong.push(`${list.join()}: ${element.innerHTML}`);
            element.remove();
          }
          return wrong;
        },
        `<h2>Before</h2><ul><li>First</li>${items}<li>Last</li></ul>`,
        displace,
      );
      assert.deepEqual(wrong, []);
    });

test('D1, D7: a key with dots that has no value in JSON hides no path, on a page and on a server', async () => {
  const wrong = await at.page.evaluate(async () => {
    const path = '/build/index.esm.js';
    const kit = (await import(path)) as Kit & {
      renderHTMLContent(template: string, data: unknown): Promise<string>;
    };
    const template =
      '<b data-path="a.b">-</b><i data-path-title="a.b.c">-</i><p data-path-attributes="d.e">-</p><u data-path-scope="f.g.*" data-path="f.g.*">-</u>';
    const rest = { a: { b: 'B' }, d: { e: { title: 'E' } }, f: { g: [1, 2] } };
    const expected = await kit.renderHTMLContent(template, rest);
    const wrong: string[] = [];
    for (const none of [() => 1, Symbol('s'), undefined, { toJSON: () => undefined }]) {
      const data = { 'a.b': none, 'a.b.c': none, 'd.e': none, 'f.g': none, ...rest };
      const element = document.createElement('div');
      await kit.renderDOMContent(element, template, data);
      for (const html of [element.innerHTML, await kit.renderHTMLContent(template, data)])
        if (html !== expected) wrong.push(`${typeof none}: ${html}`);
    }
    return wrong;
  });
  assert.deepEqual(wrong, []);
});

const limits = { min: '100', max: '300', step: '7', type: 'range', value: '156' };
/** Orders of the attributes in templates or data: the value before or after its limits. */
const orders = [Object.keys(limits), Object.keys(limits).toReversed()];
for (const names of orders) {
  const bindings = names.map((name) => `data-path-${name}="o.${name}"`).join(' ');
  for (const template of [`<input ${bindings}>`, '<input data-path-attributes="o">'])
    test(`D16, D20: ${template} with ${names.join()} has the value of the data, at first and after a change`, async () => {
      const other = { ...limits, min: '-9', max: '5', step: '2', value: '-5' };
      const all = [limits, other, limits].map((each: Record<string, string>) => ({
        o: Object.fromEntries(names.map((name) => [name, each[name]])),
      }));
      const seen = await rendered('div', template, all, 'value');
      assert.deepEqual(
        seen.map(([, value]) => value),
        ['156', '-5', '156'],
      );
    });
}

for (const bindings of [
  '<input data-path-value="o.value" data-path-type="o.type" data-path-min="o.min" data-path-max="o.max" data-path-step="o.step">',
  '<input data-path-attributes="o">',
])
  test(`D20: ${bindings} shows the value of the data again once limits or type allow it, and keeps a typed one`, async () => {
    const seen = await at.page.evaluate(async (template) => {
      const path = '/build/index.esm.js';
      const kit = (await import(path)) as Kit;
      const narrow = [{ max: '50' }, { min: '90', max: '200' }, { step: '60' }, { type: 'number' }, { type: 'color' }];
      const seen: string[] = [];
      for (const limits of narrow) {
        const element = document.createElement('div');
        const show = async (more: object): Promise<string> => {
          const o = { type: 'range', value: '80', min: '0', max: '100', step: '1', ...more };
          await kit.renderDOMContent(element, template, { o });
          return (element.firstElementChild as HTMLInputElement).value;
        };
        const values = [await show({})];
        await show(limits);
        values.push(await show({}));
        (element.firstElementChild as HTMLInputElement).value = '30';
        values.push(await show({ max: '99' }), await show({ value: '70', max: '60' }), await show({ value: '70' }));
        seen.push(values.join());
      }
      return seen;
    }, bindings);
    assert.deepEqual(seen, Array<string>(5).fill('80,80,30,60,70'));
  });

for (const [template, property] of [
  ['<details data-path-open="o.open">', 'open'],
  ['<details data-path-attributes="o">', 'open'],
] as const)
  test(`D20: what a visitor has closed or opened in ${template} stays until the data changes`, async () => {
    const seen = await at.page.evaluate(
      async (template, property) => {
        const path = '/build/index.esm.js';
        const kit = (await import(path)) as Kit;
        const element = document.createElement('div');
        const seen: unknown[] = [];
        for (const [open, visitor] of [
          [true, false],
          [true, undefined],
          [false, true],
          [false, undefined],
          [true, undefined],
        ]) {
          await kit.renderDOMContent(element, template, { o: { open } });
          const first = element.firstElementChild as Element & Record<string, unknown>;
          seen.push(first[property]);
          if (visitor !== undefined) first[property] = visitor;
        }
        return seen;
      },
      template,
      property,
    );
    assert.deepEqual(seen, [true, false, false, true, true]);
  });

test('D20: new data replaces a typed text, and nothing else does', async () => {
  const seen = await at.page.evaluate(async () => {
    const path = '/build/index.esm.js';
    const kit = (await import(path)) as Kit;
    const seen: string[][] = [];
    for (const template of [
      '<textarea data-path="v">own</textarea>',
      '<textarea data-path-attributes="o">own</textarea>',
    ]) {
      const element = document.createElement('div');
      const render = (v?: string): unknown => kit.renderDOMContent(element, template, { v, o: { html: v } });
      await render('a');
      const area = element.firstElementChild as HTMLTextAreaElement;
      const values = [area.value];
      area.value = 'typed';
      for (const v of ['a', 'b', undefined]) {
        await render(v);
        values.push(area.value);
      }
      seen.push(values);
    }
    return seen;
  });
  for (const values of seen) assert.deepEqual(values, ['a', 'typed', 'b', 'own']);
});

for (const bound of ['data-path-src="v"', 'data-path-attributes="o"'])
  test(`D16: a video plays another file when the data changes its source with ${bound}`, async () => {
    const films = await at.page.evaluate(async (bound) => {
      const path = '/build/index.esm.js';
      const kit = (await import(path)) as Kit;
      const element = document.createElement('div');
      document.body.append(element);
      const films: string[] = [];
      for (const src of ['data:video/mp4,a', 'data:video/mp4,b', undefined, 'data:video/mp4,c']) {
        // None of these files is a video: an error event shows that the browser tried to load it.
        const tried = new Promise((done) => element.addEventListener('error', done, { once: true, capture: true }));
        await kit.renderDOMContent(element, `<video><source ${bound}></video>`, { v: src, o: { src } });
        await tried;
        films.push(element.querySelector('video')!.currentSrc);
      }
      element.remove();
      return films;
    }, bound);
    const [a, b, , c] = films;
    assert.deepEqual([a, b, c], ['data:video/mp4,a', 'data:video/mp4,b', 'data:video/mp4,c']);
  });

for (const [template, before, after, property] of [
  ['<input type="checkbox">', '', 'checked', 'checked'],
  ['<input type="checkbox">', 'checked', '', 'checked'],
  ['<video></video>', 'muted', '', 'muted'],
  ['<input>', 'value="a"', 'value="b"', 'value'],
] as const)
  test(`D16, D20: another template with ${after || 'nothing'} for ${before || 'nothing'} sets the property ${property}`, async () => {
    const [live, fresh] = await at.page.evaluate(
      async (before, after, property) => {
        const path = '/build/index.esm.js';
        const kit = (await import(path)) as Kit;
        const shown: unknown[] = [];
        for (const templates of [[before, after], [after]]) {
          const element = document.createElement('div');
          for (const template of templates) {
            await kit.renderDOMContent(element, template, {});
            const first = element.firstElementChild as Element & Record<string, unknown>;
            shown.push(first[property]);
            // The user changes the value and changes it back.
            if (template === before)
              for (const value of [after.includes('value') ? 'typed' : true, first[property]]) first[property] = value;
          }
        }
        return shown.slice(1);
      },
      template.replace('>', ` ${before}>`),
      template.replace('>', ` ${after}>`),
      property,
    );
    assert.equal(live, fresh);
  });

test('D4, D18: an attribute with a namespace prefix works as in server-rendered HTML', async () => {
  const seen = await at.page.evaluate(async () => {
    const path = '/build/index.esm.js';
    const kit = (await import(path)) as Kit;
    const seen: string[][] = [];
    for (const use of [
      '<use data-path-xlink:href="v"/>',
      '<use xlink:href="#own" data-path-xlink:href="v"/>',
      '<use data-path-attributes="o"/>',
    ]) {
      const element = document.createElement('div');
      const shown: string[] = [];
      for (const v of ['#a', '#b', undefined, '#c']) {
        await kit.renderDOMContent(element, `<svg>${use}</svg>`, { v, o: { 'xlink:href': v } });
        shown.push(element.querySelector('use')!.href.baseVal);
      }
      // Render another template in place of this one.
      await kit.renderDOMContent(element, '<svg><use xlink:href="#d"/></svg>', {});
      seen.push([...shown, element.querySelector('use')!.href.baseVal]);
    }
    return seen;
  });
  for (const shown of seen) assert.deepEqual(shown, ['#a', '#b', '', '#c', '#d']);
});

test('D16: unchanged HTML and rich text are not sanitized and parsed again', async () => {
  const counts = await at.page.evaluate(async () => {
    const path = '/build/index.esm.js';
    const kit = (await import(path)) as Kit;
    const element = document.createElement('div');
    const makeData = (last: string): unknown => ({
      l: Array.from({ length: 1500 }, (_, at) => {
        const text = at === 1499 ? last : `text ${at}`;
        const content = [{ type: 'paragraph', content: [{ type: 'text', text }] }];
        return { html: `<p>${text}</p>`, doc: { type: 'doc', content } };
      }),
    });
    const template = '<div data-path-scope="l"><div data-path="l.*.html"></div><div data-path="l.*.doc"></div></div>';
    const prototype = Object.getOwnPropertyDescriptor(Element.prototype, 'innerHTML')!;
    let parsed = 0;
    Object.defineProperty(Element.prototype, 'innerHTML', {
      ...prototype,
      set(html: string) {
        parsed++;
        prototype.set!.call(this, html);
      },
    });
    const counts: number[] = [];
    for (const last of ['a', 'a', 'b']) {
      parsed = 0;
      await kit.renderDOMContent(element, template, makeData(last));
      counts.push(parsed);
    }
    Object.defineProperty(Element.prototype, 'innerHTML', prototype);
    return [...counts, element.querySelectorAll('p').length, element.lastElementChild!.textContent];
  });
  const [first, same, other, ...shown] = counts as number[];
  assert.ok(first! > 1500, `${first} parsed at first`);
  assert.equal(same, 0);
  assert.ok(other! < 10, `${other} parsed for one that is new`);
  assert.deepEqual(shown, [3000, 'bb']);
});
