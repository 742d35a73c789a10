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
  readonly at: number;
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
const REMEMBERED = 100;
/** Milliseconds in which changes are combined into one update. */
const TOGETHER = 80;
/** Milliseconds between updates of ages. */
const AGE_PRECISION = 10_000;

const OWN = ['hidden', 'suspended', 'component', 'version', 'revision', 'instance', 'src'];
const ATTRIBUTES = [...OWN, ...INHERITED];

const holdsComponent = (node: Node): boolean =>
  node instanceof Element && (node.localName === 'feaas-component' || !!node.querySelector('feaas-component'));

/** Whether a mutation affects components. Others are ignored, since pages may change constantly. */
const isOurs = ({ target, attributeName, addedNodes, removedNodes }: MutationRecord): boolean =>
  attributeName === null
    ? [...addedNodes, ...removedNodes].some(holdsComponent)
    : INHERITED.includes(attributeName) || (target as Element).localName === 'feaas-component';

const depthOf = (element: Element): number => {
  let depth = 0;
  for (let at = parentOf(element); at; at = parentOf(at)) if (at.localName === 'feaas-component') depth++;
  return depth;
};

function statusOf(
  element: HTMLElement,
  { requests, error: wrong }: SourceReport,
  delivery: readonly DeliveryReport[],
  { state }: Explanation,
  render: RenderDetail | undefined,
  error: Error | undefined,
): Status {
  if (error || wrong) return 'failed';
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
  readonly #explained = new WeakMap<Element, Promise<Explanation>>();
  readonly #listeners = new Set<() => void>();
  readonly #stop = new AbortController();
  readonly #watch = new MutationObserver((records) => records.some(isOurs) && this.#later());
  /** Updates the ages. */
  readonly #clock = setInterval(() => document.visibilityState === 'visible' && this.#later(), AGE_PRECISION);
  #count = 0;
  #timer = 0;
  #looking: Promise<void> | undefined;

  constructor(readonly page: PageInspection) {
    for (const type of EVENTS)
      document.addEventListener(type, (event) => this.#hear(event as CustomEvent), {
        signal: this.#stop.signal,
        capture: true,
      });
    this.#watch.observe(document, {
      subtree: true,
      childList: true,
      attributeFilter: ATTRIBUTES,
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
    this.#watch.disconnect();
    clearTimeout(this.#timer);
    clearInterval(this.#clock);
    this.#listeners.clear();
  }

  #hear(event: CustomEvent): void {
    const [element] = event.composedPath();
    if (!(element instanceof HTMLElement) || element.localName !== 'feaas-component') return;
    const { type } = event;
    const all = this.#events.get(element) ?? [];
    const detail: unknown = event.detail;
    const error = type === 'feaasError' ? (detail as Error) : undefined;
    const render = type === 'feaasRender' ? (detail as RenderDetail) : undefined;
    this.#events.set(
      element,
      [{ id: ++this.#count, type, at: Date.now(), render, error }, ...all].slice(0, REMEMBERED),
    );
    this.#explained.delete(element);
    if (error) this.#errors.set(element, error);
    else if (render) this.#errors.delete(element);
    this.#later();
  }

  #later(): void {
    this.#timer ||= window.setTimeout(() => {
      this.#timer = 0;
      void this.look();
    }, TOGETHER);
  }

  /** Updates the data of all components. */
  look(): Promise<void> {
    return (this.#looking ??= this.#look().finally(() => (this.#looking = undefined)));
  }

  async #look(): Promise<void> {
    const { page } = this;
    this.#items = await Promise.all(page.components().map((element) => this.#item(element)));
    this.#listeners.forEach((listener) => listener());
  }

  async #explain(element: HTMLElement): Promise<Explanation> {
    const made = this.#explained.get(element) ?? this.page.explain(element);
    this.#explained.set(element, made);
    const explanation = await made;
    if (explanation.state !== 'painted') this.#explained.delete(element);
    return explanation;
  }

  async #item(element: HTMLElement): Promise<Item> {
    const { page } = this;
    const [delivery, explanation] = await Promise.all([page.deliveryOf(element), this.#explain(element)]);
    const source = page.sourceOf(element);
    const render = page.renderOf(element);
    const failed = delivery.findLast(({ error }) => error)?.error;
    const nothing = !render && explanation.state === 'empty';
    const error = this.#errors.get(element) ?? source.error ?? (nothing ? failed : undefined);
    let id = this.#ids.get(element);
    if (id === undefined) this.#ids.set(element, (id = ++this.#count));
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
