/** A page without a framework, in TypeScript. */
import { renderComponent, renderToString, type ContentData, type ContentElement, type FeaasEventMap } from 'feaas-kit';
import { renderElement } from 'feaas-kit/server';

declare const name: string;
declare const unknown: unknown;

const element = document.querySelector<ContentElement<'aurora', 'hero'>>('feaas-component')!;
element.data = { site: { hero: { title: 'Hello' } } };
element.data = { site: { url: '/api/site.json' } };
element.loading = 'lazy';
const any = document.createElement('feaas-component');
any.data = { anything: 1 };
any.addEventListener('feaasRender', ({ detail }: FeaasEventMap['feaasRender']) => void detail.milliseconds);
document.addEventListener('feaasRender', ({ detail }) => void detail.milliseconds);
export const data: ContentData<'aurora', 'hero'> = { site: { hero: { title: 'Hello' } } };
renderComponent({ library: 'aurora', component: 'hero', data: { site: { hero: { title: 'Hello' } } } });
renderComponent({ library: 'aurora', component: name, data: { anything: 1 } });
renderComponent({ library: 'other', component: 'hero', data: unknown });
renderComponent({ template: '<p data-path="a"></p>', data: { a: 1 } });
void renderToString({ library: 'aurora', component: 'hero', data: { site: {} } });
void renderElement({ library: 'aurora', component: 'hero', data: { site: { hero: { title: 'Hello' } } } });
void renderElement({ src: 'aurora/hero', data: unknown });

// wrong: 'herro'
element.data = { site: { herro: {} } };
// wrong: "lazzy"
element.loading = 'lazzy';
// wrong: 'libary'
element.libary = 'aurora';
// wrong: 'dta'
any.dta = 1;
// wrong: 'duration'
document.addEventListener('feaasRender', ({ detail }) => void detail.duration);
// wrong: 'herro'
export const wrong: ContentData<'aurora', 'hero'> = { site: { herro: {} } };
// wrong: 'herro'
renderComponent({ library: 'aurora', component: 'hero', data: { site: { herro: {} } } });
// wrong: 'herro'
void renderToString({ library: 'aurora', component: 'hero', data: { site: { herro: {} } } });
// wrong: 'herro'
void renderElement({ library: 'aurora', component: 'hero', data: { site: { herro: {} } } });
// wrong: 'libary'
void renderElement({ libary: 'aurora', component: 'hero' });
