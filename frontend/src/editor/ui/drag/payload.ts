/** What is carried to another place: a block of the component, or a new one of the palette. */
import { insertBlock, type InsertPosition } from '../../../../../src/utils/editing/model/commands/insert-block';
import { moveBlock } from '../../../../../src/utils/editing/model/commands/move-block';
import type { ResolvedElement } from '../../../../../src/utils/editing/model/syntax-tree';
import { parseDocument } from '../../../../../src/utils/editing/model/parse-document';
import { excerptOf, findDropTargets, type DropTarget } from '../../../../../src/utils/editing/model/drop-targets';
import type { Command } from '../../../../../src/utils/editing/model/state';
import { nameOf } from '../block-types';
import type { EditorController, Messages } from '../../types';

export interface DragPayload {
  /** What it is called. */
  readonly name: string;
  /** Id of the element that moves; undefined for a new one. */
  readonly id: number | undefined;
  readonly tag: string;
  /** Characters of its source. */
  readonly length: number;
  /** Where it may stand, as far as the kinds of elements say; what a command says counts. */
  readonly dropTargets: readonly DropTarget[];
  command(spot: InsertPosition): Command;
}

/** What a block is called: its kind, and the beginning of what it says. */
export function blockLabel(place: ResolvedElement, messages: Messages): string {
  const { tag } = place.node;
  const { t } = messages;
  const kinds: Readonly<Record<string, () => string>> = {
    p: () => nameOf('paragraph', messages),
    ul: () => nameOf('bullets', messages),
    ol: () => nameOf('numbers', messages),
    blockquote: () => nameOf('quote', messages),
    pre: () => nameOf('code', messages),
    li: () => t('block.item'),
    img: () => t('block.image'),
    hr: () => t('block.rule'),
  };
  const level = /^h([1-6])$/.exec(tag)?.[1];
  const kind = level ? t('block.heading', { level }) : (kinds[tag] ?? (() => t('block.group')))();
  const text = excerptOf(place, 30);
  return text ? `${kind} “${text}”` : kind;
}

/** A block of the component. */
export function blockPayload(controller: EditorController, place: ResolvedElement): DragPayload {
  const { id, tag, length } = place.node;
  const dropTargets = findDropTargets(controller.session.snapshot.editor!.document, tag, place);
  return {
    name: blockLabel(place, controller.messages),
    id,
    tag,
    length,
    dropTargets,
    command: (spot) => moveBlock(id, spot),
  };
}

/** A new block. */
export function newBlockPayload(controller: EditorController, name: string, html: string): DragPayload {
  const [first] = parseDocument(html).root.children;
  const tag = first?.kind === 'element' ? first.tag : 'p';
  const dropTargets = findDropTargets(controller.session.snapshot.editor!.document, tag);
  return { name, id: undefined, tag, length: html.length, dropTargets, command: (spot) => insertBlock(html, spot) };
}
