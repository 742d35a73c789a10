/** Table-driven tests of the editor's commands. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Command } from '../../src/utils/editing/model/state';
import { editorAt, elementId } from './editing';

/** One command at a selection: the markup before, and the markup after it, or undefined if the command does not apply. */
export type CommandCase = readonly [name: string, before: string, command: Command, after: string | undefined];

/** Creates a command for the `nth` element with a tag (from 0). */
export const atElement =
  (tag: string, make: (id: number) => Command, nth = 0): Command =>
  (state, dispatch) =>
    make(elementId(state.document, tag, nth))(state, dispatch);

/** Defines a test for each case. */
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
