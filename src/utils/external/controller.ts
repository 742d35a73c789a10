/** Controls a `feaas-external`: which registered component is mounted in it, with which properties, and its events. */
import { logError, warnOnce } from '../../global/logger';
import { isAwaitingHydration } from '../element/framework-content';
import { isBeingParsed, whenParsed } from '../element/parser';
import { MOUNTED, SERVER_RENDERED, isMounted } from '../template/mounted';
import type { ExternalComponent, ExternalInstance, ExternalProps } from './definition';
import { mountTag } from './mount-tag';
import { propsOf, type ElementValues } from './props';
import { componentOf, registry } from './registry';

/** The element of a controller. */
export interface ExternalHost {
  readonly element: HTMLElement;
  readonly dataExternalId?: string;
  /** JSON text, or the values themselves. */
  readonly datasources?: unknown;
  /** Properties of the component by value. */
  readonly componentProps?: Readonly<Record<string, unknown>> | null;
  /** Displays what is in a slot: the fallback content has no name, the component is in `feaas-mounted`. */
  showSlot(name: string): void;
  emit(type: 'Mount' | 'Unmount'): void;
  /** Emits an error; returns true if a listener keeps the component mounted. */
  emitError(error: Error): boolean;
}

/** A component that is mounted, or about to be. */
interface MountedExternal {
  readonly definition: ExternalComponent;
  readonly container: HTMLElement;
  /** Undefined until `mount` has returned. */
  instance?: ExternalInstance;
  props: ExternalProps;
}

/** The sources of a component's properties. */
interface ElementState extends ElementValues {
  readonly definition: ExternalComponent;
  /** As JSON. */
  readonly attributes: string;
}

function isShallowEqual(one: object, other: object): boolean {
  const entries = Object.entries(one);
  return (
    entries.length === Object.keys(other).length &&
    // Unlike `===`, this compares NaN with itself.
    entries.every(([name, value]) => Object.is(value, (other as Record<string, unknown>)[name]))
  );
}

/** Frameworks pass a new object of values in each render, so its members are compared. */
const isSameState = (one: ElementState, other: ElementState): boolean =>
  one.definition === other.definition &&
  one.attributes === other.attributes &&
  Object.is(one.datasources, other.datasources) &&
  isShallowEqual(one.componentProps ?? {}, other.componentProps ?? {});

export class ExternalController {
  readonly #host: ExternalHost;
  readonly #observer: MutationObserver;
  readonly #onChange = (): void => this.changed();
  #isConnected = false;
  #isQueued = false;
  #mounted: MountedExternal | undefined;
  /** The state that was mounted last: an equal one is neither written nor tried again. */
  #lastState: ElementState | undefined;
  /** The content that a server rendered for the component, while the component itself is mounted. */
  #serverContent: readonly ChildNode[] = [];
  /** The warning waits until the page is loaded: a script that registers components may still come. */
  #isWarningDelayed = false;

  constructor(host: ExternalHost) {
    this.#host = host;
    this.#observer = new MutationObserver(this.#onChange);
  }

