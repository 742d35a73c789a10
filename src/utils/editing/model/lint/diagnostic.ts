/** What a check before saving found; it warns, and blocks nothing. */
import type { MessageKey, MessageValues } from '../../messages/messages';
import type { ResolvedPosition } from '../syntax-tree';

export interface Diagnostic {
  readonly key: MessageKey;
  readonly values: MessageValues;
  /** The node it is about, and where that stands. */
  readonly id: number;
  readonly from: number;
  readonly to: number;
}

export const createDiagnostic = (
  { node, from, to }: ResolvedPosition,
  key: MessageKey,
  values: MessageValues = {},
): Diagnostic => ({
  key,
  values,
  id: node.id,
  from,
  to,
});
