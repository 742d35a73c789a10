/** Nested components: the data that they read, and the boundaries of their content (E10). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requestsWith, at, type ComponentElement } from './lib/elements';

test('E10: a nested component gets the data of its position; a clone keeps its own', async () => {
  const seen = await at.page.evaluate(async () => {
    const element = createComponent({ library: 'lib', component: 'outer', data: '{"a":{"x":"shared"}}' });
    await waitForRender(element);
    const nested = element.querySelector('feaas-component') as ComponentElement;
    await waitForRender(nested);
    const first = nested.textContent;
    element.data = { a: { x: 'changed' } };
    await waitForRender(element);
    await waitForRender(nested);
    const clone = element.cloneNode(true) as ComponentElement;
    document.body.append(clone);
    const rows = createComponent({ library: 'lib', component: 'rows', data: '{"rows":[{"n":"one"},{"n":"two"}]}' });
    await waitForRender(rows);
    for (const each of rows.querySelectorAll<ComponentElement>('feaas-component')) await waitForRender(each);
    await waitForRender(clone);
    return {
      first,
      second: nested.textContent,
      clone: clone.querySelector('p')!.textContent,
      rows: [...rows.querySelectorAll('s')].map((each) => each.textContent),
    };
  });
  assert.deepEqual(seen, { first: 'shared', second: 'changed', clone: 'shared', rows: ['one', 'two'] });
});

test('E6, E10: children of a nested component with data of its own are its template, bound to that data', async () => {
  const shown = await at.page.evaluate(async () => {
    const nested = (data: string): string =>
      `<feaas-component fetch="" ${data}><b data-path="t">-</b><i data-path-scope="l.*" data-path="l.*">-</i><hr>` +
      '<i data-path-scope="l.*" data-path="l.*">-</i></feaas-component>';
    const template = nested(`data='{"l":[7,8,9]}'`) + nested('data-path-data="a"') + nested('');
    const element = createComponent({ fetch: '', template, data: '{"t":1,"l":[1,2],"a":{"t":4,"l":[]}}' });
    const seen = async (): Promise<string[]> => {
      await waitForRender(element);
      const all = [...element.querySelectorAll<ComponentElement>('feaas-component')];
      await Promise.all(all.map(waitForRender));
      return all.map((each) => [...each.children].map((each) => each.textContent || each.localName).join(' '));
    };
    const first = await seen();
    element.data = { t: 2, l: [3], a: { t: 5, l: [6] } };
    return [first, await seen()];
  });
  assert.deepEqual(shown, [
    ['- 7 hr 8 9', '4 - hr', '1 1 hr 2'],
    ['- 7 hr 8 9', '5 6 hr', '2 3 hr'],
  ]);
});

/** Texts of a nested component after each of these data, and whether its element stays the same. */
const through = (template: string, ...steps: object[]): Promise<string[]> =>
  at.page.evaluate(
    async (template, steps) => {
      const seen: string[] = [];
      const element = createComponent({ fetch: '', template, data: '{}' });
      for (const step of steps) {
        element.data = step;
        await waitForRender(element);
        const nested = [...element.querySelectorAll<ComponentElement>('feaas-component')];
        await Promise.all(nested.map(waitForRender));
        seen.push(nested.map((each) => each.innerHTML).join(' | '));
      }
      return seen;
    },
    template,
    steps,
  );

test('D16: another template around a nested component replaces the component', async () => {
  const shown = await at.page.evaluate(async () => {
    const nested = (text: string): string =>
      `<feaas-component fetch="" data='{"t":1}'>${text} <b data-path="t">-</b></feaas-component>`;
    const element = createComponent({ fetch: '', template: nested('one') });
    const seen: (string | null)[] = [];
    for (const text of ['one', 'two']) {
      element.setAttribute('template', nested(text));
      await waitForRender(element);
      const inner = element.querySelector<ComponentElement>('feaas-component')!;
      await waitForRender(inner);
      seen.push(inner.textContent);
      inner.data = {};
      await waitForRender(inner);
      seen.push(inner.textContent);
    }
    return seen;
  });
  assert.deepEqual(shown, ['one 1', 'one -', 'two -', 'two -']);
});

