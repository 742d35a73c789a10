import { isCompleteAddress } from '../address';
import { attributesSteps } from '../attributes';
import { dispatchSteps } from '../change';
import { isResolvedElement, resolveNode } from '../syntax-tree';
import { markRuns, type Run } from '../runs';
import { isAllowedAddress, readAddress } from '../safety';
import { getCrossBlockSelection } from '../cross-block-selection';
import type { Command } from '../state';
import { canLink, linkAt } from './link-at';
import { markCrossBlockSelection } from './mark-cross-block-selection';
import { changeRuns, selectedRange } from './target';
import { typeText } from './type-text';

/** Whether an address is valid for a link; it may be empty. */
const isLinkAddress = (address: string): boolean =>
  isAllowedAddress(address, 'a', 'href') && isCompleteAddress(address);

/** Options of a link besides its address. */
export interface LinkOptions {
  /** Name of a window; `_blank` opens a new one. Undefined keeps the target, null removes it. */
  readonly target?: string | null;
}

/** Returns the range of the link at an offset. */
function linkRangeAt(runs: readonly Run[], offset: number): { from: number; to: number } | undefined {
  let start = 0;
  let found: { from: number; to: number; link: string } | undefined;
  for (const { insert, marks } of runs) {
    const end = start + (typeof insert === 'string' ? insert.length : 1);
    if (marks.link !== undefined && found?.link === marks.link && found.to === start) found = { ...found, to: end };
    else if (found && found.from <= offset && offset <= found.to) return found;
    else found = marks.link === undefined ? undefined : { from: start, to: end, link: marks.link };
    start = end;
  }
  return found && found.from <= offset && offset <= found.to ? found : undefined;
}

/**
 * Makes the selection a link, or changes or removes (`null`) the link around it. Returns false for an address that
 * could run code, that the host rejects, or that is incomplete.
 */
export const setLink =
  (href: string | null, { target }: LinkOptions = {}): Command =>
  (state, dispatch) => {
    const address = href === null ? null : readAddress(href);
    if (address !== null && (!address || !isLinkAddress(address))) return false;
    const link = linkAt(state);
    if (link && address !== null) {
      const values = { href: address, ...(target === undefined ? {} : { target: target ?? undefined }) };
      return dispatchSteps(state, dispatch, attributesSteps(state.text, link, values));
    }
    if (address !== null && !canLink(state)) return false;
    const crossSelection = getCrossBlockSelection(state);
    if (crossSelection) return markCrossBlockSelection(crossSelection, 'link', address ?? undefined)(state, dispatch);
    const range = selectedRange(state);
    if (!range) return false;
    const { block, runs } = range;
    let { from, to } = range;
    if (from === to) {
      const linkRange = linkRangeAt(runs, from);
      // A new link needs selected text; to remove one, a caret in it is enough.
      if (!linkRange || address !== null) return false;
      ({ from, to } = linkRange);
    }
    const next = markRuns(runs, from, to, 'link', address ?? undefined);
    return changeRuns(state, dispatch, block, next, { anchor: from, head: to });
  };

/** Inserts a new link with a text in place of the selection. */
export const insertLink =
  (href: string, text: string): Command =>
  (state, dispatch) => {
    const address = readAddress(href);
    if (!address || !text || !isLinkAddress(address) || !canLink(state)) return false;
    return typeText(text, { link: address })(state, dispatch);
  };

/** Changes the address of the link with an id, such as a link that looks like a button. */
export const setLinkOf =
  (id: number, href: string): Command =>
  (state, dispatch) => {
    const resolved = resolveNode(state.document, id);
    const address = readAddress(href);
    if (!isResolvedElement(resolved) || resolved.node.tag !== 'a' || !isLinkAddress(address)) return false;
    return dispatchSteps(state, dispatch, attributesSteps(state.text, resolved, { href: address }));
  };
