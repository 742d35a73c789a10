'use client';

import type { JSX } from 'feaas-kit';
import { FeaasComponent as FeaasComponentElement } from 'feaas-kit/components/feaas-component.js';
import type { ReactNode } from 'react';
import { elementComponent, type ElementComponent } from '../element.js';
import { fetchAttribute, type FetchProp } from '../fetch-prop.js';
import { FeaasComponent as Generated } from '../generated/feaas-component.js';
import { renderServerContent } from '#server-content';

type Values = Readonly<Record<string, unknown>>;

const prepare = ({ fetch, ...rest }: Values): Values => ({ ...rest, ...fetchAttribute(fetch as FetchProp) });

/** Whether nothing is fetched for an element that has no template: then its children are the template (E6). */
const isTemplate = ({ template, fetch, src, component }: Values): boolean =>
  template == null && ((src == null && component == null) || (fetch != null && !String(fetch).includes('template')));

/** The properties of `<feaas-component>`, and what only React components have. */
export type FeaasComponentProps = Omit<JSX.FeaasComponent, 'fetch'> & {
  readonly fetch?: FetchProp | undefined;
  /** Displayed while there is no content; the template when nothing is fetched (E6). */
  readonly children?: ReactNode;
};

/** Displays a content component. */
export const FeaasComponent: ElementComponent<HTMLFeaasComponentElement, FeaasComponentProps> =
  /* @__PURE__ */ elementComponent(Generated, {
    tag: 'feaas-component',
    elementClass: FeaasComponentElement,
    ownClass: '-feaas',
    prepare,
    content: {
      replacesChildren: true,
      hidesChildren: ({ template }) => template != null,
      isTemplate,
      renderOnServer: renderServerContent,
    },
  });
