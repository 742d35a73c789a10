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
  position: InsertPosition,
  source: string,
): Step | undefined {
  const id = 'before' in position ? position.before : 'after' in position ? position.after : position.inside;
  const element = resolveElement(document, id);
  if (!element) return undefined;
  if ('before' in position) return { from: element.from, to: element.from, insert: source + indentOf(text, element) };
  if ('after' in position) return { from: element.to, to: element.to, insert: indentOf(text, element) + source };
  if (!element.node.close) return undefined;
  const last = resolveChildren(element).findLast(({ node }) => !isBlank(node));
  const offset = last?.to ?? contentEnd(element);
  const indent = last?.node.kind === 'element' ? indentOf(text, last as ResolvedElement) : '';
  return { from: offset, to: offset, insert: indent + source };
}

/**
 * Inserts a block of the palette, as HTML. Returns false for unsafe content (scripts, handlers, frames);
 * `findUnsafeContent(parseDocument(html))` returns the reason.
 */
export const insertBlock =
  (html: string, position: InsertPosition): Command =>
  (state, dispatch) => {
    const source = html.trim();
    const document = parseDocument(source);
    if (!source || findUnsafeContent(document)) return false;
    const step = insertionStep(state.document, state.text, position, source);
    if (!step) return false;
    const start = step.from + step.insert.indexOf(source);
    // Select its text, for the user to type over.
    const { from, to } = blocksOf(document)[0] ?? { from: 0, to: source.length };
    return dispatchSteps(state, dispatch, [step], { selection: { anchor: start + from, head: start + to } });
  };

/** Inserts a rule after an element. */
export const insertRule = (after: number): Command => insertBlock('<hr>', { after });
