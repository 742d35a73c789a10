/** Coordination of the tabs of one origin: one tab runs a check and notifies all others. */
import { STORAGE_NAME } from './cached-resources';
import { STORAGE_TIMEOUT, withTimeout } from './with-timeout';

export interface TabChannelDependencies {
  readonly openChannel: (name: string) => BroadcastChannel;
  readonly locks: () => LockManager | undefined;
  /** Fires `pagehide` and `pageshow`. */
  readonly page: Pick<EventTarget, 'addEventListener'>;
  /** Milliseconds after which a lock that is not held but not granted counts as broken. */
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

  /** Calls `listener` with each URL for which another tab reports a change. */
  listen(listener: (url: string) => void): void {
    this.#listener = listener;
    this.#open();
    const { page } = this.#dependencies;
    // An open channel would exclude the page from the back-forward cache.
    page.addEventListener('pagehide', () => this.#close());
    page.addEventListener('pageshow', () => this.#open());
  }

  /** Notifies the other tabs of a change of a URL. */
  broadcast(url: string): void {
    try {
      this.#channel?.postMessage(url);
    } catch {
      // The other tabs will ask the host themselves.
    }
  }

  /**
   * Runs while no other tab does so for this URL; at once if locks are not supported.
   * @param maxWait milliseconds to wait for a lock that another tab holds
   */
  async withLock(url: string, maxWait: number, run: () => Promise<void>): Promise<void> {
    const name = `${STORAGE_NAME} ${url}`;
    const abort = new AbortController();
    let running: Promise<void> | undefined;
    const runOnce = (): Promise<void> => (running ??= run());
    try {
      const locks = this.#dependencies.locks();
      if (!locks) return await runOnce();
      const isWaiting = (): boolean => !running;
      const granted = locks.request(name, { signal: abort.signal }, runOnce);
      // After the timeout, run without the lock.
      await Promise.race([granted, this.#giveUp(locks, name, maxWait, isWaiting).then(() => abort.abort())]);
    } catch {
      // The lock is broken or was given up. Errors of `run` itself are awaited below.
    }
    return runOnce();
  }

  /** Resolves when waiting for the lock is pointless. Never resolves once the lock is granted. */
  async #giveUp(locks: LockManager, name: string, maxWait: number, isWaiting: () => boolean): Promise<void> {
    const { timeout } = this.#dependencies;
    for (let waited = 0; isWaiting() && waited < maxWait; waited += timeout) {
      await new Promise((resolve) => setTimeout(resolve, timeout));
      if (!isWaiting()) break;
      const { held = [] } = await withTimeout(() => locks.query(), timeout);
      // If another tab holds the lock, wait: this tab can use its result.
      if (!held.some((lock) => lock.name === name)) return;
    }
    // The lock was granted: the lock request itself ends the race.
    if (!isWaiting()) await new Promise(() => {});
  }

  #open(): void {
    try {
      this.#channel ??= this.#dependencies.openChannel(STORAGE_NAME);
      this.#channel.onmessage = ({ data }) => {
        if (typeof data === 'string') this.#listener?.(data);
      };
    } catch {
      // An opaque frame can not communicate with other tabs.
    }
  }

  #close(): void {
    const channel = this.#channel;
    this.#channel = undefined;
    channel?.close();
  }
}
