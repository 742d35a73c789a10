'use client';

import type { JSX } from 'feaas-kit';
import { FeaasLoader as FeaasLoaderElement } from 'feaas-kit/components/feaas-loader.js';
import { elementComponent, type ElementComponent } from '../element.js';
import { FeaasLoader as Generated } from '../generated/feaas-loader.js';

/** Shows that something loads. */
export const FeaasLoader: ElementComponent<HTMLFeaasLoaderElement, JSX.FeaasLoader> = /* @__PURE__ */ elementComponent(
  Generated,
  {
    tag: 'feaas-loader',
    elementClass: FeaasLoaderElement,
  },
);
