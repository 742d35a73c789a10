import { attributesSteps } from '../attributes';
import { dispatchSteps } from '../change';
import { resolveElement } from '../syntax-tree';
import { isAllowedAttribute, readAddress } from '../safety';
import type { Command } from '../state';

/** Attributes whose value is an address. */
const ADDRESS = /^(?:href|src|action|formaction|poster|data|background|cite|longdesc|lowsrc|dynsrc)$/;

/**
 * Sets attributes of an element; null removes one. Returns false for values that the host rejects (event handlers,
 * script addresses, code).
 * @param values by lower-case name
 * @param group changes with the same group that follow each other quickly are one step of the history
 */
export const setAttributes =
  (id: number, values: Readonly<Record<string, string | null>>, group?: string): Command =>
  (state, dispatch) => {
    const element = resolveElement(state.document, id);
    if (!element?.node.open) return false;
    const cleaned: Record<string, string | undefined> = {};
    for (const [name, value] of Object.entries(values)) {
      const cleanValue = value !== null && ADDRESS.test(name) ? readAddress(value) : value;
      if (cleanValue !== null && !isAllowedAttribute(element.node.tag.toLowerCase(), name, cleanValue)) return false;
      cleaned[name] = cleanValue ?? undefined;
    }
    return dispatchSteps(
      state,
      dispatch,
      attributesSteps(state.text, element, cleaned),
      group === undefined ? {} : { group },
    );
  };
