import { change } from '../change';
import { attributeOf, elementOf, isElementPlace, walk, type ElementPlace } from '../nodes';
import { attributeSplices } from '../attributes';
import { SCOPE } from '../repeats';
import { applySplices, inOrder } from '../splices';
import type { Command } from '../state';
import { indentOf } from '../tags';

/** The source of an element without its ids, of which a page has each once. */
function copyOf(text: string, place: ElementPlace): string {
  const splices = [...walk(place)]
    .filter(isElementPlace)
    .flatMap((inner) =>
      attributeOf(inner.node, 'id') === undefined ? [] : attributeSplices(text, inner, 'id', undefined),
    );
  const moved = splices.map((splice) => ({ ...splice, from: splice.from - place.from, to: splice.to - place.from }));
  return applySplices(text.slice(place.from, place.to), inOrder(moved));
}

/** Puts a copy of an element behind it. A repeat's element is not copied: it is there once per item of its list. */
export const duplicateBlock =
  (id: number): Command =>
  (state, dispatch) => {
    const place = elementOf(state.document, id);
    if (!place?.node.open || place.node.faults || attributeOf(place.node, SCOPE)) return false;
    const indent = indentOf(state.text, place);
    const copy = copyOf(state.text, place);
    const at = place.to + indent.length;
    return change(state, dispatch, [{ from: place.to, to: place.to, insert: indent + copy }], {
      selection: { anchor: at, head: at + copy.length },
    });
  };
