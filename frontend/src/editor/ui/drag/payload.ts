/** The payload of a drag: a block of the component, or a new block. */
import { insertBlock, type InsertPosition } from '../../../../../src/utils/editing/model/commands/insert-block';
import { moveBlock } from '../../../../../src/utils/editing/model/commands/move-block';
import type { ResolvedElement } from '../../../../../src/utils/editing/model/syntax-tree';
import { parseDocument } from '../../../../../src/utils/editing/model/parse-document';
import { findDropTargets, type DropTarget } from '../../../../../src/utils/editing/model/drop-targets';
import type { Command } from '../../../../../src/utils/editing/model/state';
import { blockLabel } from '../block-label';
import type { EditorController } from '../../types';

export interface DragPayload {
  /** The label of the block. */
  readonly name: string;
  /** Id of the moved element; undefined for a new one. */
  readonly id: number | undefined;
  /** The moved element. */
  readonly resolved?: ResolvedElement;
  readonly tag: string;
  /** Length of its source in characters. */
  readonly length: number;
  /** Drop targets that the content model allows. The command may still refuse some. */
  readonly dropTargets: readonly DropTarget[];
  command(position: InsertPosition): Command;
}

/** The payload of a block of the component. */
export function blockPayload(controller: EditorController, resolved: ResolvedElement): DragPayload {
  const { id, tag, length } = resolved.node;
  const dropTargets = findDropTargets(controller.session.snapshot.editor!.document, tag, resolved);
  return {
    name: blockLabel(resolved, controller.messages),
    id,
    resolved,
    tag,
    length,
    dropTargets,
    command: (position) => moveBlock(id, position),
  };
}

/** The payload of a new block. */
export function newBlockPayload(controller: EditorController, name: string, html: string): DragPayload {
  const [first] = parseDocument(html).root.children;
  const tag = first?.kind === 'element' ? first.tag : 'p';
  const dropTargets = findDropTargets(controller.session.snapshot.editor!.document, tag);
  return {
    name,
    id: undefined,
    tag,
    length: html.length,
    dropTargets,
    command: (position) => insertBlock(html, position),
  };
}
