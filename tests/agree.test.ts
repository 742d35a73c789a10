/** D18: what is painted, adopted and printed agrees, on every state of every conformance case. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fetchData, renderHTMLContent } from '../src/server';
import { cases } from './cases';
import { caseFiles, walkStates, withHost } from './lib/conformance';
import { journey } from './lib/journey';
import { normalise } from './lib/normalise';

process.env['TZ'] = 'UTC';

const files = caseFiles();
const at = journey({}, files.route);

interface Painted {
  painted: string;
  adopted: string;
  /** The printed HTML parses back to itself. */
  stable: boolean;
  /** Elements and texts that are still the printed ones. */
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
            // A nested component's content is its own.
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
      const clean = (html: string): string => normalise(html, { origin: at.server.origin });
      assert.equal(clean(seen.painted), clean(printed), 'painted and printed');
      assert.equal(clean(seen.adopted), clean(seen.painted), 'adopted and painted');
      if (seen.stable) {
        assert.equal(seen.kept, seen.nodes, `same nodes: ${printed}`);
        adoptions++;
      }
    }
  });
}

test('most states are adopted, so that sameness is no empty claim', () => {
  assert.ok(adoptions > cases.length / 2, `${adoptions} adopted`);
});
