/** Presence in the store in memory: the editors of this page, all of one user. */
import type { PresentUser, VersionStore } from './store';

interface Attendee extends PresentUser {
  hear(others: readonly PresentUser[]): void;
}

/** @param now ISO 8601 text */
export function memoryPresence(name: string, now: () => string): NonNullable<VersionStore['attend']> {
  const attendeesById = new Map<string, Set<Attendee>>();
  let count = 0;
  return (id, hear) => {
    const own: Attendee = { id: `editor-${++count}`, name, since: now(), own: true, hear };
    const attendees = attendeesById.get(id) ?? new Set();
    attendeesById.set(id, attendees.add(own));
    const notifyOthers = (): void => {
      for (const attendee of attendees) {
        const others = [...attendees].filter((other) => other !== attendee);
        const users = others.map(({ id, name, since, own }) => ({ id, name, since, own }));
        queueMicrotask(() => attendees.has(attendee) && attendee.hear(users));
      }
    };
    if (attendees.size > 1) notifyOthers();
    return () => {
      if (attendees.delete(own)) notifyOthers();
    };
  };
}
