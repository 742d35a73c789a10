/** Buttons for marks and links, in the main toolbar and in the selection toolbar. */
import type { ReactNode } from 'react';
import { linkAt, canLink } from '../../../../src/utils/editing/model/commands/link-at';
import { BUTTON_MARK_TYPES, shortcutKeyOfMark } from '../../../../src/utils/editing/model/mark-registry';
import { selectedRange, type Range } from '../../../../src/utils/editing/model/commands/target';
import { sliceRuns, type Marks } from '../../../../src/utils/editing/model/runs';
import { getCrossBlockSelection } from '../../../../src/utils/editing/model/cross-block-selection';
import type { EditorState } from '../../../../src/utils/editing/model/state';
import { useEditor, useEditorState } from './context';
import { ToolbarButton } from './toolbar-button';

/** The selected range of each block. */
function rangesOf(state: EditorState | null): readonly Range[] {
  const range = state && selectedRange(state);
  return range ? [range] : ((state && getCrossBlockSelection(state)?.parts) ?? []);
}

/** The marks that the whole selection has. At a caret, those of the text before it. */
function marksAt(ranges: readonly Range[]): Marks {
  const selectedRuns = ranges.flatMap(({ runs, from, to }) =>
    from === to && ranges.length === 1
      ? sliceRuns(runs, Math.max(0, from - 1), Math.max(1, from))
      : sliceRuns(runs, from, to),
  );
  const [first, ...rest] = selectedRuns;
  if (!first) return {};
  const shared = Object.entries(first.marks).filter(([name, value]) =>
    rest.every(({ marks }) => marks[name as keyof Marks] === value),
  );
  return Object.fromEntries(shared) as Marks;
}

/** @param props.onlyLink on narrow screens, where the other buttons are in the selection toolbar */
export function MarkButtons({ onlyLink = false }: { readonly onlyLink?: boolean }): ReactNode {
  const { controller } = useEditor();
  const panel = useEditorState((each) => each.panel);
  const state = useEditorState(({ snapshot }) => snapshot.editor);
  // Text typed at the caret may get other marks than the text there.
  const caretMarks = useEditorState((each) => each.caretMarks);
  const hasText = useEditorState(() => !!controller.editorView.area);
  const { t } = controller.messages;
  const ranges = rangesOf(state);
  const marks = caretMarks ?? marksAt(ranges);
  const isEmpty = !caretMarks && ranges.every(({ from, to }) => from === to);
  const link = state ? linkAt(state) : undefined;
  return (
    <>
      {(onlyLink ? [] : BUTTON_MARK_TYPES).map((name) => (
        <ToolbarButton
          key={name}
          icon={name}
          label={t(`tool.${name}`)}
          shortcut={shortcutKeyOfMark(name) ? name : undefined}
          pressed={marks[name] === true}
          disabled={isEmpty}
          onPress={() => {
            if (controller.editorView.toggleMark(name))
              controller.announce(t('status.done', { action: t(`tool.${name}`) }));
          }}
        />
      ))}
      <ToolbarButton
        icon="link"
        label={t('tool.link')}
        shortcut="link"
        pressed={link !== undefined || panel === 'link'}
        disabled={!hasText || !state || !canLink(state)}
        onPress={() => controller.store.set({ panel: 'link' })}
      />
    </>
  );
}
