'use client';

import type { ExternalPropsOf, JSX } from 'feaas-kit';
import { FeaasExternal as FeaasExternalElement } from 'feaas-kit/components/feaas-external.js';
import type { ReactElement, ReactNode } from 'react';
import { elementComponent, type ComponentStatics, type ElementAttributes } from '../element.js';
import { prepareExternalProps } from '../external-props.js';
import { FeaasExternal as Generated } from '../generated/feaas-external.js';
import { renderServerExternal } from '#server-content';

/** The properties of `<feaas-external>` itself. */
type OwnProps<Id extends string | undefined> = JSX.FeaasExternal & {
  readonly 'data-external-id'?: Id | undefined;
  readonly dataExternalId?: Id | undefined;
  /** Displayed until the component is registered, and if it fails. */
  readonly children?: ReactNode;
};

/**
 * The properties of `<feaas-external>`, and those of the component that it displays. These are typed if the site has
 * added them to the global interface `FeaasExternals`; otherwise any are allowed.
 */
export type FeaasExternalProps<Id extends string | undefined = string | undefined> = OwnProps<Id> &
  Omit<ExternalPropsOf<Id>, keyof OwnProps<Id>>;

/** The type of {@link FeaasExternal}: the id determines the component's props. */
export interface FeaasExternalType extends ComponentStatics<HTMLFeaasExternalElement, FeaasExternalProps> {
  <Id extends string | undefined = undefined>(
    props: FeaasExternalProps<Id> & ElementAttributes<HTMLFeaasExternalElement, FeaasExternalProps<Id>>,
  ): ReactElement | null;
}

/** Displays a component that the page has registered. */
export const FeaasExternal: FeaasExternalType = /* @__PURE__ */ elementComponent(Generated, {
  tag: 'feaas-external',
  elementClass: FeaasExternalElement,
  propertiesOnly: ['componentProps'],
  prepare: prepareExternalProps,
  content: { replacesChildren: false, renderOnServer: renderServerExternal },
}) as unknown as FeaasExternalType;
