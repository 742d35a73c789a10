/** Maps input types and keys of browsers to commands. */
import { deleteText } from '../../../../src/utils/editing/model/commands/delete-text';
import { leaveEmptyItem, leaveList } from '../../../../src/utils/editing/model/commands/list-item';
import { mergeBlocks } from '../../../../src/utils/editing/model/commands/merge-blocks';
import { splitBlock } from '../../../../src/utils/editing/model/commands/split-block';
import { toggleMark } from '../../../../src/utils/editing/model/commands/toggle-mark';
import { typeText } from '../../../../src/utils/editing/model/commands/type-text';
import { redo, undo } from '../../../../src/utils/editing/model/commands/undo';
import type { Command } from '../../../../src/utils/editing/model/state';
import { MARK_INPUT_TYPES, type SimpleMarkType } from '../../../../src/utils/editing/model/mark-registry';
import type { TextCommand } from './text/types';

export type InputType = InputEvent['inputType'];

/** Commands that replace an input if the browser must not handle it. */
export const COMMANDS: Readonly<Partial<Record<InputType, Command>>> = Object.freeze({
  insertParagraph: (state, dispatch) => leaveEmptyItem(state, dispatch) || splitBlock(state, dispatch),
  insertLineBreak: typeText('\n'),
  deleteContentBackward: deleteText(-1),
  deleteContentForward: deleteText(1),
  historyUndo: undo,
  historyRedo: redo,
  ...Object.fromEntries(Object.entries(MARK_INPUT_TYPES).map(([kind, mark]) => [kind, toggleMark(mark!)])),
});

/** The input types of Quill's key bindings. */
export const INPUT_TYPES: Readonly<Record<Exclude<TextCommand, SimpleMarkType>, InputType>> = Object.freeze({
  split: 'insertParagraph',
  breakLine: 'insertLineBreak',
  joinBackward: 'deleteContentBackward',
  joinForward: 'deleteContentForward',
  undo: 'historyUndo',
  redo: 'historyRedo',
});

/** At the start of a block: merges it with the one before. The first item of a list leaves the list. */
export const mergeOrLeaveList: Command = (state, dispatch) =>
  mergeBlocks(-1)(state, dispatch) || leaveList(state, dispatch);

/** The input type that a browser fires for these keys, if any. */
export const INPUT_TYPES_OF_KEYS: Readonly<Partial<Record<string, InputType>>> = Object.freeze({
  Enter: 'insertParagraph',
  Backspace: 'deleteContentBackward',
  Delete: 'deleteContentForward',
});

/** Caret movements of keys, as arguments of `Selection.modify`. */
export const CARET_MOVES: Readonly<Partial<Record<string, readonly [direction: string, granularity: string]>>> =
  Object.freeze({
    ArrowLeft: ['left', 'character'],
    ArrowRight: ['right', 'character'],
    ArrowUp: ['backward', 'line'],
    ArrowDown: ['forward', 'line'],
    Home: ['backward', 'lineboundary'],
    End: ['forward', 'lineboundary'],
  });
