/** Recently picked components of a library, stored in the browser. */

export interface Recent {
  /** `library/component`. */
  readonly id: string;
  readonly name: string;
}

/** Maximum number of stored components. */
const MAX_STORED = 6;

/** By default the browser's own; undefined if it is unavailable. */
export type RecentStorage = Pick<Storage, 'getItem' | 'setItem'> | undefined;

/** Access may throw in a frame, or by the user's settings. */
function browserStorage(): RecentStorage {
  try {
    return localStorage;
  } catch {
    return undefined;
  }
}

const keyOf = (library: string): string => `feaas-recent ${library}`;

const isRecent = (value: unknown): value is Recent =>
  typeof (value as Recent | null)?.id === 'string' && typeof (value as Recent).name === 'string';

/** The most recent first. */
export function recentOf(library: string, storage: RecentStorage = browserStorage()): readonly Recent[] {
  try {
    const stored: unknown = JSON.parse(storage?.getItem(keyOf(library)) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isRecent).slice(0, MAX_STORED) : [];
  } catch {
    return [];
  }
}

/** Adds a picked component. */
export function remember(library: string, { id, name }: Recent, storage: RecentStorage = browserStorage()): void {
  const others = recentOf(library, storage).filter((each) => each.id !== id);
  try {
    storage?.setItem(keyOf(library), JSON.stringify([{ id, name }, ...others].slice(0, MAX_STORED)));
  } catch {
    // Nothing is stored if the storage is full.
  }
}
