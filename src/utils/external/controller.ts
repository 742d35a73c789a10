/** The life of a `feaas-external`: which registered component it shows, with which values, and what it tells. */
import { logError, warnOnce } from '../../global/logger';
import type { ExternalComponent, ExternalInstance, ExternalProps } from './definition';
import { mountTag } from './mount-tag';
import { MOUNTED } from '../template/mounted';
import { propsOf } from './props';
import { componentOf, registry } from './registry';

/** The element behind a controller. */
export interface ExternalHost {
  readonly element: HTMLElement;
  readonly dataExternalId?: string;
  /** JSON text, or the values themselves. */
  readonly datasources?: unknown;
  /** Shows what is in a slot: the fallback content has no name, the component is in `feaas-mounted`. */
  showSlot(name: string): void;
  emit(type: 'Mount' | 'Unmount'): void;
  /** Emits an error; true when a listener keeps the component mounted. */
  emitError(error: Error): boolean;
}

/** One component that is shown, or about to be. */
interface Showing {
  readonly definition: ExternalComponent;
  readonly place: HTMLElement;
  /** Undefined until `mount` has answered. */
  instance?: ExternalInstance;
  props: ExternalProps;
}

export class ExternalController {
  readonly #host: ExternalHost;
  readonly #watch: MutationObserver;
  readonly #heard = (): void => this.changed();
  #connected = false;
  #queued = false;
  #showing: Showing | undefined;
  /** What was shown last, and by which definition: the same is neither written again nor tried again. */
  #seen: { definition: ExternalComponent; attributes: string; datasources: unknown } | undefined;
  /** Waits with its warning until the page is loaded: what registers components is a script like others. */
  #waits = false;

  constructor(host: ExternalHost) {
    this.#host = host;
    this.#watch = new MutationObserver(this.#heard);
  }

  connect(): void {
    if (!this.#connected) {
      this.#connected = true;
      this.#watch.observe(this.#host.element, { attributes: true, childList: true });
      registry().listeners.add(this.#heard);
    }
    this.changed();
  }

  /** The element left the document, or is about to stand elsewhere in it: then what it shows goes with it (E8). */
  disconnect(): void {
    queueMicrotask(() => {
      if (this.#host.element.isConnected) return;
      this.#connected = false;
      this.#watch.disconnect();
      registry().listeners.delete(this.#heard);
      this.#unmount();
      this.#seen = undefined;
    });
  }

  /** An attribute, its content, or what is registered may have changed. */
  changed(): void {
    if (this.#queued) return;
    this.#queued = true;
    queueMicrotask(() => {
      this.#queued = false;
      // What was taken away in the same turn is not to be shown.
      if (this.#connected && this.#host.element.isConnected) this.#look();
    });
  }

  #look(): void {
    const { element, dataExternalId: id } = this.#host;
    const definition = id ? componentOf(id) : undefined;
    if (!definition) {
      this.#unmount();
      this.#seen = undefined;
      if (id) this.#warn(id);
      return;
    }
    const showing = this.#showing;
    // Whoever wrote the content of the element has taken it away.
    if (showing && showing.place.parentNode !== element) element.append(showing.place);
    const { datasources } = this.#host;
    const attributes = JSON.stringify(Array.from(element.attributes, ({ name, value }) => [name, value]));
    const seen = this.#seen;
    if (seen?.definition === definition && seen.attributes === attributes && seen.datasources === datasources) return;
    this.#seen = { definition, attributes, datasources };
    const props = this.#props(definition, id!);
    if (showing?.definition === definition) this.#update(showing, props);
    else this.#mount(definition, props);
  }

  #props(definition: ExternalComponent, id: string): ExternalProps {
    const { element, datasources } = this.#host;
    const tell = (problem: string): void =>
      warnOnce(`<feaas-external data-external-id="${id}">: ${problem}. Correct the element, or what is bound to it.`);
    const props = propsOf(definition, element.attributes, tell);
    const given = datasources ?? element.getAttribute('datasources') ?? undefined;
    if (given === undefined) return props;
    try {
      return { ...props, datasources: typeof given === 'string' ? (JSON.parse(given) as unknown) : given };
    } catch (error) {
      tell(`datasources is not JSON (${(error as Error).message}), and counts as missing`);
      return props;
    }
  }

  #mount(definition: ExternalComponent, props: ExternalProps): void {
    this.#unmount();
    const { element } = this.#host;
    const place = document.createElement('div');
    place.slot = MOUNTED;
    const showing: Showing = (this.#showing = { definition, place, props });
    const mount = definition.mount ?? mountTag(definition.tag!, definition.properties);
    const fail = (error: unknown): void => this.#fail(showing, error);
    const done = (instance?: ExternalInstance | null): void => {
      showing.instance = instance ?? {};
      // What was removed while it loaded, or failed while it was mounted, is not shown.
      if (this.#showing !== showing) return release(showing);
      this.#host.showSlot(MOUNTED);
      this.#host.emit('Mount');
      if (showing.props !== props) this.#update(showing, showing.props);
    };
    element.append(place);
    // Laid out before it is mounted: what measures itself finds its place.
    this.#host.showSlot(MOUNTED);
    try {
      const mounted = mount(place, props, { fail });
      if (mounted instanceof Promise) {
        this.#host.showSlot('');
        mounted.then(done).catch(fail);
      } else done(mounted);
    } catch (error) {
      fail(error);
    }
  }

  #update(showing: Showing, props: ExternalProps): void {
    showing.props = props;
    const { instance, definition } = showing;
    if (!instance) return;
    if (!instance.update) return this.#mount(definition, props);
    try {
      instance.update(props);
    } catch (error) {
      this.#fail(showing, error);
    }
  }

  /** Nothing of it can be shown: says so, and shows the fallback content unless a listener objects (E7, §8). */
  #fail(showing: Showing, reason: unknown): void {
    if (this.#showing !== showing) return;
    const error = reason instanceof Error ? reason : new Error(String(reason));
    const { dataExternalId: id } = this.#host;
    logError(`<feaas-external data-external-id="${id}">: the component failed: ${error.message}`, error);
    if (!this.#host.emitError(error)) this.#unmount();
  }

  #unmount(): void {
    const showing = this.#showing;
    if (!showing) return;
    this.#showing = undefined;
    this.#host.showSlot('');
    if (showing.instance) {
      release(showing);
      this.#host.emit('Unmount');
    } else showing.place.remove();
  }

  #warn(id: string): void {
    if (document.readyState === 'complete')
      return warnOnce(
        `<feaas-external data-external-id="${id}">: no component '${id}' is registered, so its fallback content stays. ` +
          'Register it with registerComponent().',
      );
    if (this.#waits) return;
    this.#waits = true;
    addEventListener('load', () => setTimeout(this.#heard), { once: true });
  }
}

/** Takes a component away that nobody shows any more. */
function release({ instance, place }: Showing): void {
  try {
    instance?.unmount?.();
  } catch (error) {
    logError(`<feaas-external>: a component failed while it was removed: ${(error as Error).message}`, error);
  }
  place.remove();
}
