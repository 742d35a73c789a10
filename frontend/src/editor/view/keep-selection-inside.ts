/**
 * Limits a selection that begins in a block to that block. Browsers end a triple click, and a double click beside the
 * text, behind the block. Behind a child of the component is its shadow tree. There the selection appears collapsed,
 * and keys would leave the block.
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
  // A hidden end has no meaningful direction.
  const isComparable = !isHidden && focusNode?.getRootNode() === block.getRootNode();
  const isBefore = isComparable && edge.comparePoint(focusNode!, focusOffset) < 0;
  edge.collapse(isBefore);
  selection.setBaseAndExtent(anchorNode, anchorOffset, edge.startContainer, edge.startOffset);
}
