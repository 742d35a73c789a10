/** What tabs of one origin have to do with each other: one runs a check, and all hear of what is new. */
import { STORAGE_NAME } from './cached-resources';
import { STORAGE_TIMEOUT, withTimeout } from './with-timeout';

export interface TabChannelDependencies {
  readonly openChannel: (name: string) => BroadcastChannel;
  readonly locks: () => LockManager | undefined;
  /** Fires `pagehide` and `pageshow`. */
  readonly page: Pick<EventTarget, 'addEventListener'>;
  /** Milliseconds after which a lock that nobody holds and that is not granted counts as broken. */
  readonly timeout: number;
}

const DEPENDENCIES = (): TabChannelDependencies => ({
  openChannel: (name) => new BroadcastChannel(name),
  locks: () => globalThis.navigator?.locks,
  page: globalThis,
  timeout: STORAGE_TIMEOUT,
});

export class TabChannel {
  readonly #dependencies: TabChannelDependencies;
  #channel?: BroadcastChannel | undefined;
  #listener?: (url: string) => void;

  constructor(dependencies: Partial<TabChannelDependencies> = {}) {
    this.#dependencies = { ...DEPENDENCIES(), ...dependencies };
  }

  /** Calls with each URL that another tab has news of. */
  listen(listener: (url: string) => void): void {
    this.#listener = listener;
    this.#open();
    const { page } = this.#dependencies;
    // An open channel would keep the page out of the back-forward cache.
    page.addEventListener('pagehide', () => this.#close());
    page.addEventListener('pageshow', () => this.#open());
  }

  /** Tells the other tabs that there is something new about a URL. */
  broadcast(url: string): void {
    try {
      this.#channel?.postMessage(url);
    } catch {
      // They will ask the host by themselves.
    }
  }

  /**
   * Runs while no other tab does the same for this URL; at once where tabs can not lock.
   * @param longest milliseconds after which a lock that another tab holds is not waited for any more.
   */
  async withLock(url: string, longest: number, run: () => Promise<void>): Promise<void> {
    const name = `${STORAGE_NAME} ${url}`;
    const abort = new AbortController();
    let running: Promise<void> | undefined;
    const once = (): Promise<void> => (running ??= run());
    try {
      const locks = this.#dependencies.locks();
      if (!locks) return await once();
      const isWaiting = (): boolean => !running;
      const granted = locks.request(name, { signal: abort.signal }, once);
      // Whoever waits in vain runs without the lock.
      await Promise.race([granted, this.#giveUp(locks, name, longest, isWaiting).then(() => abort.abort())]);
    } catch {
      // The lock is broken or was given up; what `run` itself throws is awaited below.
    }
    return once();
  }

  /** Resolves when there is no hope of a lock, or when it was granted. */
  async #giveUp(locks: LockManager, name: string, longest: number, isWaiting: () => boolean): Promise<void> {
    const { timeout } = this.#dependencies;
    for (let waited = 0; isWaiting() && waited < longest; waited += timeout) {
      await new Promise((resolve) => setTimeout(resolve, timeout));
      if (!isWaiting()) break;
      const { held = [] } = await withTimeout(() => locks.query(), timeout);
      // Another tab is busy: its result will be this one's.
      if (!held.some((lock) => lock.name === name)) return;
    }
    // Granted: it is the lock's request that ends.
    if (!isWaiting()) await new Promise(() => {});
  }

  #open(): void {
    try {
      this.#channel ??= this.#dependencies.openChannel(STORAGE_NAME);
      this.#channel.onmessage = ({ data }) => {
        if (typeof data === 'string') this.#listener?.(data);
      };
    } catch {
      // An opaque frame has no other tabs.
    }
  }

  #close(): void {
    const channel = this.#channel;
    this.#channel = undefined;
    channel?.close();
  }
}
