/** The engine as the scripts of the frontend host get it: what the page has loaded is not loaded again (contract §6). */
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

/** What a script is mounted with: modules that the page has loaded already. */
export const scriptDependencies = (): ScriptDependencies => ({ engine, trustedTypes: trustedTypesPolicy() });
