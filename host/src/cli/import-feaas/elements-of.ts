import { defaultTreeAdapter as tree, type DefaultTreeAdapterTypes as Tree } from 'parse5';

/**
 * Yields all elements below a node in document order, including those in `<template>`. Iterative, because foreign pages
 * may be nested to any depth.
 * @param around context of the node for its elements
 * @param inside returns the context of an element for its children
 */
export function* elementsOf<Outer>(
  node: Tree.ParentNode,
  around: Outer,
  inside: (element: Tree.Element, outer: Outer) => Outer,
): Generator<{ readonly element: Tree.Element; readonly outer: Outer }> {
  const waiting: { readonly node: Tree.Node; readonly outer: Outer }[] = [];
  const add = ({ childNodes }: Tree.ParentNode, outer: Outer): void => {
    for (let at = childNodes.length - 1; at >= 0; at--) waiting.push({ node: childNodes[at]!, outer });
  };
  add(node, around);
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { node: element, outer } = next;
    if (!tree.isElementNode(element)) continue;
    yield { element, outer };
    const own = inside(element, outer);
    if ('content' in element) add((element as Tree.Template).content, own);
    add(element, own);
  }
}
