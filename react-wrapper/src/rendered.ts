/** Content that `renderElement` rendered on a server, as React elements. */
import type { RenderedElement } from 'feaas-kit/server';
import {
  Fragment,
  createElement,
  type ComponentProps,
  type HTMLAttributes,
  type ReactElement,
  type ReactNode,
} from 'react';
import { FeaasComponent } from './components/feaas-component.js';
import { stylesheetLink } from './stylesheet.js';

export interface RenderedComponentProps extends HTMLAttributes<HTMLElement> {
  /** The result of `renderElement`; it may have been sent as JSON. */
  readonly rendered: Pick<RenderedElement, 'attributes' | 'content'> &
    Partial<Pick<RenderedElement, 'styles' | 'fetched'>>;
  /** Displayed while there is no content. */
  readonly children?: ReactNode;
  /** @internal Nodes of server components for the external components in the content. */
  readonly externals?: readonly ReactNode[];
}

/** Prints the responses of data sources, so that the page does not request them again. */
const fetchedData = (fetched: Readonly<Record<string, unknown>>): ReactElement | null =>
  Object.keys(fetched).length
    ? createElement('script', {
        type: 'application/json',
        'data-feaas-fetched': '',
        // Escaped so that data can not end the script.
        dangerouslySetInnerHTML: { __html: JSON.stringify(fetched).replace(/</g, '\\u003c') },
      })
    : null;

/** Displays the result of `renderElement` of `feaas-kit/server`, on servers and in pages. The element hydrates it. */
export function RenderedComponent({ rendered, children, className, ...rest }: RenderedComponentProps): ReactElement {
  const { attributes, content, styles = [], fetched = {} } = rendered;
  const { class: classes, ...others } = attributes;
  const props = {
    ...rest,
    ...others,
    className: [className, classes].filter(Boolean).join(' '),
    ...(content ? { dangerouslySetInnerHTML: { __html: content } } : { children }),
  };
  return createElement(
    Fragment,
    null,
    styles.map(stylesheetLink),
    fetchedData(fetched),
    createElement(FeaasComponent, props as ComponentProps<typeof FeaasComponent>),
  );
}
