/** Components in components: whose data they have, and where they end (E10). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asked, at, type Live } from './lib/elements';

test('E10: a nested component has the data of its place; a clone keeps its own', async () => {
  const seen = await at.page.evaluate(async () => {
    const element = make({ library: 'lib', component: 'outer', data: '{"a":{"x":"shared"}}' });
    await settled(element);
    const nested = element.querySelector('feaas-component') as Live;
    await settled(nested);
    const first = nested.textContent;
    element.data = { a: { x: 'changed' } };
    await settled(element);
    await settled(nested);
    const clone = element.cloneNode(true) as Live;
    document.body.append(clone);
    const rows = make({ library: 'lib', component: 'rows', data: '{"rows":[{"n":"one"},{"n":"two"}]}' });
    await settled(rows);
    for (const each of rows.querySelectorAll<Live>('feaas-component')) await settled(each);
    await settled(clone);
    return {
      first,
      second: nested.textContent,
      clone: clone.querySelector('p')!.textContent,
      rows: [...rows.querySelectorAll('s')].map((each) => each.textContent),
    };
  });
  assert.deepEqual(seen, { first: 'shared', second: 'changed', clone: 'shared', rows: ['one', 'two'] });
});

test('E6, E10: children of a nested component with data of its own are its template, and bound to that', async () => {
  const shown = await at.page.evaluate(async () => {
    const nested = (data: string): string =>
      `<feaas-component fetch="" ${data}><b data-path="t">-</b><i data-path-scope="l.*" data-path="l.*">-</i><hr>` +
      '<i data-path-scope="l.*" data-path="l.*">-</i></feaas-component>';
    const template = nested(`data='{"l":[7,8,9]}'`) + nested('data-path-data="a"') + nested('');
    const element = make({ fetch: '', template, data: '{"t":1,"l":[1,2],"a":{"t":4,"l":[]}}' });
    const seen = async (): Promise<string[]> => {
      await settled(element);
      const all = [...element.querySelectorAll<Live>('feaas-component')];
      await Promise.all(all.map(settled));
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

test('E10: one that contains itself stops at depth 20 with an error', async () => {
  await at.page.evaluate(() => void make({ library: 'lib', component: 'self' }));
  await at.page.waitForFunction(() => log.some((line) => line.startsWith('Error')), { timeout: 20_000 });
  const [depth, message] = await at.page.evaluate(async () => {
    let depth = 0;
    for (let each = document.querySelector('feaas-component'); each; each = each.querySelector('feaas-component'))
      depth++;
    return [depth, log.filter((line) => line.startsWith('Error')).length];
  });
  assert.deepEqual([depth, message], [21, 1]);
  assert.equal(asked('/components/').length, 1);
});
