'use client';

import type { JSX } from 'feaas-kit';
import { FeaasContext as FeaasContextElement } from 'feaas-kit/components/feaas-context.js';
import { elementComponent, type ElementComponent } from '../element.js';
import { FeaasContext as Generated } from '../generated/feaas-context.js';

/** Gives what is around components to those in it: library, hosts, and who signs in. */
export const FeaasContext: ElementComponent<HTMLFeaasContextElement, JSX.FeaasContext> =
  /* @__PURE__ */ elementComponent(Generated, {
    tag: 'feaas-context',
    elementClass: FeaasContextElement,
    propertiesOnly: ['auth'],
    trueByDefault: ['isolate'],
  });
