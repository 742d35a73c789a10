/** The engine as the scripts of the frontend host get it: what the page has loaded is not loaded again (contract §6). */
import { fetchData } from '../data/settings';
import { componentURLs } from '../delivery/component-template';
import { fetchComponent } from '../delivery/fetch-component';
import { loadPageStylesheet } from '../delivery/page-stylesheet';
import { loadModule } from '../scheduling/lazy-modules';
import type { ComponentSource } from '../source/urls';
import { loadAndRender } from '../template/load-and-render';
import { trustedTypesPolicy } from '../template/trusted-types';
import type { ScriptDependencies } from './types';

/** What scripts of the frontend host render and fetch with. */
export interface Engine {
  /** Renders a template with data into an element; a promise when a part of the engine has to come first. */
  readonly render: typeof loadAndRender;
  /** Replaces data settings by what they answer. */
  readonly fetchData: typeof fetchData;
  /** Fetches a component, with the page's copies and checks. */
  readonly fetchComponent: typeof fetchComponent;
  /** Asks the host anew for a component and its fork, which were changed there; elements that show it follow. */
  refresh(source: ComponentSource): Promise<void>;
  /** Loads a stylesheet into the page, once per URL. */
  readonly loadStylesheet: typeof loadPageStylesheet;
  /** Sanitises HTML out of data; `inline` where block elements can not stand (D8). */
  sanitize(html: string, inline?: boolean): Promise<string>;
}

const engine: Engine = {
  render: loadAndRender,
  fetchData,
  fetchComponent,
  refresh: async (source) => (await loadModule('persistence')).refresh(componentURLs(source)),
  loadStylesheet: loadPageStylesheet,
  sanitize: async (html, inline = false) => (await loadModule('sanitizer')).sanitize(html, inline),
};

/** The ports, with the page's own parts. */
export const scriptDependencies = (): ScriptDependencies => ({ engine, trustedTypes: trustedTypesPolicy() });
