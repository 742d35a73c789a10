/**
 * What the tabs of a browser share (of one origin): a lock for the leadership, and a channel.
 * Delivery has its own `delivery/tab-channel`, so that visitors do not load this one: it never gives up waiting, and
 * sends only URLs.
 */
export interface TabDependencies {
  /**
   * Runs `work` while no other tab does so under this name; immediately without the Web Locks API. Rejects when the
   * signal aborts the wait.
   */
  lead(name: string, signal: AbortSignal, work: () => Promise<void>): Promise<void>;
  /** Opens a channel to the other tabs under a name; `onMessage` receives their messages. */
  channel(name: string, onMessage: (message: unknown) => void): Channel;
  /** Whether the tab is hidden. */
  hidden(): boolean;
  /** Calls the listener when that may have changed; returns a function that unsubscribes. */
  onVisibility(listener: () => void): () => void;
  /** Calls the listener when the page is unloaded, or enters the back-forward cache; returns a function that unsubscribes. */
  onLeave(listener: () => void): () => void;
}

export interface Channel {
  post(message: unknown): void;
  close(): void;
}

/** The tabs of a browser, by Web Locks and BroadcastChannel. */
export const browserTabs: TabDependencies = {
  async lead(name, signal, work) {
    const locks = globalThis.navigator?.locks as LockManager | undefined;
    if (locks) await locks.request(name, { signal }, work);
    else await work();
  },

  channel(name, onMessage) {
    let channel: BroadcastChannel | undefined;
    const open = (): void => {
      // Without a page there are no tabs, and an open channel would keep the process alive.
      if (!globalThis.document) return;
      try {
        channel ??= new BroadcastChannel(name);
        channel.onmessage = ({ data }) => onMessage(data);
      } catch {
        // An opaque frame has no other tabs.
      }
    };
    // An open channel would keep the page out of the back-forward cache.
    const close = (): void => {
      channel?.close();
      channel = undefined;
    };
    open();
    globalThis.addEventListener?.('pagehide', close);
    globalThis.addEventListener?.('pageshow', open);
    return {
      post: (message) => channel?.postMessage(message),
      close() {
        close();
        globalThis.removeEventListener?.('pagehide', close);
        globalThis.removeEventListener?.('pageshow', open);
      },
    };
  },

  hidden: () => globalThis.document?.visibilityState === 'hidden',

  onVisibility(listener) {
    const document = globalThis.document as Document | undefined;
    document?.addEventListener('visibilitychange', listener);
    globalThis.addEventListener?.('pageshow', listener);
    return () => {
      document?.removeEventListener('visibilitychange', listener);
      globalThis.removeEventListener?.('pageshow', listener);
    };
  },

  onLeave(listener) {
    globalThis.addEventListener?.('pagehide', listener);
    return () => globalThis.removeEventListener?.('pagehide', listener);
  },
};
