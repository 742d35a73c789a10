/** What was picked lately of a library, kept in the browser. */

export interface Recent {
  /** `library/component`. */
  readonly id: string;
  readonly name: string;
}

/** Kept at most. */
const MOST = 6;

/** The browser's own by default; undefined where the page has none. */
export type RecentStorage = Pick<Storage, 'getItem' | 'setItem'> | undefined;

/** A page in a frame, or a visitor's choice, may forbid it. */
function ownStorage(): RecentStorage {
  try {
    return localStorage;
  } catch {
    return undefined;
  }
}

const keyOf = (library: string): string => `feaas-recent ${library}`;

const isRecent = (value: unknown): value is Recent =>
  typeof (value as Recent | null)?.id === 'string' && typeof (value as Recent).name === 'string';

/** Latest first. */
export function recentOf(library: string, storage: RecentStorage = ownStorage()): readonly Recent[] {
  try {
    const kept: unknown = JSON.parse(storage?.getItem(keyOf(library)) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isRecent).slice(0, MOST) : [];
  } catch {
    return [];
  }
}

/** Remembers what was picked now. */
export function remember(library: string, { id, name }: Recent, storage: RecentStorage = ownStorage()): void {
  const rest = recentOf(library, storage).filter((each) => each.id !== id);
  try {
    storage?.setItem(keyOf(library), JSON.stringify([{ id, name }, ...rest].slice(0, MOST)));
  } catch {
    // A full storage keeps what it has.
  }
}
