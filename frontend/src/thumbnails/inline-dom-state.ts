/** Writes state into markup that a copy would lose: values of fields, and the current source of images. */

/** Changes the given tree without changing its appearance. */
export function inlineDOMState(root: HTMLElement): void {
  for (const field of root.querySelectorAll('input')) {
    field.toggleAttribute('checked', field.checked);
    if (field.type !== 'file') field.setAttribute('value', field.value);
  }
  for (const option of root.querySelectorAll('option')) option.toggleAttribute('selected', option.selected);
  for (const area of root.querySelectorAll('textarea')) area.textContent = area.value;
  for (const image of root.querySelectorAll('img')) {
    const { currentSrc, parentElement } = image;
    if (!currentSrc) continue;
    const { width, height } = image.getBoundingClientRect();
    const { objectFit } = image.ownerDocument.defaultView!.getComputedStyle(image);
    if (parentElement?.localName === 'picture')
      parentElement.querySelectorAll('source').forEach((each) => each.remove());
    for (const name of ['srcset', 'sizes', 'loading']) image.removeAttribute(name);
    if (image.src !== currentSrc) image.src = currentSrc;
    // A picture of another density would have another intrinsic size.
    if (objectFit === 'fill') Object.assign(image.style, { width: `${width}px`, height: `${height}px` });
  }
}

/**
 * Removes heights that are wrong for a copy: that of a table, which excludes its caption, and those of balanced
 * columns, which compute their own.
 */
export function fixHeight(clone: Node): void {
  const { localName, style } = clone as HTMLElement;
  if (localName === 'table' || (style?.columnCount && style.columnCount !== 'auto')) style.height = 'auto';
}
