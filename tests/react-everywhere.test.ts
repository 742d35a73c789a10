/**
 * The list of custom-elements-everywhere.com, applied to the components of this package, with React 18 and 19. Names of tests
 * and of the elements' members come from the list.
 */
import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { REACT_VERSIONS, reactJourney } from './lib/react-site';
import type { Site } from './pages/react-site';

declare global {
  interface Window {
    site: Site;
    /** Components of the list's elements, and the function that renders one. */
    list: Record<string, any>;
    show(element: any): Promise<HTMLElement>;
  }
}

const at = reactJourney();

/** Defines the list's elements and their components. */
const prepare = (): Promise<void> =>
  at.page.evaluate(() => {
    const { createComponent, createElement: h, createRoot, elementComponent, React, StrictMode } = window.site;
    class WithChildren extends HTMLElement {
      constructor() {
        super();
        this.attachShadow({ mode: 'open' }).innerHTML = '<h1>Test h1</h1><p>Test p</p><slot></slot>';
      }
    }
    class WithProperties extends HTMLElement {
      static observedAttributes = ['bool', 'num', 'str'];
    }
    // Define the members on the class, as compilers of elements do.
    for (const name of ['bool', 'num', 'str', 'arr', 'obj', 'camelCaseObj']) {
      const values = new WeakMap<object, unknown>();
      Object.defineProperty(WithProperties.prototype, name, {
        get: function (this: object) {
          return values.get(this);
        },
        set: function (this: object, value: unknown) {
          values.set(this, value);
        },
      });
    }
    class WithEvent extends HTMLElement {
      constructor() {
        super();
        for (const type of ['lowercaseevent', 'kebab-event', 'camelEvent', 'CAPSevent', 'PascalEvent'])
          this.addEventListener('click', () => this.dispatchEvent(new CustomEvent(type)));
      }
    }
    const component = (
      tag: string,
      elementClass: CustomElementConstructor & { observedAttributes?: string[] },
      events: object = {},
    ): unknown =>
      elementComponent(
        createComponent({
          tagName: tag,
          elementClass,
          react: React as never,
          events: events as Record<string, string>,
          defineCustomElement: () => customElements.define(tag, elementClass),
        }) as never,
        { tag, elementClass },
      );
    const events = {
      onLowercaseevent: 'lowercaseevent',
      onKebabEvent: 'kebab-event',
      onCamelEvent: 'camelEvent',
      onCAPSevent: 'CAPSevent',
      onPascalEvent: 'PascalEvent',
    };
    window.list = {
      without: component('ce-without-children', class extends HTMLElement {}),
      children: component('ce-with-children', WithChildren),
      properties: component('ce-with-properties', WithProperties),
      event: component('ce-with-event', WithEvent, events),
    };
    const root = createRoot(document.querySelector('#root')!);
    window.show = async (element) => {
      root.render(h(StrictMode, null, element));
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      return document.querySelector('#root')!.firstElementChild as HTMLElement;
    };
  });

const CHILDREN = '<h1>Test h1</h1><p>Test p</p><slot></slot>';

