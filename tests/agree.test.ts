/** D18: content that is rendered in the browser, hydrated, or rendered to a string is the same in every state of every conformance case. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fetchData, renderElement, renderHTMLContent } from '../src/server';
import { cases } from './cases';
import { caseFiles, walkStates, withHost } from './lib/conformance';
import { seed } from './lib/fuzz';
import { journey } from './lib/journey';
import { normalize } from './lib/normalize';
import { randomBindings } from './lib/random-bindings';

process.env['TZ'] = 'UTC';

const files = caseFiles();
const at = journey({}, files.route);

interface Painted {
  painted: string;
  adopted: string;
  /** Whether the string parses back to itself. */
  stable: boolean;
  /** Number of elements and text nodes that hydration keeps. */
  kept: number;
  nodes: number;
}

let adoptions = 0;

for (const each of cases) {
  test(`${each.id}: ${each.note}`, async () => {
    files.serve(each);
    const given = withHost(each, at.server.origin);
    for (const { template, data, attributes } of walkStates(given)) {
      const fetched = await fetchData(data);
      const className = attributes['class'] ?? '';
      const printed = renderHTMLContent(template, fetched, { className });
      const seen = await at.page.evaluate(
        async (template: string, data: unknown, className: string, printed: string): Promise<Painted> => {
          const path = '/build/index.esm.js';
          const kit = (await import(path)) as {
            renderDOMContent(element: Element, template: string, data: unknown): unknown;
          };
          const make = (): HTMLElement => Object.assign(document.createElement('div'), { className });
          const walk = (root: Node): Node[] => {
            const list: Node[] = [];
            const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
            // A nested component owns its content.
            for (let node = walker.nextNode(); node; node = walker.nextNode())
              if (node.nodeValue !== '') list.push(node);
            return list;
          };
          const fresh = make();
          await kit.renderDOMContent(fresh, template, data);
          const live = make();
          live.innerHTML = printed;
          const stable = live.innerHTML === printed;
          const before = new Set(walk(live));
          await kit.renderDOMContent(live, template, data);
          const after = walk(live);
          return {
            painted: fresh.innerHTML,
            adopted: live.innerHTML,
            stable,
            kept: after.filter((node) => before.has(node)).length,
            nodes: Math.max(after.length, before.size),
          };
        },
        template,
        fetched,
        className,
        printed,
      );
      const clean = (html: string): string => normalize(html, { origin: at.server.origin });
      assert.equal(clean(seen.painted), clean(printed), 'painted and printed');
      assert.equal(clean(seen.adopted), clean(seen.painted), 'adopted and painted');
      if (seen.stable) {
        assert.equal(seen.kept, seen.nodes, `same nodes: ${printed}`);
        adoptions++;
      }
    }
  });
}

test('hydration adopts most states, so that the comparison is meaningful', () => {
  assert.ok(adoptions > cases.length / 2, `${adoptions} adopted`);
});

