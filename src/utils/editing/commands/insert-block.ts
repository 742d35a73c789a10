import { blocksOf } from '../blocks';
import { change } from '../change';
import { childPlaces, contentEnd, elementOf, isBlank, type ElementPlace, type ViewDocument } from '../nodes';
import { parseView } from '../parse-view';
import { refusalOf } from '../safety';
import type { Splice } from '../splices';
import type { Command } from '../state';
import { indentOf } from '../tags';

/** Beside an element, or at the end of one. */
export type Spot = { readonly before: number } | { readonly after: number } | { readonly inside: number };

/** The splice that puts source at a spot, on a line of its own where its neighbours have one. */
export function spotSplice(document: ViewDocument, text: string, spot: Spot, source: string): Splice | undefined {
  const id = 'before' in spot ? spot.before : 'after' in spot ? spot.after : spot.inside;
  const place = elementOf(document, id);
  if (!place) return undefined;
  if ('before' in spot) return { from: place.from, to: place.from, insert: source + indentOf(text, place) };
  if ('after' in spot) return { from: place.to, to: place.to, insert: indentOf(text, place) + source };
  if (!place.node.close) return undefined;
  const last = childPlaces(place).findLast(({ node }) => !isBlank(node));
  const at = last?.to ?? contentEnd(place);
  const indent = last?.node.kind === 'element' ? indentOf(text, last as ElementPlace) : '';
  return { from: at, to: at, insert: indent + source };
}

/**
 * Inserts a block of a palette, as HTML. One that holds what no view may (scripts, handlers, frames) is no command;
 * `refusalOf(parseView(html))` says why.
 */
export const insertBlock =
  (html: string, spot: Spot): Command =>
  (state, dispatch) => {
    const source = html.trim();
    const document = parseView(source);
    if (!source || refusalOf(document)) return false;
    const splice = spotSplice(state.document, state.text, spot, source);
    if (!splice) return false;
    const at = splice.from + splice.insert.indexOf(source);
    // Who types next means what stands in it.
    const { from, to } = blocksOf(document)[0] ?? { from: 0, to: source.length };
    return change(state, dispatch, [splice], { selection: { anchor: at + from, head: at + to } });
  };

/** Inserts a rule behind an element. */
export const insertRule = (after: number): Command => insertBlock('<hr>', { after });
