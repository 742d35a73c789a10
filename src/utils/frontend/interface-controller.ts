/** The states of an editor or picker: idle, loading, ready (specification §4). */
import { logError } from '../../global/logger';
import type { MountedInterface } from './types';

export type State = 'idle' | 'loading' | 'ready';

/** Milliseconds between a loaded interface and a ready one, in which its fonts are applied (specification §4). */
const READY_DELAY = 100;
/** Milliseconds for which a closed interface stays mounted, for its exit animation (specification §9). */
const CLEANUP_DELAY = 400;

/** Asynchronous dependencies; replaceable. */
export interface InterfaceDependencies {
  /** Resolves when the page's fonts are loaded. */
  fonts(): Promise<unknown>;
  wait(milliseconds: number): Promise<void>;
}

const DEFAULT_DEPENDENCIES: InterfaceDependencies = {
  fonts: () => document.fonts.ready,
  wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
};

/** The element of an interface, as this controller uses it. */
export interface InterfaceHost {
  readonly element: HTMLElement;
  show(state: State): void;
  /** Emits `feaasError`. */
  emitError(error: Error): void;
}

/** Controls an interface that opens and closes; the last request wins. */
export class InterfaceController<Mounted extends MountedInterface> {
  #state: State = 'idle';
  #mounted: Mounted | undefined;
  /** A closed interface that is still mounted for its exit animation. */
  #leaving: Mounted | undefined;
  /** Number of the last request, which identifies outdated ones. */
  #requestId = 0;

  constructor(
    private readonly host: InterfaceHost,
    private readonly ports: InterfaceDependencies = DEFAULT_DEPENDENCIES,
  ) {}

  get state(): State {
    return this.#state;
  }

  /** The mounted interface; undefined unless the state is ready. */
  get ready(): Mounted | undefined {
    return this.#state === 'ready' ? this.#mounted : undefined;
  }

  /**
   * Opens the interface.
   * @param mount loads and mounts it; undefined if it is no longer wanted
   * @returns whether it is ready now; a failure is logged and emitted as `feaasError`
   */
  async open(mount: (isCurrent: () => boolean) => Promise<Mounted | undefined>): Promise<boolean> {
    this.close();
    this.#cleanUp();
    const requestId = this.#requestId;
    const isCurrent = (): boolean => requestId === this.#requestId;
    this.#set('loading');
    try {
      const mounted = await mount(isCurrent);
      if (!isCurrent()) {
        mounted?.unmount();
        return false;
      }
      this.#mounted = mounted;
      await this.ports.fonts();
      await this.ports.wait(READY_DELAY);
      if (isCurrent()) this.#set('ready');
      return isCurrent();
    } catch (error) {
      if (!isCurrent()) return false;
      this.close();
      const { element } = this.host;
      logError(`<${element.localName}>: ${(error as Error).message}`, error);
      this.host.emitError(error as Error);
      return false;
    }
  }

  /** Closes the interface in any state. */
  close(): void {
    this.#requestId++;
    const mounted = this.#mounted;
    this.#mounted = undefined;
    if (mounted) {
      this.#leaving = mounted;
      void this.ports.wait(CLEANUP_DELAY).then(() => this.#leaving === mounted && this.#cleanUp());
    }
    this.#set('idle');
  }

  #cleanUp(): void {
    this.#leaving?.unmount();
    this.#leaving = undefined;
  }

  #set(state: State): void {
    if (state === this.#state) return;
    this.#state = state;
    this.host.show(state);
  }
}
