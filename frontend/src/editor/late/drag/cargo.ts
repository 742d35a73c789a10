/** What is carried to another place: a block of the component, or a new one of the palette. */
import { insertBlock, type InsertPosition } from '../../../../../src/utils/editing/commands/insert-block';
import { moveBlock } from '../../../../../src/utils/editing/commands/move-block';
import type { ResolvedElement } from '../../../../../src/utils/editing/syntax-tree';
import { parseDocument } from '../../../../../src/utils/editing/parse-document';
import { excerptOf, findDropTargets, type DropTarget } from '../../../../../src/utils/editing/drop-targets';
import type { Command } from '../../../../../src/utils/editing/state';
import { nameOf } from '../../chrome/block-types';
import type { Editing, Words } from '../../view';

export interface Cargo {
  /** What it is called. */
  readonly name: string;
  /** Id of the element that moves; undefined for a new one. */
  readonly id: number | undefined;
  readonly tag: string;
  /** Characters of its source. */
  readonly length: number;
  /** Where it may stand, as far as the kinds of elements say; what a command says counts. */
  readonly landings: readonly DropTarget[];
  command(spot: InsertPosition): Command;
}

/** What a block is called: its kind, and the beginning of what it says. */
export function calledIn(place: ResolvedElement, words: Words): string {
  const { tag } = place.node;
  const { say } = words;
  const kinds: Readonly<Record<string, () => string>> = {
    p: () => nameOf('paragraph', words),
    ul: () => nameOf('bullets', words),
    ol: () => nameOf('numbers', words),
    blockquote: () => nameOf('quote', words),
    pre: () => nameOf('code', words),
    li: () => say('block.item'),
    img: () => say('block.image'),
    hr: () => say('block.rule'),
  };
  const level = /^h([1-6])$/.exec(tag)?.[1];
  const kind = level ? say('block.heading', { level }) : (kinds[tag] ?? (() => say('block.group')))();
  const text = excerptOf(place, 30);
  return text ? `${kind} “${text}”` : kind;
}

/** A block of the component. */
export function blockCargo(editing: Editing, place: ResolvedElement): Cargo {
  const { id, tag, length } = place.node;
  const landings = findDropTargets(editing.session.snapshot.editor!.document, tag, place);
  return { name: calledIn(place, editing.words), id, tag, length, landings, command: (spot) => moveBlock(id, spot) };
}

/** A new block. */
export function newCargo(editing: Editing, name: string, html: string): Cargo {
  const [first] = parseDocument(html).root.children;
  const tag = first?.kind === 'element' ? first.tag : 'p';
  const landings = findDropTargets(editing.session.snapshot.editor!.document, tag);
  return { name, id: undefined, tag, length: html.length, landings, command: (spot) => insertBlock(html, spot) };
}
