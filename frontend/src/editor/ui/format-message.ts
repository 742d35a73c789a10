/** Formats messages of the editing model. */
import type { CheckKey, Message, MessageKey } from '../../../../src/utils/editing/messages/messages';
import type { Messages } from '../../ui-kit/messages';

/** The type of `message` guarantees that its values match its key. */
export const formatMessage = <Table>(
  { t }: Messages<Table>,
  { key, values }: Message<Extract<keyof Table, MessageKey | CheckKey>>,
): string => (t as (key: string, values: object) => string)(key, values);
