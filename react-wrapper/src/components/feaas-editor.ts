'use client';

import type { JSX } from 'feaas-kit';
import { FeaasEditor as FeaasEditorElement } from 'feaas-kit/components/feaas-editor.js';
import { elementComponent, type ElementComponent } from '../element.js';
import { FeaasEditor as Generated } from '../generated/feaas-editor.js';

/** The in-page editor. */
export const FeaasEditor: ElementComponent<HTMLFeaasEditorElement, JSX.FeaasEditor> = /* @__PURE__ */ elementComponent(
  Generated,
  {
    tag: 'feaas-editor',
    elementClass: FeaasEditorElement,
  },
);
