/** Messages of the editing model to the user: a key of a message catalog, with its values. */
import type { KeyWithoutValues, MessageArguments } from '../../../global/message-arguments';
import type { CheckMessageValues } from './checks.generated';
import type { EditorMessageValues as ToolMessageValues } from './editor.generated';
import type { EditorPanelMessageValues } from './editor-panels.generated';

/** The values of each message of the editor: of its tools and of its panels. */
export type EditorMessageValues = ToolMessageValues & EditorPanelMessageValues;

/** Key of a message of the editor. */
export type MessageKey = keyof EditorMessageValues;

/** Key of a message of the editor without values, such as a label. */
export type TextKey = KeyWithoutValues<EditorMessageValues>;

/** Key of a message of the checks before saving. */
export type CheckKey = keyof CheckMessageValues;

/** Key of a question that is asked before something is lost or becomes visible to others. */
export type Question = Extract<MessageKey, `ask.${string}`>;

/** A message to be shown in the user's language. */
export interface Message<Key extends MessageKey | CheckKey = MessageKey> {
  readonly key: Key;
  readonly values: Readonly<Record<string, string | number>>;
}

type ValuesOf<Key> = Key extends CheckKey
  ? CheckMessageValues[Key]
  : Key extends MessageKey
    ? EditorMessageValues[Key]
    : never;

/** The arguments after a key. */
export type ArgumentsOf<Key> = MessageArguments<ValuesOf<Key>>;

/** A message whose values are checked against its key. */
export const createMessage = <Key extends MessageKey | CheckKey>(
  key: Key,
  ...[values]: ArgumentsOf<Key>
): Message<Key> => ({ key, values: (values ?? {}) as Message['values'] });
