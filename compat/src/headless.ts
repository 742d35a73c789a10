/** `@sitecore-feaas/clientside/headless`: functions, and the elements that do not need a frontend host. */
import { FeaasComponent, defineCustomElement as defineComponent } from 'feaas-kit/components/feaas-component.js';
import { FeaasLoader, defineCustomElement as defineLoader } from 'feaas-kit/components/feaas-loader.js';
import { FeaasStylesheet, defineCustomElement as defineStylesheet } from 'feaas-kit/components/feaas-stylesheet.js';
import { define } from './define.js';

export const FEAASComponent: CustomElementConstructor = define(FeaasComponent, defineComponent);
export const FEAASLoader: CustomElementConstructor = define(FeaasLoader, defineLoader);
export const FEAASStylesheet: CustomElementConstructor = define(FeaasStylesheet, defineStylesheet);
export { FEAASComponent as Component, FEAASLoader as Loader, FEAASStylesheet as Stylesheet };
export { WebComponent, getComponent, registerComponent } from './components.js';
export { DataSettings, customizeDataSettings, fetchData, registerDatasource } from './datasources.js';
export * from './functions.js';
export * from './page-functions.js';
export type * from './types.js';
