/** Tags for components that are custom element classes: one tag for each id. */
import { toKebabCase } from './names.js';

/** Characters that are invalid in the name of a custom element. */
const NOT_IN_TAG =
  /[^-.\w\u00b7\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u037d\u037f-\u1fff\u200c-\u200d\u203f\u2040\u2070-\u218f\u2c00-\u2fef\u3001-\ud7ff\uf900-\ufdcf\ufdf0-\ufffd]+/g;

/** The id and class of each defined tag. */
const defined = new Map<string, { readonly id: string; readonly component: CustomElementConstructor }>();

/**
 * Defines a custom element for a component and returns its tag, such as `byoc-clock-` for `Clock!`. If another id or
 * class has the tag, a number is appended. The element gets a subclass, since a class can have only one tag, and the
 * site may have defined it.
 * @throws TypeError if the class cannot be that of an element
 */
export function tagOf(id: string, component: CustomElementConstructor): string {
  const name = `byoc-${toKebabCase(id).replace(NOT_IN_TAG, '-')}`;
  for (let count = 1; ; count++) {
    const tag = count > 1 ? `${name}-${count}` : name;
    const existing = defined.get(tag);
    if (existing?.id === id && existing.component === component) return tag;
    const current = customElements.get(tag);
    // The site has defined this tag itself.
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