test('D18: dates, URLs and large numbers in data have their JSON form, on pages and on servers', async () => {
  const makeData = (): unknown => {
    const date = new Date(Date.UTC(2026, 4, 5, 12));
    const inner = { n: 1n, toJSON: (): unknown => ({ n: 'of toJSON' }) };
    class Person {
      #name: string;
      constructor(name: string) {
        this.#name = name;
      }
      toJSON(): unknown {
        return { name: this.#name, tags: [date, 8n], born: date };
      }
    }
    const members = {
      a: { date, again: date, url: new URL('https://a.example/b'), inner, big: 5n, list: [date, 7n], t: 'kept' },
      no: { nan: NaN, more: [-Infinity, 1], run: () => 'source text', sign: Symbol('name') },
      people: [new Person('Ann'), new Person('Bo')],
      nested: [[date], [9n]],
      zero: 0n,
      none: { toJSON: (): unknown => null },
      attributes: { title: date, 'data-big': 6n, html: { toJSON: (): unknown => 'of <b>toJSON</b>' } },
    };
    return { toJSON: (): unknown => ({ ...members, whole: 'root' }) };
  };
  const template =
    '<p data-path="a.date" data-path-title="a.again">-</p><time class="-inline--time" data-path="a.date">-</time>' +
    '<a data-path-href="a.url" data-path="a.url">-</a><i data-path="a.inner.n">-</i><b data-path="a.big">-</b>' +
    '<ul><li data-path-scope="a.list" data-path="a.list.*">-</li></ul><u data-path="a.t">-</u>' +
    '<dl data-path-scope="people.*"><dt data-path="people.*.name">-</dt><dd data-path-scope="people.*.tags.*" data-path="people.*.tags.*">' +
    '-</dd></dl><s data-path="people[0].born">-</s><s data-path="people[-1:].name">-</s><s data-path="nested">-</s>' +
    '<s data-path="$..people[?(@.born > \'2026\')].name">-</s><s data-path-hidden="zero">-</s><s data-path-hidden="none">-</s>' +
    '<s data-path-attributes="attributes">-</s><s data-path="whole">-</s>' +
    '<s data-path-title="no.nan" data-path="no.nan">own</s><s data-path-scope="no.more" data-path="no.more.*">own</s>' +
    '<s data-path-title="no.run" data-path="no.run">own</s><s data-path-hidden="no.sign" data-path="no.sign">own</s>';
  const day = '2026-05-05T12:00:00.000Z';
  const expected =
    '<p data-path="a.date" data-path-title="a.again" title="2026-05-05T12:00:00.000Z">2026-05-05T12:00:00.000Z</p>' +
    '<time class="-inline--time" data-path="a.date">May 5, 2026</time>' +
    '<a data-path-href="a.url" data-path="a.url" href="https://a.example/b">https://a.example/b</a>' +
    '<i data-path="a.inner.n">of toJSON</i><b data-path="a.big">5</b><ul><li data-path-scope="a.list" data-path="a.list.*">' +
    '2026-05-05T12:00:00.000Z</li><li data-path-scope="a.list" data-path="a.list.*">7</li></ul><u data-path="a.t">kept</u>' +
    ['Ann', 'Bo']
      .map(
        (name) =>
          `<dl data-path-scope="people.*"><dt data-path="people.*.name">${name}</dt><dd data-path-scope="people.*.tags.*" ` +
          `data-path="people.*.tags.*">${day}</dd><dd data-path-scope="people.*.tags.*" data-path="people.*.tags.*">8</dd></dl>`,
      )
      .join('') +
    `<s data-path="people[0].born">${day}</s><s data-path="people[-1:].name">Bo</s><s data-path="nested">${day},9</s>` +
    `<s data-path="$..people[?(@.born > '2026')].name">Ann</s><s data-path-hidden="zero">-</s><s data-path-hidden="none" hidden="">-</s>` +
    `<s data-path-attributes="attributes" title="${day}" data-big="6" data-attributes-keys="title,data-big,html">of <b>toJSON</b></s>` +
    '<s data-path="whole">root</s><s data-path-title="no.nan" data-path="no.nan">own</s>' +
    '<s data-path-scope="no.more" data-path="no.more.*">own</s><s data-path-scope="no.more" data-path="no.more.*">1</s>' +
    '<s data-path-title="no.run" data-path="no.run">own</s><s data-path-hidden="no.sign" data-path="no.sign" hidden="">own</s>';
  const element = await renderElement({ template, fetch: '', data: makeData() }, { language: 'en', timeZone: 'UTC' });
  const painted = (await at.page.evaluate(`(async () => {
    const data = (${String(makeData)})();
    const { renderDOMContent } = await import('/build/index.esm.js');
    const root = document.createElement('div');
    await renderDOMContent(root, ${JSON.stringify(template)}, data);
    const element = document.createElement('feaas-component');
    Object.assign(element, { fetch: '', template: ${JSON.stringify(template)}, data });
    document.body.append(element);
    await element.componentOnReady();
    await element.whenRendered();
    return [root.innerHTML, element.innerHTML];
  })()`)) as string[];
  const printed = renderHTMLContent(template, makeData(), { language: 'en', timeZone: 'UTC' });
  const clean = (html: string): string => normalize(html, { origin: at.server.origin });
  assert.deepEqual([printed, element.content, ...painted].map(clean), new Array(4).fill(clean(expected)));
});

test('D11: elements that a server left out of a repeat are inserted at their positions later', async () => {
  const members = [1, 2, 3].map((each) => `<li data-path-scope="l.*" data-path="l.*">${each}</li>`);
  const template = `<ul>${members.slice(0, 2).join('')}<li>-</li>${members.join('')}<li>all</li></ul>`;
  const printed = renderHTMLContent(template, { l: ['a'] });
  const texts = await at.page.evaluate(
    async (template: string, printed: string) => {
      const path = '/build/index.esm.js';
      const kit = (await import(path)) as {
        renderDOMContent(element: Element, template: string, data: unknown): unknown;
      };
      const live = document.createElement('div');
      live.innerHTML = printed;
      const [first] = live.querySelectorAll('li');
      const texts: unknown[] = [];
      for (const l of [['a'], ['a', 'b', 'c'], ['a', 'b', 'c', 'd', 'e', 'f'], []]) {
        await kit.renderDOMContent(live, template, { l });
        texts.push([...live.querySelectorAll('li')].map((each) => (each.hidden ? '' : each.textContent)).join(' '));
      }
      return [first === live.querySelector('li'), ...texts];
    },
    template,
    printed,
  );
  assert.deepEqual(texts, [true, 'a - all', 'a b - c all', 'a b - c d e f all', ' - all']);
});

test('D16: after any change of a list, the content equals a new render', async () => {
  const seed = Number(process.env['FEAAS_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
  console.log(`# seed ${seed}`);
  const wrong = await at.page.evaluate(async (seed: number) => {
    const path = '/build/index.esm.js';
    const kit = (await import(path)) as {
      renderDOMContent(element: Element, template: string, data: unknown): unknown;
    };
    let state = seed;
    const below = (count: number): number => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
      return Math.floor((state / 2 ** 31) * count);
    };
    const template =
      '<section><article data-path-scope="s.items.*"><a data-path-href="s.items.*.h" data-path="s.items.*.t">T</a>' +
      '<ul><li data-path-scope="s.items.*.tags.*"><i data-path="s.items.*.tags.*.l" data-path-title="s.items.*.tags.*.h">' +
      'L</i></li></ul></article></section>';
    type Item = Record<string, unknown>;
    const VALUES = ['a', 'b', 'c', '', undefined, null, 7, true, '<b>x</b>', ['d', 'e'], 'a', 'x: y', 'javascript:x()'];
    const value = (): unknown => VALUES[below(VALUES.length)];
    const item = (): Item => {
      const entries: [string, unknown][] = [
        ['t', 'a'],
        ['h', 'b'],
        ['l', 'c'],
        ['tags', Array.from({ length: below(4) }, () => ({ l: 'a', h: 'b' }))],
      ];
      if (below(2)) entries.push([below(2) ? 'id' : 'key', below(5)]);
      if (!below(3)) entries.reverse();
      return Object.fromEntries(entries);
    };
    /** Makes one random change, or none. */
    const change = (items: Item[]): void => {
      const each = items[below(items.length)];
      const tags = each?.['tags'];
      const tag = Array.isArray(tags) ? (tags[below(tags.length)] as Item | undefined) : undefined;
      const name = ['t', 'h', 'l', 'tags', 'id', 'key', 'more'][below(7)]!;
      const changes: (() => unknown)[] = [
        () => undefined,
        () => each && (each[name] = value()),
        () => each && delete each[name],
        () => tag && (tag[name] = value()),
        () => tag && delete tag[name],
        () => Array.isArray(tags) && tags.push({ l: value(), h: 'b' }),
        () => Array.isArray(tags) && tags.pop(),
        () => each && (each['tags'] = [[{ l: 'n' }], { l: 'm', h: 'b' }]),
        () => items.push(item()),
        () => items.splice(below(items.length), 1),
        () => items.reverse(),
      ];
      changes[below(changes.length)]!();
    };
    let items: Item[] = [];
    const live = document.createElement('div');
    for (let step = 0; step < 3000; step++) {
      // Use short lists first, and long ones later.
      const usual = step < 1000 ? 3 : 20;
      if (items.length > 2 * usual || items.length < usual / 2) items = Array.from({ length: usual }, item);
      const data = { s: { items } };
      await kit.renderDOMContent(live, template, data);
      const fresh = document.createElement('div');
      await kit.renderDOMContent(fresh, template, data);
      if (live.innerHTML !== fresh.innerHTML)
        return { step, data: JSON.stringify(items), live: live.innerHTML, fresh: fresh.innerHTML };
      items = structuredClone(items);
      for (let count = below(3); count >= 0; count--) change(items);
    }
    return undefined;
  }, seed);
  assert.equal(wrong, undefined);
});

test('D16, D18: nested and adjacent bindings agree after any change of data', async () => {
  console.log(`# seed ${seed}`);
  const clean = (html: string): string => normalize(html, { origin: at.server.origin });
  for (const { template, states } of randomBindings(process.env['FEAAS_LONG'] ? 10_000 : 400, seed)) {
    const printed = states.map((data) => renderHTMLContent(template, data));
    const seen = await at.page.evaluate(
      async (template: string, states: readonly unknown[], printed: string[]) => {
        const path = '/build/index.esm.js';
        const kit = (await import(path)) as {
          renderDOMContent(element: Element, template: string, data: unknown): unknown;
        };
        const render = async (element: Element, data: unknown): Promise<string> => {
          await kit.renderDOMContent(element, template, data);
          return element.innerHTML;
        };
        const live = document.createElement('div');
        const all: Record<string, string>[] = [];
        for (const [at, data] of states.entries()) {
          const hydrated = document.createElement('div');
          // Hydrate the string that was rendered for other data with this data.
          hydrated.innerHTML = printed[(at || printed.length) - 1]!;
          await render(hydrated, states[(at || printed.length) - 1]);
          const adopted = document.createElement('div');
          adopted.innerHTML = printed[at]!;
          all.push({
            adopted: await render(adopted, data),
            'hydrated and updated': await render(hydrated, data),
            updated: await render(live, data),
            rendered: await render(document.createElement('div'), data),
          });
        }
        return all;
      },
      template,
      states,
      printed,
    );
    for (const [at, shown] of seen.entries())
      for (const [how, html] of Object.entries(shown))
        assert.equal(clean(html), clean(printed[at]!), `${how}: ${template}\n${JSON.stringify(states)}`);
  }
});
