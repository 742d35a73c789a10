/** The elements for editing. */
import { FeaasContext, defineCustomElement as defineContext } from 'feaas-kit/components/feaas-context.js';
import { FeaasEditor, defineCustomElement as defineEditor } from 'feaas-kit/components/feaas-editor.js';
import { FeaasPicker, defineCustomElement as definePicker } from 'feaas-kit/components/feaas-picker.js';
import { define } from './define.js';

export const FEAASContext: CustomElementConstructor = define(FeaasContext, defineContext);
export const FEAASEditor: CustomElementConstructor = define(FeaasEditor, defineEditor);
export const FEAASPicker: CustomElementConstructor = define(FeaasPicker, definePicker);
export { FEAASContext as Context, FEAASPicker as Picker };
