/** Recently picked components of a library, stored in the browser. */

export interface Recent {
  /** `library/component`. */
  readonly id: string;
  readonly name: string;
}

/** Maximum number of stored components. */
const MOST = 6;

/** By default the browser's own; undefined if it is unavailable. */
export type RecentStorage = Pick<Storage, 'getItem' | 'setItem'> | undefined;

/** Access may throw in a frame, or by the user's settings. */
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

/** The most recent first. */
export function recentOf(library: string, storage: RecentStorage = ownStorage()): readonly Recent[] {
  try {
    const kept: unknown = JSON.parse(storage?.getItem(keyOf(library)) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isRecent).slice(0, MOST) : [];
  } catch {
    return [];
  }
}

/** Adds a picked component. */
export function remember(library: string, { id, name }: Recent, storage: RecentStorage = ownStorage()): void {
  const rest = recentOf(library, storage).filter((each) => each.id !== id);
  try {
    storage?.setItem(keyOf(library), JSON.stringify([{ id, name }, ...rest].slice(0, MOST)));
  } catch {
    // Nothing is stored if the storage is full.
  }
}
