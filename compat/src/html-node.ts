/** Converts a template's nodes to the nodes of `renderNode`, and to React elements. */
import { Fragment, createElement, isValidElement, type ElementType, type ReactNode } from 'react';
import { createHTMLElement, reactProps } from 'feaas-kit-react/react-props';
import type { FEAASReactComponentProps, HTMLNode } from './types.js';

/** Components set by `setElementImplementation`, by tag. */
export const implementations = new Map<string, ElementType>();

const NODE = {
  get tagName(): string {
    return (this as unknown as HTMLNode).nodeName.toUpperCase();
  },
  get localName(): string {
    return (this as unknown as HTMLNode).nodeName;
  },
  get children(): HTMLNode[] {
    return (this as unknown as HTMLNode).childNodes.filter(({ nodeType }) => nodeType === 1);
  },
  getAttribute(this: HTMLNode, name: string): string | undefined {
    return this.attributes.find((attribute) => attribute.name === name)?.value;
  },
};

const node = (values: Partial<HTMLNode>): HTMLNode => Object.assign(Object.create(NODE) as HTMLNode, values);

/** A text node. */
export const textNode = (textContent: string): HTMLNode =>
  node({ nodeName: '#text', nodeType: 3, textContent, attributes: [], childNodes: [] });

/** An element with its children. */
export function elementNode(nodeName: string, attributes: HTMLNode['attributes'], childNodes: HTMLNode[]): HTMLNode {
  const element = node({ nodeName, nodeType: 1, attributes, childNodes });
  for (const child of childNodes) child.parentNode = element;
  return element;
}

/** Types of `<input>` whose value visitors do not change, so that `value` can be kept. */
const FIXED_VALUE = /^(?:button|checkbox|hidden|image|radio|reset|submit)$/i;

/** Makes an `<input>` uncontrolled, so that visitors can change it. React resets a `value` without an `onChange` handler. */
function withoutControl(props: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { value, checked, ...rest } = props;
  if (props['onChange'] || props['readOnly']) return props;
  return {
    ...rest,
    ...(value !== undefined && { [FIXED_VALUE.test(String(props['type'])) ? 'value' : 'defaultValue']: value }),
    ...(checked !== undefined && { defaultChecked: checked }),
  };
}

type RenderNode = FEAASReactComponentProps['renderNode'];
/** Renders an element of the kit from its attributes. */
export type RenderElement = (tag: string, attributes: Record<string, string>, children: ReactNode[]) => ReactNode;

/** Converts nodes to React elements. `renderNode`, or the component of a tag, can replace them. */
export function toReact(nodes: readonly HTMLNode[], renderNode: RenderNode, renderElement: RenderElement): ReactNode[] {
  return nodes.map((htmlNode, key) => {
    if (htmlNode.nodeType === 3) return htmlNode.textContent;
    const children = toReact(htmlNode.childNodes, renderNode, renderElement);
    const rawAttributes = Object.fromEntries(htmlNode.attributes.map(({ name, value }) => [name, value]));
    const { suppressHydrationWarning, ...attributes } = reactProps(htmlNode.nodeName, rawAttributes);
    const changed: unknown = renderNode?.(htmlNode, attributes);
    if (isValidElement(changed)) return createElement(Fragment, { key }, changed);
    if (/^feaas-(?:component|external)$/.test(htmlNode.nodeName))
      return createElement(Fragment, { key }, renderElement(htmlNode.nodeName, rawAttributes, children));
    const props = { ...(changed && typeof changed === 'object' ? changed : attributes), suppressHydrationWarning, key };
    const implementation = implementations.get(htmlNode.nodeName);
    return implementation
      ? createElement(implementation, props, ...children)
      : createHTMLElement(
          htmlNode.nodeName,
          htmlNode.nodeName === 'input' ? withoutControl(props) : props,
          ...children,
        );
  });
}
