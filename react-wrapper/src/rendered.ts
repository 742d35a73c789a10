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
import { FeaasComponent } from './generated/feaas-component.js';
import { stylesheetLink } from './stylesheet.js';

export interface RenderedComponentProps extends HTMLAttributes<HTMLElement> {
  /** What `renderElement` gave; it may have been sent as JSON. */
  readonly rendered: Pick<RenderedElement, 'attributes' | 'content'> &
    Partial<Pick<RenderedElement, 'styles' | 'fetched'>>;
  /** What shows while there is nothing else to show. */
  readonly children?: ReactNode;
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
