'use client';

import type { JSX } from 'feaas-kit';
import { FeaasPicker as FeaasPickerElement } from 'feaas-kit/components/feaas-picker.js';
import { elementComponent, type ElementComponent } from '../element.js';
import { FeaasPicker as Generated } from '../generated/feaas-picker.js';

/** Lets people choose a theme, component, data path, image or revision. */
export const FeaasPicker: ElementComponent<HTMLFeaasPickerElement, JSX.FeaasPicker> = /* @__PURE__ */ elementComponent(
  Generated,
  {
    tag: 'feaas-picker',
    elementClass: FeaasPickerElement,
    propertiesOnly: ['value'],
  },
);
