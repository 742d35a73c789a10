'use client';

import type { JSX } from 'feaas-kit';
import { FeaasStylesheet as FeaasStylesheetElement } from 'feaas-kit/components/feaas-stylesheet.js';
import { elementComponent, type ElementComponent } from '../element.js';
import { FeaasStylesheet as Generated } from '../generated/feaas-stylesheet.js';

/** Loads the stylesheet of a library. */
export const FeaasStylesheet: ElementComponent<HTMLFeaasStylesheetElement, JSX.FeaasStylesheet> =
  /* @__PURE__ */ elementComponent(Generated, {
    tag: 'feaas-stylesheet',
    elementClass: FeaasStylesheetElement,
  });
