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
function originAround(): string | undefined {
  const [around] = location.ancestorOrigins ?? [];
  if (around !== undefined) return around;
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
  const around = originAround();
  if (around === undefined || !origins.includes(around)) {
    const where = around === undefined ? 'unknown' : `at ${around}`;
    warnOnce(`The page around this one is ${where} and can not edit it. Add its origin to the context's \`origins\`.`);
    return;
  }
  const tell = (message: unknown): void => window.parent.postMessage(message, around);

  let count = 0;
  const ids = new WeakMap<Component, string>();
  const idOf = (component: Component): string => {
    let id = component.id || ids.get(component);
    if (!id) ids.set(component, (id = `feaas-${++count}`));
    return id;
  };
  const all = (): Component[] => [...document.querySelectorAll<Component>(EDITABLE)];

  addEventListener('message', (event) => {
    const update = frameMessage(event, {
      types: ['feaasUpdate'],
      origins,
      isExpected: (source) => source === window.parent,
    });
    const component = update && all().find((each) => idOf(each) === update.id);
    if (component) component.template = update.content;
  });

  function edit(component: Component): boolean {
    const source = resolveSource(component, component);
    const library = source?.library ?? closestContext(component)?.getAttribute('library');
    if (!library || !source?.component) return false;
    const { component: name, version = DEFAULT_VERSION, revision, instance } = source;
    // A parent that starts to listen only now has not received the measurements.
    tell(measurementsOf(all(), idOf));
    tell({
      ...{ type: 'feaasEdit', id: idOf(component), library, component: name, version },
      revision: revision === undefined ? undefined : String(revision),
      instance,
    } satisfies EditMessage);
    return true;
  }

  const found = (event: Event): Component | undefined =>
    event.composedPath().find((at): at is Component => at instanceof Element && at.matches(EDITABLE));
  document.addEventListener('click', (event) => {
    const component = event.defaultPrevented ? undefined : found(event);
    // A link within the component would navigate away.
    if (component && edit(component)) event.preventDefault();
  });
  document.addEventListener('keydown', (event) => {
    const component = event.target as Component;
    if (event.key === 'Enter' && component.matches(EDITABLE) && edit(component)) event.preventDefault();
  });

  measure(() => measurementsOf(all(), idOf), tell);
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
function measure(look: () => MeasurementsMessage, tell: (message: unknown) => void): void {
  let told = '';
  let frame = 0;
  const later = (): void => {
    frame ||= requestAnimationFrame(() => {
      frame = 0;
      const message = look();
      const text = JSON.stringify(message);
      if (text !== told) tell(message);
      told = text;
    });
  };
  const sizes = new ResizeObserver(later);
  sizes.observe(document.documentElement);
  const watch = (): void => {
    for (const component of document.querySelectorAll(EDITABLE)) sizes.observe(component);
    later();
  };
  new MutationObserver(watch).observe(document, { subtree: true, childList: true, attributeFilter: ['editable'] });
  addEventListener('scroll', later, { capture: true, passive: true });
  addEventListener('resize', later);
  addEventListener('load', later, { capture: true });
  void document.fonts.ready.then(later);
  watch();
}
