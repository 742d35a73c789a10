/** Messages between tabs about the changes of one library. */
import type { Change, Presence } from '../versions/store';

export type Message =
  /** The leader received a change. */
  | { readonly type: 'change'; readonly change: Change }
  /** The leader received who has a version open. */
  | { readonly type: 'presence'; readonly presence: Presence }
  /** All tabs may have missed changes. */
  | { readonly type: 'missed' }
  /** A tab sends the number of its last change; undefined for a new tab. */
  | { readonly type: 'since'; readonly after?: number | undefined }
  /** The leader sends the number of the last change. */
  | { readonly type: 'at'; readonly sequence: number };

const isNumber = (value: unknown): boolean => Number.isSafeInteger(value);

/** Validates a message: another tab may run another version of the kit. */
export function isMessage(value: unknown): value is Message {
  if (typeof value !== 'object' || value === null || !('type' in value)) return false;
  const { type, change, presence, after, sequence } = value as Record<string, unknown>;
  if (type === 'change') return typeof change === 'object' && isNumber((change as Change | null)?.sequence);
  if (type === 'presence') return Array.isArray((presence as Presence | null | undefined)?.editors);
  if (type === 'since') return after === undefined || isNumber(after);
  return type === 'at' ? isNumber(sequence) : type === 'missed';
}