test('D16, E10: changes around a nested component keep its content', async () => {
  const own = (more: string): string =>
    `<feaas-component fetch="" data='{"t":1}' ${more} template="<i data-path='t'>-</i>"></feaas-component>`;
  const one = '<i data-path="t">1</i>';
  assert.deepEqual(await through(own('data-path-attributes="o"'), { o: { title: 'a' } }, { o: { title: 'b' } }), [
    one,
    one,
  ]);
  assert.deepEqual(await through(own('data-path="none"'), { a: 1 }, { a: 2 }), [one, one]);
  const repeat = `<div data-path-scope="l.*">${own('data-path-attributes="l.*.o"')}</div>`;
  assert.deepEqual(await through(repeat, { l: [{ o: {} }] }, { l: [{ o: {} }, { o: {} }] }), [one, `${one} | ${one}`]);
});

test('D16, E6: children of a nested component are its template: their texts return', async () => {
  const kept =
    '<feaas-component fetch=""><i data-path="x">keep</i><b data-path-scope="l.*" data-path="l.*">-</b></feaas-component>';
  assert.deepEqual(await through(kept, { x: 1, l: [1, 2] }, { l: [] }, { x: 2, l: [3, 4, 5] }), [
    '<i data-path="x">1</i><b data-path-scope="l.*" data-path="l.*">1</b><b data-path-scope="l.*" data-path="l.*">2</b>',
    '<i data-path="x">keep</i><b data-path-scope="l.*" data-path="l.*" hidden="">-</b>',
    '<i data-path="x">2</i>' + [3, 4, 5].map((each) => `<b data-path-scope="l.*" data-path="l.*">${each}</b>`).join(''),
  ]);
  const deep = '<feaas-component fetch=""><ul><li data-path-scope="l.*" data-path="l.*">-</li></ul></feaas-component>';
  assert.deepEqual(
    (await through(deep, { l: [1] }, { l: [1, 2] })).map((each) => each.replace(/ data-path[^=]*="[^"]*"/g, '')),
    ['<ul><li>1</li></ul>', '<ul><li>1</li><li>2</li></ul>'],
  );
});

test('D16, D18, E10: the fallback of a nested component follows the data, also in existing content', async () => {
  const shown = await at.page.evaluate(async () => {
    const path = '/build/index.esm.js';
    const { renderDOMContent } = await import(path);
    const template =
      '<p data-path="a.x">-</p><feaas-component src="/absent.html"><b data-path="a.x">-</b><ul><li data-path-scope="a.l.*" data-path="a.l.*">-</li></ul></feaas-component>';
    const steps = [
      { a: { x: 'one', l: [1, 2] } },
      { a: { x: 'two', l: [3] } },
      { a: { x: 'three', l: [] } },
      { a: { x: 'four', l: [4, 5, 6] } },
    ];
    const run = async (isThere: boolean): Promise<string[]> => {
      const box = document.createElement('div');
      if (isThere) {
        const painted = document.createElement('div');
        await renderDOMContent(painted, template, steps[0]);
        box.append(...[...painted.childNodes].map((node) => node.cloneNode(true)));
      }
      const before = isThere ? box.querySelector('b') : undefined;
      document.body.append(box);
      const seen: string[] = [];
      for (const data of steps) {
        await renderDOMContent(box, template, data);
        await waitForRender(box.querySelector<ComponentElement>('feaas-component')!).catch(() => {});
        const shown = [...box.querySelectorAll<HTMLElement>('p, b, li:not([hidden])')].map((each) => each.textContent);
        seen.push(shown.join(' '));
      }
      if (isThere && before !== box.querySelector('b')) seen.push('another element');
      box.remove();
      return seen;
    };
    return [await run(true), await run(false)];
  });
  const expected = ['one one 1 2', 'two two 3', 'three three', 'four four 4 5 6'];
  assert.deepEqual(shown, [expected, expected]);
});

test('D4, E10: content that is bound on a nested component replaces its template while there is a value', async () => {
  const bound = '<feaas-component fetch="" data-path="t"></feaas-component>';
  assert.deepEqual(await through(bound, { t: 'a' }, { t: 'b' }, { t: '<b>c</b>' }, {}, { t: 'd & e' }), [
    'a',
    'b',
    '<b>c</b>',
    '',
    'd &amp; e',
  ]);
  const children = '<feaas-component fetch="" data-path="t"><i data-path="x">k</i></feaas-component>';
  assert.deepEqual(await through(children, { t: 'a' }, { x: 4 }, { t: 'b', x: 5 }), [
    'a',
    '<i data-path="x">4</i>',
    'b',
  ]);
  const own = '<feaas-component fetch="" data-path="t" template="T"></feaas-component>';
  assert.deepEqual(await through(own, { t: 'a' }, {}, { t: 'b' }), ['a', 'T', 'b']);
  const html = '<feaas-component fetch="" data-path-attributes="o"><i data-path="x">k</i></feaas-component>';
  assert.deepEqual(await through(html, { o: { html: '<b>h</b>' } }, { o: { title: 'a' } }), [
    '<b>h</b>',
    '<i data-path="x">k</i>',
  ]);
});

test('D5, E10: bindings on a nested component for its content follow the outer data', async () => {
  const picture = '<feaas-component fetch="" data-path-src="pic"><img></feaas-component>';
  assert.deepEqual(await through(picture, { pic: '/a.gif' }, { pic: '/b.gif' }), [
    '<img src="/a.gif">',
    '<img src="/b.gif">',
  ]);
  const link = '<feaas-component fetch="" data-path-href="u"><a>x</a></feaas-component>';
  assert.deepEqual(await through(link, { u: '/a' }, {}, { u: '/b' }), [
    '<a href="/a">x</a>',
    '<a>x</a>',
    '<a href="/b">x</a>',
  ]);
});

test('D2, E10: bindings of a nested component in a repeat use its own item, whenever it renders', async () => {
  const h = '<i data-path="r.*.t">-</i>';
  const rows = ['one', 'two'].map((t) => ({ t, c: [{ h }] }));
  const nested = '<feaas-component fetch="" data-path="r.*.c.*.h"></feaas-component>';
  const template = `<div data-path-scope="r.*"><p data-path-scope="r.*.c.*">${nested}</p></div>`;
  const shown = await through(template, { r: rows }, { r: rows.toReversed() });
  assert.deepEqual(
    shown.map((each) => each.replace(/<[^>]*>/g, '')),
    ['one | two', 'two | one'],
  );
});

test('D16, E10: another template passes its own bindings to a nested component that stays', async () => {
  const shown = await at.page.evaluate(async () => {
    const nested = `<feaas-component fetch="" data='{"q":1}' data-path="t"></feaas-component>`;
    const element = createComponent({ fetch: '', template: nested, data: '{"t":"a"}' });
    const seen = async (): Promise<string> => {
      await waitForRender(element);
      await waitForRender(element.querySelector('feaas-component') as ComponentElement);
      return element.querySelector('feaas-component')!.innerHTML;
    };
    const first = await seen();
    element.setAttribute('template', `${nested}<hr>`);
    element.data = { t: 'b' };
    return [first, await seen()];
  });
  assert.deepEqual(shown, ['a', 'b']);
});

test('E10: a component that contains itself stops at depth 20 with an error', async () => {
  await at.page.evaluate(() => void createComponent({ library: 'lib', component: 'self' }));
  await at.page.waitForFunction(() => log.some((line) => line.startsWith('Error')), { timeout: 30_000 });
  const [depth, message] = await at.page.evaluate(async () => {
    let depth = 0;
    for (let each = document.querySelector('feaas-component'); each; each = each.querySelector('feaas-component'))
      depth++;
    return [depth, log.filter((line) => line.startsWith('Error')).length];
  });
  assert.deepEqual([depth, message], [21, 1]);
  assert.equal(requestsWith('/components/').length, 1);
});
