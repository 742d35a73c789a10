/** The area of the page's selection, and the toolbar at the selection. */
import { Toolbar } from '@base-ui/react/toolbar';
import { useRef, type ReactNode } from 'react';
import type { EditorController } from '../types';
import { positionBeside, setShown, shownAreaOf, useEditor, usePosition, useEditorState, useSurface } from './context';
import { MarkButtons } from './mark-buttons';

/** The area of the selection within the active block, else the area of the block. */
export function selectedArea({ editorView, editableRoot }: EditorController): DOMRect | undefined {
  const root = editorView.area;
  const selection = root?.ownerDocument.getSelection();
  const range = selection?.rangeCount ? selection.getRangeAt(0) : undefined;
  if (!root) return undefined;
  const area = range && root.contains(range.commonAncestorContainer) ? range.getBoundingClientRect() : undefined;
  return area && area.height > 0 ? editableRoot.toPage(area) : editableRoot.inPage(root).getBoundingClientRect();
}

/** Height in pixels of the selection handles on a touch screen. */
const HANDLE = 28;

const isSelected = ({ editorView }: EditorController): boolean => {
  const root = editorView.area;
  const selection = root?.ownerDocument.getSelection();
  return !!root && !!selection && !selection.isCollapsed && root.contains(selection.anchorNode);
};

export function SelectionToolbar(): ReactNode {
  const context = useEditor();
  const { controller } = context;
  const tools = useRef<HTMLDivElement>(null);
  const isShown = useEditorState(({ panel }) => panel !== 'link' && isSelected(controller));
  const selectionVersion = useEditorState((state) => state.selectionVersion);
  useSurface('selection', tools);
  usePosition(
    tools,
    (element) => {
      const { area: activeArea } = controller.editorView;
      // The browser may report the selection change late. Hides the toolbar if the text is no longer visible.
      setShown(element, !!activeArea && !!shownAreaOf(activeArea));
      const area = selectedArea(controller);
      // Touch screens show their own toolbar above the selection, and handles at its ends.
      if (area && matchMedia('(pointer: coarse)').matches)
        positionBeside(
          context,
          element,
          new DOMRect(area.x, area.y - HANDLE, area.width, area.height + 2 * HANDLE),
          'center',
          true,
        );
      else if (area) positionBeside(context, element, area, 'center');
    },
    selectionVersion,
  );
  if (!isShown) return null;
  return (
    <Toolbar.Root ref={tools} className="bar bar--small" aria-label={controller.messages.t('editor.inline')}>
      <MarkButtons />
    </Toolbar.Root>
  );
}
