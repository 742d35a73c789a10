import { blocksOf } from '../blocks';
import { dispatchSteps } from '../change';
import {
  resolveChildren,
  contentEnd,
  resolveElement,
  isBlank,
  type ResolvedElement,
  type SyntaxTree,
} from '../syntax-tree';
import { parseDocument } from '../parse-document';
import { findUnsafeContent } from '../safety';
import type { Step } from '../steps';
import type { Command } from '../state';
import { indentOf } from '../tags';

/** Before or after an element, or at its end. */
export type InsertPosition = { readonly before: number } | { readonly after: number } | { readonly inside: number };

/** Returns the step that inserts source at a position, on its own line if its neighbors are. */
export function insertionStep(
  document: SyntaxTree,
  text: string,
  spot: InsertPosition,
  source: string,
): Step | undefined {
  const id = 'before' in spot ? spot.before : 'after' in spot ? spot.after : spot.inside;
  const place = resolveElement(document, id);
  if (!place) return undefined;
  if ('before' in spot) return { from: place.from, to: place.from, insert: source + indentOf(text, place) };
  if ('after' in spot) return { from: place.to, to: place.to, insert: indentOf(text, place) + source };
  if (!place.node.close) return undefined;
  const last = resolveChildren(place).findLast(({ node }) => !isBlank(node));
  const at = last?.to ?? contentEnd(place);
  const indent = last?.node.kind === 'element' ? indentOf(text, last as ResolvedElement) : '';
  return { from: at, to: at, insert: indent + source };
}

/**
 * Inserts a block of the palette, as HTML. Returns false for unsafe content (scripts, handlers, frames);
 * `findUnsafeContent(parseDocument(html))` returns the reason.
 */
export const insertBlock =
  (html: string, spot: InsertPosition): Command =>
  (state, dispatch) => {
    const source = html.trim();
    const document = parseDocument(source);
    if (!source || findUnsafeContent(document)) return false;
    const step = insertionStep(state.document, state.text, spot, source);
    if (!step) return false;
    const at = step.from + step.insert.indexOf(source);
    // Select its text, for the user to type over.
    const { from, to } = blocksOf(document)[0] ?? { from: 0, to: source.length };
    return dispatchSteps(state, dispatch, [step], { selection: { anchor: at + from, head: at + to } });
  };

/** Inserts a rule after an element. */
export const insertRule = (after: number): Command => insertBlock('<hr>', { after });
