'use client';

import type { JSX } from 'feaas-kit';
import { FeaasExternal as FeaasExternalElement } from 'feaas-kit/components/feaas-external.js';
import type { ReactNode } from 'react';
import { elementComponent, type ElementComponent } from '../element.js';
import { prepareExternalProps } from '../external-props.js';
import { FeaasExternal as Generated } from '../generated/feaas-external.js';
import { renderServerExternal } from '#server-content';

/** The properties of `<feaas-external>`, and those of the component that it displays. */
export type FeaasExternalProps = JSX.FeaasExternal & {
  readonly 'data-external-id'?: string | undefined;
  /** Displayed until the component is registered, and when it fails. */
  readonly children?: ReactNode;
  readonly [property: string]: unknown;
};

/** Displays a component that the page has registered. */
export const FeaasExternal: ElementComponent<HTMLFeaasExternalElement, FeaasExternalProps> =
  /* @__PURE__ */ elementComponent(Generated, {
    tag: 'feaas-external',
    elementClass: FeaasExternalElement,
    propertiesOnly: ['componentProps'],
    prepare: prepareExternalProps,
    content: { replacesChildren: false, renderOnServer: renderServerExternal },
  });
