/**
 * What the tabs of a browser share (of one origin; other tabs are other browsers): a lock that says who leads, and a channel.
 * Delivery has its own in `kept/tabs`, for visitors, who do not pay for this one: it never gives up waiting, and says only URLs.
 */
export interface TabDependencies {
  /**
   * Runs `work` while no other tab does so under this name; at once where tabs can not be told apart. Rejects when the
   * signal ends the wait.
   */
  lead(name: string, signal: AbortSignal, work: () => Promise<void>): Promise<void>;
  /** Hears what the other tabs say under a name, and speaks to them. */
  channel(name: string, hear: (message: unknown) => void): Channel;
  /** Whether nobody sees this tab. */
  hidden(): boolean;
  /** Calls when that may have changed; the function that is returned ends it. */
  onVisibility(listener: () => void): () => void;
  /** Calls when the page goes away, for ever or into the back-forward cache; the function that is returned ends it. */
  onLeave(listener: () => void): () => void;
}

export interface Channel {
  say(message: unknown): void;
  close(): void;
}

/** Tabs of a browser, by Web Locks and BroadcastChannel. */
export const browserTabs: TabDependencies = {
  async lead(name, signal, work) {
    const locks = globalThis.navigator?.locks as LockManager | undefined;
    if (locks) await locks.request(name, { signal }, work);
    else await work();
  },

  channel(name, hear) {
    let channel: BroadcastChannel | undefined;
    const open = (): void => {
      // without a page there are no tabs, and an open channel would keep the process alive
      if (!globalThis.document) return;
      try {
        channel ??= new BroadcastChannel(name);
        channel.onmessage = ({ data }) => hear(data);
      } catch {
        // an opaque frame has no other tabs
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
      say: (message) => channel?.postMessage(message),
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
