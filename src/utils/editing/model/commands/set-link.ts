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

/** Whether a link may lead to an address, which may be empty. */
const isLinkAddress = (address: string): boolean =>
  isAllowedAddress(address, 'a', 'href') && isCompleteAddress(address);

/** What a link says besides its address. */
export interface LinkOptions {
  /** A window's name; `_blank` opens a new one. Undefined leaves it as it is, null removes it. */
  readonly target?: string | null;
}

/** The stretch of runs around an offset that is one link. */
function linked(runs: readonly Run[], offset: number): { from: number; to: number } | undefined {
  let at = 0;
  let found: { from: number; to: number; link: string } | undefined;
  for (const { insert, marks } of runs) {
    const end = at + (typeof insert === 'string' ? insert.length : 1);
    if (marks.link !== undefined && found?.link === marks.link && found.to === at) found = { ...found, to: end };
    else if (found && found.from <= offset && offset <= found.to) return found;
    else found = marks.link === undefined ? undefined : { from: at, to: end, link: marks.link };
    at = end;
  }
  return found && found.from <= offset && offset <= found.to ? found : undefined;
}

/**
 * Makes what is selected a link, or changes or removes (`null`) the link around the selection. An address that could run
 * code, that the host refuses, or that leads nowhere is no command.
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
    const span = getCrossBlockSelection(state);
    if (span) return markCrossBlockSelection(span, 'link', address ?? undefined)(state, dispatch);
    const range = selectedRange(state);
    if (!range) return false;
    const { block, runs } = range;
    let { from, to } = range;
    if (from === to) {
      const stretch = linked(runs, from);
      // A new link needs something to be on; to remove one the caret in it is enough.
      if (!stretch || address !== null) return false;
      ({ from, to } = stretch);
    }
    const next = markRuns(runs, from, to, 'link', address ?? undefined);
    return changeRuns(state, dispatch, block, next, { anchor: from, head: to });
  };

/** Puts a new link with a text at the selection, in place of what is selected. */
export const insertLink =
  (href: string, text: string): Command =>
  (state, dispatch) => {
    const address = readAddress(href);
    if (!address || !text || !isLinkAddress(address) || !canLink(state)) return false;
    return typeText(text, { link: address })(state, dispatch);
  };

/** Changes the address of a link that is named by its node, such as a button that is one. */
export const setLinkOf =
  (id: number, href: string): Command =>
  (state, dispatch) => {
    const place = resolveNode(state.document, id);
    const address = readAddress(href);
    if (!isResolvedElement(place) || place.node.tag !== 'a' || !isLinkAddress(address)) return false;
    return dispatchSteps(state, dispatch, attributesSteps(state.text, place, { href: address }));
  };
