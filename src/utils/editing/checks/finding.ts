/** What a check before saving found; it warns, and blocks nothing. */
import type { MessageKey, MessageValues } from '../messages';
import type { Place } from '../nodes';

export interface Finding {
  readonly key: MessageKey;
  readonly values: MessageValues;
  /** The node it is about, and where that stands. */
  readonly id: number;
  readonly from: number;
  readonly to: number;
}

export const finding = ({ node, from, to }: Place, key: MessageKey, values: MessageValues = {}): Finding => ({
  key,
  values,
  id: node.id,
  from,
  to,
});
