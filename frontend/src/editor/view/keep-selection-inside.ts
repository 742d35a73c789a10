/**
 * Brings a selection that begins in a block back into it. A browser ends what a triple click selects behind the block, and what a
 * double click beside the text selects as well. Behind a child of the component that is in its shadow tree: the selection then seems to be
 * collapsed, and keys would lead out of the block.
 */
export function keepSelectionInside(block: HTMLElement): void {
  const { ownerDocument: page } = block;
  const selection = page.getSelection();
  if (!selection?.anchorNode || !block.contains(selection.anchorNode)) return;
  const { anchorNode, anchorOffset, focusNode, focusOffset } = selection;
  const isHidden = selection.type === 'Range' && selection.isCollapsed;
  if (!isHidden && block.contains(focusNode)) return;
  const edge = page.createRange();
  edge.selectNodeContents(block);
  // Where its end is hidden, its direction says nothing.
  const isComparable = !isHidden && focusNode?.getRootNode() === block.getRootNode();
  const isBefore = isComparable && edge.comparePoint(focusNode!, focusOffset) < 0;
  edge.collapse(isBefore);
  selection.setBaseAndExtent(anchorNode, anchorOffset, edge.startContainer, edge.startOffset);
}
