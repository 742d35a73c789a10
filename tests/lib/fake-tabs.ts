/** A fake browser with tabs: locks, a broadcast channel, and tab visibility. */
import type { TabDependencies } from '../../src/utils/gateway';

export interface Tab extends TabDependencies {
  show(): void;
  hide(): void;
  /** Simulates that the page is closed or enters the back-forward cache. */
  leave(): void;
}

interface Waiting {
  readonly run: () => Promise<void>;
  readonly signal: AbortSignal;
}

/** Creates a browser that opens tabs. */
export function fakeBrowser(): { open(): Tab } {
  const held = new Set<string>();
  const queues = new Map<string, Waiting[]>();
  const channels = new Map<string, Set<(message: unknown) => void>>();

  const next = (name: string): void => {
    if (held.has(name)) return;
    const waiting = queues.get(name)?.shift();
    if (!waiting) return;
    if (waiting.signal.aborted) return next(name);
    held.add(name);
    void waiting.run().finally(() => {
      held.delete(name);
      next(name);
    });
  };

  return {
    open() {
      let hidden = false;
      const watchers = new Set<() => void>();
      const leavers = new Set<() => void>();
      const turn = (to: boolean): void => {
        hidden = to;
        for (const watcher of [...watchers]) watcher();
      };
      return {
        show: () => turn(false),
        hide: () => turn(true),
        hidden: () => hidden,
        leave: () => [...leavers].forEach((leaver) => leaver()),
        onLeave(listener) {
          leavers.add(listener);
          return () => void leavers.delete(listener);
        },
        onVisibility(listener) {
          watchers.add(listener);
          return () => void watchers.delete(listener);
        },
        lead: (name, signal, work) =>
          new Promise<void>((resolve, reject) => {
            signal.addEventListener('abort', () => reject(signal.reason as Error));
            const run = (): Promise<void> => work().then(resolve, reject);
            queues.set(name, [...(queues.get(name) ?? []), { run, signal }]);
            queueMicrotask(() => next(name));
          }),
        channel(name, hear) {
          const all = channels.get(name) ?? new Set();
          channels.set(name, all.add(hear));
          return {
            post(message) {
              const copy: unknown = structuredClone(message);
              for (const other of [...all]) if (other !== hear) queueMicrotask(() => all.has(other) && other(copy));
            },
            close: () => void all.delete(hear),
          };
        },
      };
    },
  };
}
