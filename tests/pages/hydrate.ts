/** A React site with server-rendered content; the same module runs on the server and in the page. */
import { RenderedComponent, type RenderedElement } from 'feaas-kit-react';
import { StrictMode, createElement, type ReactElement } from 'react';

export type Shown = Pick<RenderedElement, 'attributes' | 'content'>;

export const Site = ({ shown }: { shown: Shown }): ReactElement =>
  createElement(StrictMode, null, createElement('main', null, createElement(RenderedComponent, { rendered: shown })));
