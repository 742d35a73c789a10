'use client';

import type { ContentData, JSX } from 'feaas-kit';
import { FeaasComponent as FeaasComponentElement } from 'feaas-kit/components/feaas-component.js';
import type { ReactElement, ReactNode } from 'react';
import { elementComponent, type ComponentStatics, type ElementAttributes } from '../element.js';
import { fetchAttribute, type FetchProp } from '../fetch-prop.js';
import { FeaasComponent as Generated } from '../generated/feaas-component.js';
import { renderServerContent } from '#server-content';

type Values = Readonly<Record<string, unknown>>;

const prepare = ({ fetch, ...rest }: Values): Values => ({ ...rest, ...fetchAttribute(fetch as FetchProp) });

/** Whether the children are the template: nothing is fetched, and there is no `template` (E6). */
const isTemplate = ({ template, fetch, src, component }: Values): boolean =>
  template == null && ((src == null && component == null) || (fetch != null && !String(fetch).includes('template')));

type Name = string | undefined;

/** Properties that do not depend on the component. */
type CommonProps = Omit<JSX.FeaasComponent, 'component' | 'data' | 'fetch' | 'library' | 'template'> & {
  readonly fetch?: FetchProp | undefined;
  /** Displayed while there is no content; the template when nothing is fetched (E6). */
  readonly children?: ReactNode;
};

/**
 * The properties of `<feaas-component>`, and those that only React components have. `data` is checked if `Library` and
 * `Component` are names in the content's types: see {@link ContentData}.
 */
export type FeaasComponentProps<
  Library extends Name = Name,
  Component extends Name = Name,
  Template extends Name = Name,
> = CommonProps & {
  /** Id of the library; else the nearest ancestor's. */
  readonly library?: Library | undefined;
  /** Id of the component. */
  readonly component?: Component | undefined;
  /** Template to show instead of a fetched one. */
  readonly template?: Template | undefined;
  /** Data to bind; may hold data settings. */
  readonly data?: ContentData<Library, Component, Template> | undefined;
};

/** The type of {@link FeaasComponent}: the specified component determines the type of its `data`. */
export interface FeaasComponentType extends ComponentStatics<HTMLFeaasComponentElement, FeaasComponentProps> {
  <Library extends Name = undefined, Component extends Name = undefined, Template extends Name = undefined>(
    props: FeaasComponentProps<Library, Component, Template> &
      ElementAttributes<HTMLFeaasComponentElement, FeaasComponentProps>,
  ): ReactElement | null;
}

/** Displays a content component. */
export const FeaasComponent: FeaasComponentType = /* @__PURE__ */ elementComponent(Generated, {
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
}) as unknown as FeaasComponentType;
