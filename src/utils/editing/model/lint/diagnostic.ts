/** A finding of the checks before saving: a warning that blocks nothing. */
import { createMessage, type ArgumentsOf, type CheckKey, type Message } from '../../messages/messages';
import type { ResolvedPosition } from '../syntax-tree';

export interface Diagnostic extends Message<CheckKey> {
  /** The node that it is about, with its range. */
  readonly id: number;
  readonly from: number;
  readonly to: number;
}

export const createDiagnostic = <Key extends CheckKey>(
  { node, from, to }: ResolvedPosition,
  key: Key,
  ...values: ArgumentsOf<Key>
): Diagnostic => ({
  ...createMessage(key, ...values),
  id: node.id,
  from,
  to,
});
