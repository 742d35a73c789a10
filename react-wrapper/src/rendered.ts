/** What a server printed, as React elements. */
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
  /** What `renderElement` gave; it may have been sent as JSON. */
  readonly rendered: Pick<RenderedElement, 'attributes' | 'content'> &
    Partial<Pick<RenderedElement, 'styles' | 'fetched'>>;
  /** Displayed while there is no content. */
  readonly children?: ReactNode;
  /** @internal Nodes of server components for the external components in the content. */
  readonly externals?: readonly ReactNode[];
}

/** Data sources' answers, for the page to find. */
const answers = (fetched: Readonly<Record<string, unknown>>): ReactElement | null =>
  Object.keys(fetched).length
    ? createElement('script', {
        type: 'application/json',
        'data-feaas-fetched': '',
        // No data can end the script.
        dangerouslySetInnerHTML: { __html: JSON.stringify(fetched).replace(/</g, '\\u003c') },
      })
    : null;

/** Shows what `renderElement` of `feaas-kit/server` gave, on servers and in pages; the element takes it over. */
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
    answers(fetched),
    createElement(FeaasComponent, props as ComponentProps<typeof FeaasComponent>),
  );
}
