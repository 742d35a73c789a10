/** The findings of the inspector for each binding agree with the page: for every conformance case, and for random components. */
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import type { Explanation, PageInspection } from '../src/utils/inspect/types';
import { API } from '../src/utils/frontend/types';
import { cases } from './cases';
import { caseFiles, walkStates, withHost } from './lib/conformance';
import { journey } from './lib/journey';
import { randomCases } from './lib/random-cases';
import { send } from './lib/server';

declare global {
  interface Window {
    inspection: PageInspection;
  }
}

const files = caseFiles();
/** An inspector script for this test that records its argument. */
const SCRIPT = `export const api = ${API}; export const mount = ({ page }) => { window.inspection = page; return { unmount() {} }; };`;
const at = journey(
  {},
  (_request, response, { pathname }) =>
    (pathname === '/inspect.js' && (send(response, SCRIPT, 'text/javascript'), true)) || undefined,
  files.route,
);

let inspected: Promise<unknown> | undefined;
const inspect = async (): Promise<unknown> => {
  await at.open('?feaasDebug');
  await at.page.evaluate(() => void document.body.append(document.createElement('feaas-component')));
  return at.page.waitForFunction(() => 'inspection' in window);
};
beforeEach(() => (inspected ??= inspect()));

interface Component {
  readonly template: string;
  readonly data: unknown;
  readonly attributes?: Record<string, string>;
}

/** Shows a component, and compares each finding with the DOM. Returns the differences. */
const disagreements = (component: Component): Promise<{ count: number; wrong: string[] }> =>
  at.page.evaluate(async ({ template, data, attributes = {} }: Component) => {
    const element = document.createElement('feaas-component') as HTMLElement & { whenRendered(): Promise<void> };
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    Object.assign(element, { template, data, fetch: 'data' });
    document.body.replaceChildren(element);
    await new Promise((resolve) => setTimeout(resolve));
    await element.whenRendered().catch(() => {});
    const { findings, state }: Explanation = await window.inspection.explain(element);
    const wrong: string[] = [];
    // Decode character references, as the renderer does for texts (D13).
    const decoder = document.createElement('textarea');
    const plain = (text: unknown): string => {
      decoder.innerHTML = String(text);
      return decoder.value.replace(/\s+/g, ' ').trim();
    };
    // Characters without width at the ends of a URL are ignored (D20).
    const WIDTHLESS =
      /^[\u200b-\u200d\u2060\ufeff\u{e0000}-\u{e007f}]+|[\u200b-\u200d\u2060\ufeff\u{e0000}-\u{e007f}]+$/gu;
    const isAddress = (name: string): boolean => /^(?:href|src|poster)$/.test(name);
    const writers = new Map<Element, Map<string, number>>();
    for (const { nodes, target } of findings)
      for (const node of nodes) {
        const all = writers.get(node) ?? new Map<string, number>();
        writers.set(node, all.set(target, (all.get(target) ?? 0) + 1));
      }
    for (const finding of findings) {
      const { nodes, target, outcome, value, path, attribute } = finding;
      const [node] = nodes as [Element];
      const say = (what: unknown): unknown => wrong.push(`${attribute}="${path}" ${outcome}: ${String(what)}`);
      const isAlone = writers.get(node)!.get(target) === 1 && !writers.get(node)!.has('attributes');
      if (state !== 'painted' || !node?.isConnected) say(`not on the page (${state})`);
      else if (
        outcome === 'text' &&
        ['string', 'number'].includes(typeof value) &&
        !writers.get(node)!.has('attributes')
      ) {
        if (node.textContent!.replace(/\s+/g, ' ').trim() !== plain(value)) say(node.textContent);
      } else if (target === 'repeat') {
        const items = (value as unknown[]).length;
        if (nodes.length !== Math.max(items, 1)) say(`${nodes.length} elements for ${items}`);
      } else if (target !== 'content' && isAlone) {
        const has = node.getAttribute(target);
        // The element adds a class of its own (E3).
        const now = target === 'class' && node.localName === 'feaas-component' ? has!.replace(/ -feaas$/, '') : has;
        const written = isAddress(target) ? String(value).replace(WIDTHLESS, '') : value;
        if (outcome === 'attribute' && typeof value === 'string' && now !== written) say(now);
        // Attributes that select a component keep the template's value (D19).
        const isKept = outcome === 'refused' && node.localName.startsWith('feaas-');
        if ((outcome === 'removed' || outcome === 'refused') && now !== null && !isKept) say(now);
        if (outcome === 'hidden' && now === null) say('visible');
        if (outcome === 'visible' && now !== null) say('hidden');
      }
    }
    return { count: findings.length, wrong };
  }, component);

let told = 0;
const hold = async (component: Component): Promise<void> => {
  const { count, wrong } = await disagreements(component);
  told += count;
  assert.deepEqual(wrong, []);
};

for (const each of cases) {
  test(`${each.id}: ${each.note}`, async () => {
    files.serve(each);
    const { template, data, attributes } = walkStates(withHost(each, at.server.origin)).at(-1)!;
    if (template) await hold({ template, data: data ?? {}, attributes });
  });
}

test('200 random components', async () => {
  for (const [at, component] of randomCases(200, 11).entries()) {
    const { count, wrong } = await disagreements(component);
    told += count;
    assert.deepEqual(wrong, [], `component ${at}: ${component.template}`);
  }
});

test('E10: a binding on a nested component is reported once, at its position; the nested template is reported separately', async () => {
  const told = await at.page.evaluate(async () => {
    const element = document.createElement('feaas-component') as HTMLElement & { whenRendered(): Promise<void> };
    const template =
      '<feaas-component fetch="" data="{&quot;x&quot;:1}" template="<b data-path=\'x\'>-</b>" data-path-title="s.t"></feaas-component>';
    Object.assign(element, { template, data: { s: { t: 'of the place' } }, fetch: 'data' });
    document.body.replaceChildren(element);
    await new Promise((resolve) => setTimeout(resolve));
    await element.whenRendered();
    const nested = element.firstElementChild as typeof element;
    await nested.whenRendered();
    const paths = async (of: HTMLElement): Promise<string[]> =>
      (await window.inspection.explain(of)).findings.map(({ path, outcome }) => `${path} ${outcome}`);
    return { outer: await paths(element), nested: await paths(nested), title: nested.title };
  });
  assert.deepEqual(told, { outer: ['s.t attribute'], nested: ['x text'], title: 'of the place' });
});

test('the inspector reported findings', () => assert.ok(told > 1000, `${told}`));
