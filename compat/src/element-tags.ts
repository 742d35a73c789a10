/** The tags of components that are custom elements' classes: one tag for each id. */
import { toKebabCase } from './names.js';

/** Characters that the name of a custom element can not have. */
const NOT_IN_TAG =
  /[^-.\w\u00b7\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u037d\u037f-\u1fff\u200c-\u200d\u203f\u2040\u2070-\u218f\u2c00-\u2fef\u3001-\ud7ff\uf900-\ufdcf\ufdf0-\ufffd]+/g;

/** The class that was registered with each tag, and the id that has it. */
const defined = new Map<string, { readonly id: string; readonly component: CustomElementConstructor }>();

/**
 * The tag of a component's elements, which it defines. `Clock!` is `byoc-clock-`. Where another id or another class has that tag, a number
 * follows it. Elements are of a class of their own, as a class can have one tag only, and the site may have given it another one.
 * @throws TypeError when the class can not be that of an element.
 */
export function tagOf(id: string, component: CustomElementConstructor): string {
  const name = `byoc-${toKebabCase(id).replace(NOT_IN_TAG, '-')}`;
  for (let count = 1; ; count++) {
    const tag = count > 1 ? `${name}-${count}` : name;
    const taken = defined.get(tag);
    if (taken?.id === id && taken.component === component) return tag;
    const current = customElements.get(tag);
    // The site has defined it itself.
    if (current === component) return tag;
    if (current) continue;
    try {
      customElements.define(tag, class extends component {});
    } catch (error) {
      throw new TypeError(
        `registerComponent: \`component\` must be the class of an element; that of ${JSON.stringify(id)} can not be <${tag}>: ${(error as Error).message}. Correct the class.`,
        { cause: error },
      );
    }
    defined.set(tag, { id, component });
    return tag;
  }
}
