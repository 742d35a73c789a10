/** What is selected in the page, and the tools that stand at it. */
import { Toolbar } from '@base-ui/react/toolbar';
import { useRef, type ReactNode } from 'react';
import type { Editing } from '../view';
import { putBeside, useChrome, usePlaced, useView } from './context';
import { MarkTools } from './marks';

/** Where the selection is within the block that is typed in; else the block. */
export function selectedArea({ canvas }: Editing): DOMRect | undefined {
  const root = canvas.active?.element;
  const selection = document.getSelection();
  const range = selection?.rangeCount ? selection.getRangeAt(0) : undefined;
  if (!root) return undefined;
  const area = range && root.contains(range.commonAncestorContainer) ? range.getBoundingClientRect() : undefined;
  return area && area.height > 0 ? area : root.getBoundingClientRect();
}

const isSelected = ({ canvas }: Editing): boolean => {
  const selection = document.getSelection();
  const root = canvas.active?.element;
  return !!root && !!selection && !selection.isCollapsed && root.contains(selection.anchorNode);
};

export function SelectionTools(): ReactNode {
  const { editing } = useChrome();
  const { panel } = useView();
  const tools = useRef<HTMLDivElement>(null);
  const shown = isSelected(editing) && panel !== 'link';
  usePlaced(tools, (element) => {
    const area = selectedArea(editing);
    if (area) putBeside(element, area, 'center');
  });
  if (!shown) return null;
  return (
    <Toolbar.Root ref={tools} className="bar bar--small" aria-label={editing.words.say('editor.inline')}>
      <MarkTools />
    </Toolbar.Root>
  );
}
