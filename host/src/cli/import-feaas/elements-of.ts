import { defaultTreeAdapter as tree, type DefaultTreeAdapterTypes as Tree } from 'parse5';

/**
 * Yields all elements below a node in document order, including those in `<template>`. Iterative, because foreign pages
 * may be nested to any depth.
 * @param context context of the node for its elements
 * @param innerContext returns the context of an element for its children
 */
export function* elementsOf<Outer>(
  node: Tree.ParentNode,
  context: Outer,
  innerContext: (element: Tree.Element, outer: Outer) => Outer,
): Generator<{ readonly element: Tree.Element; readonly outer: Outer }> {
  const stack: { readonly node: Tree.Node; readonly outer: Outer }[] = [];
  const add = ({ childNodes }: Tree.ParentNode, outer: Outer): void => {
    for (let index = childNodes.length - 1; index >= 0; index--) stack.push({ node: childNodes[index]!, outer });
  };
  add(node, context);
  for (let next = stack.pop(); next; next = stack.pop()) {
    const { node: element, outer } = next;
    if (!tree.isElementNode(element)) continue;
    yield { element, outer };
    const inner = innerContext(element, outer);
    if ('content' in element) add((element as Tree.Template).content, inner);
    add(element, inner);
  }
}