for (const version of REACT_VERSIONS)
  describe(`React ${version}`, () => {
    beforeEach(async () => {
      await at.openSite(version);
      await prepare();
    });
    const quiet = (): void => assert.deepEqual(at.consoleMessages, []);

    test('can display a Custom Element with no children', async () => {
      const tag = await at.page.evaluate(
        async () => (await window.show(window.site.createElement(window.list['without']))).localName,
      );
      assert.equal(tag, 'ce-without-children');
      quiet();
    });

    test('can display a Custom Element with children in a Shadow Root', async () => {
      const html = await at.page.evaluate(
        async () => (await window.show(window.site.createElement(window.list['children']))).shadowRoot!.innerHTML,
      );
      assert.equal(html, CHILDREN);
      quiet();
    });

    test('can display a Custom Element with children in a Shadow Root and pass in Light DOM children', async () => {
      const seen = await at.page.evaluate(async () => {
        const { createElement: h, useState } = window.site;
        const Page = (): any => {
          const [count, setCount] = useState(1);
          return h(window.list['children'], { onClick: () => setCount(count + 1) }, h('div', null, count));
        };
        const element = await window.show(h(Page));
        const before = element.innerHTML;
        element.click();
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
        return [element.shadowRoot!.innerHTML, before, element.innerHTML];
      });
      assert.deepEqual(seen, [CHILDREN, '<div>1</div>', '<div>2</div>']);
      quiet();
    });

    test('can display a Custom Element with children in the Shadow DOM and handle hiding and showing the element', async () => {
      const seen = await at.page.evaluate(async () => {
        const { createElement: h } = window.site;
        const page = (shown: boolean): any =>
          h('main', null, shown ? h(window.list['children']) : h('p', null, 'hidden'));
        const seen: unknown[] = [];
        for (const shown of [true, false, true])
          seen.push((await window.show(page(shown))).firstElementChild!.shadowRoot?.innerHTML ?? 'hidden');
        return seen;
      });
      assert.deepEqual(seen, [CHILDREN, 'hidden', CHILDREN]);
      quiet();
    });

    const passed = (props: object, before?: object): Promise<Record<string, unknown>> =>
      at.page.evaluate(
        async (props: any, before: any) => {
          const { createElement: h } = window.site;
          if (before) await window.show(h(window.list['properties'], before));
          const element = (await window.show(h(window.list['properties'], props))) as any;
          const read = (name: string): unknown => element.getAttribute(name.toLowerCase()) ?? element[name];
          return Object.fromEntries(
            ['bool', 'num', 'str', 'arr', 'obj', 'camelCaseObj'].map((name) => [name, read(name)]),
          );
        },
        props,
        before,
      );

    for (const [kind, name, value, shown] of [
      ['boolean', 'bool', true, ''],
      ['numeric', 'num', 42, '42'],
      ['string', 'str', 'custom', 'custom'],
    ] as const) {
      test(`will pass ${kind} data as either an attribute or a property`, async () => {
        assert.equal((await passed({ [name]: value }))[name], shown);
        quiet();
      });
      test(`will set ${kind} attributes on a Custom Element that has already been defined and upgraded`, async () => {
        assert.equal((await passed({ [name]: value }, {}))[name], shown);
        // A later render removes the value.
        assert.notEqual((await passed({}, { [name]: value }))[name], shown);
        quiet();
      });
    }

    for (const [what, name, value] of [
      ['array data as a property', 'arr', ['R', 'e']],
      ['object data as a property', 'obj', { org: 'facebook' }],
      ['object data to a camelCase-named property', 'camelCaseObj', { label: 'passed' }],
    ] as const)
      test(`will pass ${what}`, async () => {
        assert.deepEqual((await passed({ [name]: value }))[name], value);
        quiet();
      });

    test('can imperatively listen to a DOM event dispatched by a Custom Element', async () => {
      const heard = await at.page.evaluate(async () => {
        const { createElement: h, createRef } = window.site;
        const ref = createRef<HTMLElement>();
        const element = await window.show(h(window.list['event'], { ref }));
        let heard = 0;
        ref.current!.addEventListener('camelEvent', () => heard++);
        element.click();
        return [heard, ref.current === element];
      });
      assert.deepEqual(heard, [1, true]);
      quiet();
    });

    for (const [kind, name] of [
      ['lowercase', 'onLowercaseevent'],
      ['kebab-case', 'onKebabEvent'],
      ['camelCase', 'onCamelEvent'],
      ['CAPScase', 'onCAPSevent'],
      ['PascalCase', 'onPascalEvent'],
    ] as const)
      test(`can declaratively listen to a ${kind} DOM event dispatched by a Custom Element`, async () => {
        const heard = await at.page.evaluate(async (name: string) => {
          const { createElement: h } = window.site;
          const heard: string[] = [];
          const page = (who: string): any => h(window.list['event'], { [name]: () => heard.push(who) });
          (await window.show(page('first'))).click();
          (await window.show(page('second'))).click();
          (await window.show(h(window.list['event']))).click();
          return heard;
        }, name);
        assert.deepEqual(heard, ['first', 'second']);
        quiet();
      });
  });
