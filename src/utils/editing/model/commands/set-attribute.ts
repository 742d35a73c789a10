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
    const place = resolveElement(state.document, id);
    if (!place?.node.open) return false;
    const clean: Record<string, string | undefined> = {};
    for (const [name, value] of Object.entries(values)) {
      const set = value !== null && ADDRESS.test(name) ? readAddress(value) : value;
      if (set !== null && !isAllowedAttribute(place.node.tag.toLowerCase(), name, set)) return false;
      clean[name] = set ?? undefined;
    }
    return dispatchSteps(
      state,
      dispatch,
      attributesSteps(state.text, place, clean),
      group === undefined ? {} : { group },
    );
  };