  connect(): void {
    if (!this.#isConnected) {
      this.#isConnected = true;
      this.#observer.observe(this.#host.element, { attributes: true, childList: true });
      registry().listeners.add(this.#onChange);
    }
    this.changed();
  }

  /** The element left the document, or is being moved within it: then the component moves along (E8). */
  disconnect(): void {
    queueMicrotask(() => {
      if (this.#host.element.isConnected) return;
      this.#isConnected = false;
      this.#observer.disconnect();
      registry().listeners.delete(this.#onChange);
      this.#unmount();
      this.#lastState = undefined;
    });
  }

  /** An attribute, the content, or what is registered may have changed. */
  changed(): void {
    if (this.#isQueued) return;
    this.#isQueued = true;
    queueMicrotask(() => {
      this.#isQueued = false;
      const { element } = this.#host;
      // An element that was removed meanwhile is not updated, nor one whose properties are not set yet.
      if (this.#isConnected && element.isConnected && !isAwaitingHydration(element)) this.#update();
    });
  }

  #update(): void {
    const { element, dataExternalId: id, datasources, componentProps } = this.#host;
    const definition = id ? componentOf(id) : undefined;
    if (!definition) {
      this.#unmount();
      this.#lastState = undefined;
      if (id && !element.hasAttribute(SERVER_RENDERED)) this.#warnUnregistered(id);
      return;
    }
    // Content from a server is only adopted when it is complete.
    if (element.hasAttribute(SERVER_RENDERED) && isBeingParsed(element)) {
      whenParsed(element, this.#onChange);
      return;
    }
    const mounted = this.#mounted;
    // A script that wrote the content of the element has removed the container.
    if (mounted && mounted.container.parentNode !== element) element.append(mounted.container);
    const attributes = [...element.attributes].map(({ name, value }) => [name, value]);
    const state = {
      definition,
      attributes: JSON.stringify(attributes.filter(([name]) => name !== SERVER_RENDERED)),
      datasources,
      componentProps,
    };
    const last = this.#lastState;
    this.#lastState = state;
    if (last && isSameState(last, state)) return;
    const props = this.#props(definition, id!);
    if (mounted?.definition === definition) this.#setProps(mounted, props);
    else this.#mount(definition, props);
  }

  #props(definition: ExternalComponent, id: string): ExternalProps {
    const { element, datasources, componentProps } = this.#host;
    const report = (problem: string): void =>
      warnOnce(`<feaas-external data-external-id="${id}">: ${problem}. Correct the element or its data.`);
    let values: unknown = datasources ?? element.getAttribute('datasources') ?? undefined;
    try {
      if (typeof values === 'string') values = JSON.parse(values) as unknown;
    } catch (error) {
      report(`datasources is not JSON (${(error as Error).message}), and counts as missing`);
      values = undefined;
    }
    return propsOf(definition, element.attributes, report, { datasources: values, componentProps });
  }

  #mount(definition: ExternalComponent, props: ExternalProps): void {
    this.#unmount();
    const { element } = this.#host;
    const container = document.createElement('div');
    container.slot = MOUNTED;
    const mounted: MountedExternal = (this.#mounted = { definition, container, props });
    const mount = definition.mount ?? mountTag(definition.tag!, definition.properties);
    const fail = (error: unknown): void => this.#fail(mounted, error);
    const settle = (instance?: ExternalInstance | null): void => {
      mounted.instance = instance ?? {};
      // The component was replaced while it loaded, or failed while it was mounted.
      if (this.#mounted !== mounted) return release(mounted);
      this.#host.showSlot(MOUNTED);
      this.#takeServerContent();
      this.#host.emit('Mount');
      if (mounted.props !== props) this.#setProps(mounted, mounted.props);
    };
    // A copy of a mounted element, as a page cache makes it, contains a container that nobody updates.
    for (const child of [...element.childNodes]) if (isMounted(child)) child.remove();
    element.append(container);
    // It is laid out before it is mounted, for components that measure themselves.
    this.#host.showSlot(MOUNTED);
    try {
      const result = mount(container, props, { fail });
      if (result instanceof Promise) {
        this.#host.showSlot('');
        result.then(settle).catch(fail);
      } else settle(result);
    } catch (error) {
      fail(error);
    }
  }

  /** Removes the content from a server, once the component is mounted. It is restored if the component fails. */
  #takeServerContent(): void {
    const { element } = this.#host;
    const mark = element.getAttribute(SERVER_RENDERED);
    // A framework still needs the nodes of its tree.
    if (mark === null || mark === 'live' || this.#serverContent.length) return;
    this.#serverContent = [...element.childNodes].filter((node) => !isMounted(node));
    for (const node of this.#serverContent) element.removeChild(node);
  }

  #setProps(mounted: MountedExternal, props: ExternalProps): void {
    mounted.props = props;
    const { instance, definition } = mounted;
    if (!instance) return;
    if (!instance.update) return this.#mount(definition, props);
    try {
      instance.update(props);
    } catch (error) {
      this.#fail(mounted, error);
    }
  }

  /** Reports an error, and displays the fallback content unless a listener prevents that (E7, §8). */
  #fail(mounted: MountedExternal, reason: unknown): void {
    if (this.#mounted !== mounted) return;
    const error = reason instanceof Error ? reason : new Error(String(reason));
    const { dataExternalId: id } = this.#host;
    logError(`<feaas-external data-external-id="${id}">: the component failed: ${error.message}`, error);
    if (!this.#host.emitError(error)) this.#unmount();
  }

  #unmount(): void {
    const mounted = this.#mounted;
    if (!mounted) return;
    this.#mounted = undefined;
    const { element } = this.#host;
    this.#host.showSlot('');
    element.prepend(...this.#serverContent);
    this.#serverContent = [];
    if (mounted.instance) {
      release(mounted);
      this.#host.emit('Unmount');
    } else mounted.container.remove();
  }

  #warnUnregistered(id: string): void {
    if (document.readyState === 'complete')
      return warnOnce(
        `<feaas-external data-external-id="${id}">: the page has no component '${id}', so the fallback content stays. ` +
          'Register it with registerComponent().',
      );
    if (this.#isWarningDelayed) return;
    this.#isWarningDelayed = true;
    addEventListener('load', () => setTimeout(this.#onChange), { once: true });
  }
}

/** Unmounts a component. */
function release({ instance, container }: MountedExternal): void {
  try {
    instance?.unmount?.();
  } catch (error) {
    logError(`<feaas-external>: a component failed during its removal: ${(error as Error).message}`, error);
  }
  container.remove();
}
