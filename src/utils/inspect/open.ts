/** Opens and closes the page's inspector: a panel in the browser's top layer, rendered by `/inspect.js` of the frontend host. */
import { logError } from '../../global/logger';
import { loadModule } from '../scheduling/lazy-modules';
import type { InspectableElement } from '../element/component-host';
import { frontendOf } from '../frontend/addresses';
import type { MountedInterface } from '../frontend/types';
import { scriptDependencies } from '../frontend/engine';
import { loadScript } from '../frontend/load';
import type { InspectScript, PageInspection } from './types';
import { deliveryOf } from './delivery';
import { explain } from './explain';
import { sourceOf } from './source';

/** Marks the panel's element: a page has only one, even with several copies of the kit. */
const MARK = 'data-feaas-inspector';

function componentsIn(root: Document | ShadowRoot): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>('*')].flatMap((element) => [
    ...(element.localName === 'feaas-component' ? [element] : []),
    ...(element.shadowRoot && !element.hasAttribute(MARK) ? componentsIn(element.shadowRoot) : []),
  ]);
}

const page: PageInspection = {
  components: () => componentsIn(document),
  sourceOf,
  deliveryOf: (element) => deliveryOf(sourceOf(element).requests),
  renderOf: (element) => (element as InspectableElement).lastRender,
  explain,
  refresh: async (element) => (await loadModule('persistence')).persistence.refresh(sourceOf(element).requests),
};

/** While a modal dialog is open, everything outside of it is inert, including the browser's top layer. */
const overlayParent = (): Element => [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.documentElement;

interface Opened {
  readonly host: HTMLElement;
  mounted?: MountedInterface;
}
let opened: Opened | undefined;

function close(): void {
  opened?.mounted?.unmount();
  opened?.host.remove();
  opened = undefined;
}

/** Opens the inspector, or closes it. A script that does not load is reported in the console, with its address. */
export async function toggleInspector(): Promise<void> {
  if (opened) return close();
  if (document.querySelector(`[${MARK}]`)) return;
  const host = document.createElement('div');
  host.setAttribute(MARK, '');
  host.setAttribute('popover', 'manual');
  const root = host.attachShadow({ mode: 'open' });
  const container = document.createElement('div');
  root.append(container);
  const current: Opened = (opened = { host });
  const isCurrent = (): boolean => opened === current;
  overlayParent().append(host);
  host.showPopover?.();
  try {
    // A page sets its frontend on its context, or on an ancestor of it.
    const reference = document.querySelector('feaas-context') ?? document.querySelector('feaas-component') ?? host;
    const script = await loadScript<InspectScript>('inspect', frontendOf(reference));
    if (!isCurrent()) return;
    const mounted = await script.mount({ container, page, close }, scriptDependencies());
    if (isCurrent()) current.mounted = mounted;
    else mounted.unmount();
  } catch (error) {
    logError(`The inspector: ${(error as Error).message}`, error);
    if (isCurrent()) close();
  }
}
