/** The inspector's data about the page: its components, their events and their bindings. */
import { isCleaned, isMissing, type Explanation } from '../../../src/utils/inspect/types';
import type { DeliveryReport, PageInspection, SourceReport } from '../../../src/utils/inspect/types';
import type { RenderDetail } from '../../../src/utils/element/component-host';
import { INHERITED, parentOf } from '../../../src/utils/element/inherit';

export type Status = 'shown' | 'stale' | 'failed' | 'loading' | 'waiting' | 'suspended' | 'hidden';

/** An event of a component. */
export interface EventEntry {
  readonly id: number;
  readonly type: string;
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly render?: RenderDetail | undefined;
  readonly error?: Error | undefined;
}

/** One component of the page. */
export interface Item {
  readonly element: HTMLElement;
  readonly id: number;
  /** Number of components around it. */
  readonly depth: number;
  readonly name: string;
  readonly status: Status;
  readonly source: SourceReport;
  readonly delivery: readonly DeliveryReport[];
  readonly explanation: Explanation;
  readonly render: RenderDetail | undefined;
  readonly error: Error | undefined;
  readonly events: readonly EventEntry[];
  readonly missing: number;
  readonly cleaned: number;
}

const EVENTS = ['feaasMount', 'feaasLoad', 'feaasRender', 'feaasError', 'feaasUnmount'] as const;
/** Maximum number of stored events of a component. */
const MAX_EVENTS = 100;
/** Milliseconds in which changes are combined into one update. */
const UPDATE_DELAY = 80;
/** Milliseconds between updates of ages. */
const AGE_PRECISION = 10_000;

const OWN_ATTRIBUTES = ['hidden', 'suspended', 'component', 'version', 'revision', 'instance', 'src'];
const OBSERVED_ATTRIBUTES = [...OWN_ATTRIBUTES, ...INHERITED];

const containsComponent = (node: Node): boolean =>
  node instanceof Element && (node.localName === 'feaas-component' || !!node.querySelector('feaas-component'));

/** Whether a mutation affects components. Others are ignored, since pages may change constantly. */
const affectsComponents = ({ target, attributeName, addedNodes, removedNodes }: MutationRecord): boolean =>
  attributeName === null
    ? [...addedNodes, ...removedNodes].some(containsComponent)
    : INHERITED.includes(attributeName) || (target as Element).localName === 'feaas-component';

const depthOf = (element: Element): number => {
  let depth = 0;
  for (let ancestor = parentOf(element); ancestor; ancestor = parentOf(ancestor))
    if (ancestor.localName === 'feaas-component') depth++;
  return depth;
};

function statusOf(
  element: HTMLElement,
  { requests, error: sourceError }: SourceReport,
  delivery: readonly DeliveryReport[],
  { state }: Explanation,
  render: RenderDetail | undefined,
  error: Error | undefined,
): Status {
  if (error || sourceError) return 'failed';
  if (render?.stale) return 'stale';
  if (render || state === 'painted') return 'shown';
  if (element.hasAttribute('suspended')) return 'suspended';
  if (delivery.some((each) => each.state === 'loading')) return 'loading';
  if (delivery.some((each) => each.state === 'failed' || each.state === 'gone')) return 'failed';
  if (state === 'children') return 'shown';
  return requests.length ? 'hidden' : 'waiting';
}

const nameOf = (element: HTMLElement, { parts }: SourceReport): string =>
  parts.find(({ name }) => name === 'component')?.value ??
  element.getAttribute('src') ??
  (element.id ? `#${element.id}` : '—');

export class Store {
  #items: readonly Item[] = [];
  readonly #ids = new WeakMap<Element, number>();
  readonly #events = new WeakMap<Element, EventEntry[]>();
  readonly #errors = new WeakMap<Element, Error>();
  /** The explanation of rendered content, valid until the next event of the component. */
  readonly #explanations = new WeakMap<Element, Promise<Explanation>>();
  readonly #listeners = new Set<() => void>();
  readonly #stop = new AbortController();
  readonly #observer = new MutationObserver((records) => records.some(affectsComponents) && this.#schedule());
  /** Updates the ages. */
  readonly #ageTimer = setInterval(() => document.visibilityState === 'visible' && this.#schedule(), AGE_PRECISION);
  #lastId = 0;
  #updateTimer = 0;
  #updating: Promise<void> | undefined;

  constructor(readonly page: PageInspection) {
    for (const type of EVENTS)
      document.addEventListener(type, (event) => this.#onEvent(event as CustomEvent), {
        signal: this.#stop.signal,
        capture: true,
      });
    this.#observer.observe(document, {
      subtree: true,
      childList: true,
      attributeFilter: OBSERVED_ATTRIBUTES,
    });
  }

  get items(): readonly Item[] {
    return this.#items;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  stop(): void {
    this.#stop.abort();
    this.#observer.disconnect();
    clearTimeout(this.#updateTimer);
    clearInterval(this.#ageTimer);
    this.#listeners.clear();
  }

  #onEvent(event: CustomEvent): void {
    const [element] = event.composedPath();
    if (!(element instanceof HTMLElement) || element.localName !== 'feaas-component') return;
    const { type } = event;
    const previous = this.#events.get(element) ?? [];
    const detail: unknown = event.detail;
    const error = type === 'feaasError' ? (detail as Error) : undefined;
    const render = type === 'feaasRender' ? (detail as RenderDetail) : undefined;
    this.#events.set(
      element,
      [{ id: ++this.#lastId, type, time: Date.now(), render, error }, ...previous].slice(0, MAX_EVENTS),
    );
    this.#explanations.delete(element);
    if (error) this.#errors.set(element, error);
    else if (render) this.#errors.delete(element);
    this.#schedule();
  }

  #schedule(): void {
    this.#updateTimer ||= window.setTimeout(() => {
      this.#updateTimer = 0;
      void this.look();
    }, UPDATE_DELAY);
  }

  /** Updates the data of all components. */
  look(): Promise<void> {
    return (this.#updating ??= this.#update().finally(() => (this.#updating = undefined)));
  }

  async #update(): Promise<void> {
    const { page } = this;
    this.#items = await Promise.all(page.components().map((element) => this.#item(element)));
    this.#listeners.forEach((listener) => listener());
  }

  async #explain(element: HTMLElement): Promise<Explanation> {
    const promise = this.#explanations.get(element) ?? this.page.explain(element);
    this.#explanations.set(element, promise);
    const explanation = await promise;
    if (explanation.state !== 'painted') this.#explanations.delete(element);
    return explanation;
  }

  async #item(element: HTMLElement): Promise<Item> {
    const { page } = this;
    const [delivery, explanation] = await Promise.all([page.deliveryOf(element), this.#explain(element)]);
    const source = page.sourceOf(element);
    const render = page.renderOf(element);
    const deliveryError = delivery.findLast(({ error }) => error)?.error;
    const isEmpty = !render && explanation.state === 'empty';
    const error = this.#errors.get(element) ?? source.error ?? (isEmpty ? deliveryError : undefined);
    let id = this.#ids.get(element);
    if (id === undefined) this.#ids.set(element, (id = ++this.#lastId));
    const { findings } = explanation;
    return {
      ...{ element, id, source, delivery, explanation, render, error },
      depth: depthOf(element),
      name: nameOf(element, source),
      status: statusOf(element, source, delivery, explanation, render, error),
      events: this.#events.get(element) ?? [],
      missing: findings.filter(isMissing).length,
      cleaned: findings.filter(isCleaned).length,
    };
  }
}
