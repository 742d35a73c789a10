/** The framed page's part of editing in another window (contract §5). */
import { warnOnce } from '../../../src/global/logger';
import { DEFAULT_VERSION } from '../../../src/global/defaults';
import { resolveSource, type SourceProps } from '../../../src/utils/element/component-source';
import { closestContext } from '../../../src/utils/frontend/find-context';
import {
  frameMessage,
  type EditMessage,
  type Measurement,
  type MeasurementsMessage,
} from '../../../src/utils/frontend/messages';
import { listedOrigins } from '../../../src/utils/frontend/origins';

const EDITABLE = 'feaas-component[editable]';
type Component = HTMLElement & SourceProps & { template?: string };

/** Origin of the parent page; undefined if it is unknown. */
function readParentOrigin(): string | undefined {
  const [origin] = location.ancestorOrigins ?? [];
  if (origin !== undefined) return origin;
  return URL.canParse(document.referrer) ? new URL(document.referrer).origin : undefined;
}

/**
 * Reports positions of editable components and clicks on them to the parent page, and renders its updates. Does nothing
 * if the parent is not one of the context's `origins`.
 * @param frontend origin of this script
 */
export function startPreview(frontend: string): void {
  if (window.parent === window) return;
  const context = document.querySelector('feaas-context') ?? undefined;
  const origins = listedOrigins(context) ?? [...new Set([location.origin, frontend])];
  const parentOrigin = readParentOrigin();
  if (parentOrigin === undefined || !origins.includes(parentOrigin)) {
    const label = parentOrigin === undefined ? 'unknown' : `at ${parentOrigin}`;
    warnOnce(`The page around this one is ${label} and can not edit it. Add its origin to the context's \`origins\`.`);
    return;
  }
  const post = (message: unknown): void => window.parent.postMessage(message, parentOrigin);

  let count = 0;
  const ids = new WeakMap<Component, string>();
  const idOf = (component: Component): string => {
    let id = component.id || ids.get(component);
    if (!id) ids.set(component, (id = `feaas-${++count}`));
    return id;
  };
  const editableComponents = (): Component[] => [...document.querySelectorAll<Component>(EDITABLE)];

  addEventListener('message', (event) => {
    const update = frameMessage(event, {
      types: ['feaasUpdate'],
      origins,
      isExpected: (source) => source === window.parent,
    });
    const component = update && editableComponents().find((each) => idOf(each) === update.id);
    if (component) component.template = update.content;
  });

  function edit(component: Component): boolean {
    const source = resolveSource(component, component);
    const library = source?.library ?? closestContext(component)?.getAttribute('library');
    if (!library || !source?.component) return false;
    const { component: name, version = DEFAULT_VERSION, revision, instance } = source;
    // A parent that starts to listen only now has not received the measurements.
    post(measurementsOf(editableComponents(), idOf));
    post({
      ...{ type: 'feaasEdit', id: idOf(component), library, component: name, version },
      revision: revision === undefined ? undefined : String(revision),
      instance,
    } satisfies EditMessage);
    return true;
  }

  const componentOf = (event: Event): Component | undefined =>
    event.composedPath().find((node): node is Component => node instanceof Element && node.matches(EDITABLE));
  document.addEventListener('click', (event) => {
    const component = event.defaultPrevented ? undefined : componentOf(event);
    // A link within the component would navigate away.
    if (component && edit(component)) event.preventDefault();
  });
  document.addEventListener('keydown', (event) => {
    const component = event.target as Component;
    if (event.key === 'Enter' && component.matches(EDITABLE) && edit(component)) event.preventDefault();
  });

  measure(() => measurementsOf(editableComponents(), idOf), post);
}

function measurementsOf(components: readonly Component[], idOf: (component: Component) => string): MeasurementsMessage {
  const measurements: Record<string, Measurement> = {};
  for (const component of components) {
    const { top, left, width, height } = component.getBoundingClientRect();
    measurements[idOf(component)] = { top, left, width, height };
  }
  return { type: 'feaasMeasurements', measurements };
}

/** Reports the measurements initially and after each change. */
function measure(readMeasurements: () => MeasurementsMessage, post: (message: unknown) => void): void {
  let lastText = '';
  let frame = 0;
  const schedule = (): void => {
    frame ||= requestAnimationFrame(() => {
      frame = 0;
      const message = readMeasurements();
      const text = JSON.stringify(message);
      if (text !== lastText) post(message);
      lastText = text;
    });
  };
  const observer = new ResizeObserver(schedule);
  observer.observe(document.documentElement);
  const observe = (): void => {
    for (const component of document.querySelectorAll(EDITABLE)) observer.observe(component);
    schedule();
  };
  new MutationObserver(observe).observe(document, { subtree: true, childList: true, attributeFilter: ['editable'] });
  addEventListener('scroll', schedule, { capture: true, passive: true });
  addEventListener('resize', schedule);
  addEventListener('load', schedule, { capture: true });
  void document.fonts.ready.then(schedule);
  observe();
}
