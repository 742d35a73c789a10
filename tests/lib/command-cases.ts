/** Rows of tests of the editor's commands. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Command } from '../../src/utils/editing/model/state';
import { editorAt, elementId } from './editing';

/** One command at a selection: the view before, after, or undefined where it can not be done. */
export type CommandCase = readonly [name: string, before: string, command: Command, after: string | undefined];

/** A command about the first element with a tag, or the `nth`. */
export const atElement =
  (tag: string, make: (id: number) => Command, nth = 0): Command =>
  (state, dispatch) =>
    make(elementId(state.document, tag, nth))(state, dispatch);

/** A test for each row. */
export function testCommandCases(
  title: string,
  list: readonly CommandCase[],
  show = (editor: ReturnType<typeof editorAt>) => editor.state.text,
): void {
  for (const [name, before, command, after] of list)
    test(`${title}: ${name}`, () => {
      const editor = editorAt(before);
      const { text } = editor.state;
      const can = editor.can(command);
      assert.equal(editor.state.text, text, 'asking changes nothing');
      assert.equal(editor.do(command), can, 'what can be done is done');
      assert.equal(can ? show(editor) : undefined, after);
    });
}
