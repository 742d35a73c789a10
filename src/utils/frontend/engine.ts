/** The engine for the scripts of the frontend host, so that they do not load again what the page has loaded (contract §6). */
import { fetchData } from '../data/settings';
import { fetchComponent } from '../delivery/fetch-component';
import { loadPageStylesheet } from '../delivery/load-stylesheet';
import { templateRequests } from '../delivery/resource-request';
import { loadModule } from '../scheduling/lazy-modules';
import { loadAndRender } from '../template/load-and-render';
import { trustedTypesPolicy } from '../template/trusted-types';
import type { Engine, ScriptDependencies } from './types';

const engine: Engine = {
  render: loadAndRender,
  fetchData,
  fetchComponent,
  refresh: async (source) => (await loadModule('persistence')).persistence.refresh(templateRequests(source)),
  loadStylesheet: loadPageStylesheet,
  sanitize: async (html, inline = false) => (await loadModule('sanitizer')).sanitize(html, inline),
};

/** Returns the dependencies of a script: modules that the page has already loaded. */
export const scriptDependencies = (): ScriptDependencies => ({ engine, trustedTypes: trustedTypesPolicy() });
