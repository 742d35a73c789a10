/** Tools for what is selected within a block of text: in the bar, and again at the selection. */
import type { ReactNode } from 'react';
import { linkAt } from '../../../../src/utils/editing/commands/set-link';
import { selectedRange } from '../../../../src/utils/editing/commands/target';
import { toggleMark } from '../../../../src/utils/editing/commands/toggle-mark';
import { sliceRuns, type Marks } from '../../../../src/utils/editing/runs';
import type { EditorState } from '../../../../src/utils/editing/state';
import { useChrome, useView } from './context';
import { Tool } from './tool';

const MARKS = [
  ['bold', 'Control+B'],
  ['italic', 'Control+I'],
  ['underline', 'Control+U'],
  ['strike', undefined],
] as const;

/** Marks that all of what is selected has; of a caret those it stands in. */
function marksAt(state: EditorState | null): Marks {
  const range = state && selectedRange(state);
  if (!range) return {};
  const { runs, from, to } = range;
  const some = from === to ? sliceRuns(runs, Math.max(0, from - 1), Math.max(1, from)) : sliceRuns(runs, from, to);
  const [first, ...rest] = some;
  if (!first) return {};
  const shared = Object.entries(first.marks).filter(([name, value]) =>
    rest.every(({ marks }) => marks[name as keyof Marks] === value),
  );
  return Object.fromEntries(shared) as Marks;
}

export function MarkTools(): ReactNode {
  const { editing } = useChrome();
  const { snapshot, panel } = useView();
  const { say } = editing.words;
  const state = snapshot.editor;
  const marks = marksAt(state);
  const range = state && selectedRange(state);
  const isEmpty = !range || range.from === range.to;
  const link = state ? linkAt(state) : undefined;
  return (
    <>
      {MARKS.map(([name, keys]) => (
        <Tool
          key={name}
          icon={name}
          label={say(`tool.${name}`)}
          {...(keys ? { keys } : {})}
          pressed={marks[name] === true}
          disabled={isEmpty}
          act={() => void editing.run(toggleMark(name))}
        />
      ))}
      <Tool
        icon="link"
        label={say('tool.link')}
        keys="Control+K"
        pressed={link !== undefined || panel === 'link'}
        disabled={isEmpty && !link}
        act={() => editing.store.set({ panel: 'link' })}
      />
    </>
  );
}
