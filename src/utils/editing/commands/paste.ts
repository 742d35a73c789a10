import { change } from '../change';
import { ancestorsOf } from '../nodes';
import type { PastedBlock } from '../paste/model';
import { writePaste } from '../paste/write';
import { spliceRuns, type Marks } from '../runs';
import type { Command } from '../state';
import { indentOf } from '../tags';
import { changeRuns, selectedRange } from './target';

/** Elements that hold blocks of text one after the other, but not other blocks. */
const LISTS = /^(?:ul|ol|dl|table|tbody|thead|tfoot|tr)$/;

/**
 * Puts a clean paste at the selection: a single paragraph into the text, in place of what is selected; more than that as
 * blocks behind the one at the caret, or in its place where it is empty.
 */
export const paste =
  (blocks: readonly PastedBlock[]): Command =>
  (state, dispatch) => {
    const range = selectedRange(state);
    if (!range || !blocks.length) return false;
    const { block, runs, from, to } = range;
    const [only, more] = blocks;
    if (!more && only!.type === 'paragraph') {
      const insert = only!.runs.map(({ text, marks }) => ({ insert: text, marks: marks as Marks }));
      const length = only!.runs.reduce((sum, { text }) => sum + text.length, 0);
      const at = from + length;
      return changeRuns(state, dispatch, block, spliceRuns(runs, from, to, insert), { anchor: at, head: at });
    }
    // Loose text has no element to stand behind.
    if (!block.whole) return false;
    const around = [block.owner, ...ancestorsOf(block.owner)];
    const listed = around.findLastIndex(({ node }) => LISTS.test(node.tag));
    const beside = around[listed < 0 ? 0 : listed]!;
    const indent = indentOf(state.text, beside);
    const source = writePaste(blocks).join(indent);
    const isEmpty = runs.length === 0 && beside === block.owner && block.owner.node.tag === 'p';
    const splice = isEmpty
      ? { from: beside.from, to: beside.to, insert: source }
      : { from: beside.to, to: beside.to, insert: indent + source };
    const end = splice.from + splice.insert.length;
    return change(state, dispatch, [splice], { selection: { anchor: end, head: end } });
  };
