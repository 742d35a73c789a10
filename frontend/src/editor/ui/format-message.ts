/** The text of a message of the editing model. */
import type { CheckKey, Message, MessageKey } from '../../../../src/utils/editing/messages/messages';
import type { Messages } from '../../ui-kit/messages';

/** Its values were checked against its key where it was made. */
export const formatMessage = <Table>(
  { t }: Messages<Table>,
  { key, values }: Message<Extract<keyof Table, MessageKey | CheckKey>>,
): string => (t as (key: string, values: object) => string)(key, values);
