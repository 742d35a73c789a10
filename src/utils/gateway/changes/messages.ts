/** What tabs say to each other about one library's changes. */
import type { Change, Presence } from '../versions/store';

export type Message =
  /** The leader heard of a change. */
  | { readonly type: 'change'; readonly change: Change }
  /** The leader heard who has a version open. */
  | { readonly type: 'presence'; readonly presence: Presence }
  /** Changes may have been missed by all. */
  | { readonly type: 'missed' }
  /** A tab says which change it heard of last; nothing for one that is new. */
  | { readonly type: 'since'; readonly after?: number | undefined }
  /** The leader says which change was the last. */
  | { readonly type: 'at'; readonly sequence: number };

const isNumber = (value: unknown): boolean => Number.isSafeInteger(value);

/** Another version of the kit may be open in another tab. */
export function isMessage(value: unknown): value is Message {
  if (typeof value !== 'object' || value === null || !('type' in value)) return false;
  const { type, change, presence, after, sequence } = value as Record<string, unknown>;
  if (type === 'change') return typeof change === 'object' && isNumber((change as Change | null)?.sequence);
  if (type === 'presence') return Array.isArray((presence as Presence | null | undefined)?.editors);
  if (type === 'since') return after === undefined || isNumber(after);
  return type === 'at' ? isNumber(sequence) : type === 'missed';
}
