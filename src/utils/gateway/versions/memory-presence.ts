/** Presence in the store in memory: the editors of this page, all of one user. */
import type { PresentUser, VersionStore } from './store';

interface Here extends PresentUser {
  hear(others: readonly PresentUser[]): void;
}

/** @param now ISO 8601 text */
export function memoryPresence(name: string, now: () => string): NonNullable<VersionStore['attend']> {
  const all = new Map<string, Set<Here>>();
  let count = 0;
  return (id, hear) => {
    const own: Here = { id: `editor-${++count}`, name, since: now(), own: true, hear };
    const here = all.get(id) ?? new Set();
    all.set(id, here.add(own));
    const notifyOthers = (): void => {
      for (const each of here) {
        const others = [...here].filter((other) => other !== each);
        const plain = others.map(({ id, name, since, own }) => ({ id, name, since, own }));
        queueMicrotask(() => here.has(each) && each.hear(plain));
      }
    };
    if (here.size > 1) notifyOthers();
    return () => {
      if (here.delete(own)) notifyOthers();
    };
  };
}
