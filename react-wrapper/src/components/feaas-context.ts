'use client';

import type { JSX } from 'feaas-kit';
import { FeaasContext as FeaasContextElement } from 'feaas-kit/components/feaas-context.js';
import { elementComponent, type ElementComponent } from '../element.js';
import { FeaasContext as Generated } from '../generated/feaas-context.js';

/** Provides the components in it with a library, hosts and sign-in. */
export const FeaasContext: ElementComponent<HTMLFeaasContextElement, JSX.FeaasContext> =
  /* @__PURE__ */ elementComponent(Generated, {
    tag: 'feaas-context',
    elementClass: FeaasContextElement,
    propertiesOnly: ['auth'],
    trueByDefault: ['isolate'],
  });
