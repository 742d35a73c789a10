/** Tools for what is selected within a block of text: in the bar, and again at the selection. */
import type { ReactNode } from 'react';
import { linkAt, canLink } from '../../../../src/utils/editing/commands/set-link';
import { selectedRange, type Range } from '../../../../src/utils/editing/commands/target';
import { sliceRuns, type Marks } from '../../../../src/utils/editing/runs';
import { getCrossBlockSelection } from '../../../../src/utils/editing/cross-block-selection';
import type { EditorState } from '../../../../src/utils/editing/state';
import { useChrome, useView } from './context';
import { Tool } from './tool';

const MARKS = [
  ['bold', 'Control+B'],
  ['italic', 'Control+I'],
  ['underline', 'Control+U'],
  ['strike', undefined],
] as const;

/** What is selected of each block. */
function rangesOf(state: EditorState | null): readonly Range[] {
  const range = state && selectedRange(state);
  return range ? [range] : ((state && getCrossBlockSelection(state)?.parts) ?? []);
}

/** Marks that all of what is selected has; of a caret those it stands in. */
function marksAt(ranges: readonly Range[]): Marks {
  const some = ranges.flatMap(({ runs, from, to }) =>
    from === to && ranges.length === 1
      ? sliceRuns(runs, Math.max(0, from - 1), Math.max(1, from))
      : sliceRuns(runs, from, to),
  );
  const [first, ...rest] = some;
  if (!first) return {};
  const shared = Object.entries(first.marks).filter(([name, value]) =>
    rest.every(({ marks }) => marks[name as keyof Marks] === value),
  );
  return Object.fromEntries(shared) as Marks;
}

/** @param props.onlyLink where there is room for no more: the rest stands at the selection */
export function MarkTools({ onlyLink = false }: { readonly onlyLink?: boolean }): ReactNode {
  const { editing } = useChrome();
  const { snapshot, panel } = useView();
  const { say } = editing.words;
  const state = snapshot.editor;
  const ranges = rangesOf(state);
  // What is typed at a caret may have other marks than what stands there.
  const atCaret = editing.editorView.marksAtCaret();
  const marks = atCaret ?? marksAt(ranges);
  const isEmpty = !atCaret && ranges.every(({ from, to }) => from === to);
  const link = state ? linkAt(state) : undefined;
  return (
    <>
      {(onlyLink ? [] : MARKS).map(([name, keys]) => (
        <Tool
          key={name}
          icon={name}
          label={say(`tool.${name}`)}
          {...(keys ? { keys } : {})}
          pressed={marks[name] === true}
          disabled={isEmpty}
          act={() => {
            if (editing.editorView.toggleMark(name)) editing.say(say('say.done', { action: say(`tool.${name}`) }));
          }}
        />
      ))}
      <Tool
        icon="link"
        label={say('tool.link')}
        keys="Control+K"
        pressed={link !== undefined || panel === 'link'}
        disabled={!editing.editorView.area || !state || !canLink(state)}
        act={() => editing.store.set({ panel: 'link' })}
      />
    </>
  );
}
