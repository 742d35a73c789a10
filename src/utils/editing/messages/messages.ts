/** What the editing model has to tell who edits: a key of a catalog of messages, with its values. */
import type { KeyWithoutValues, MessageArguments } from '../../../global/message-arguments';
import type { CheckMessageValues } from './checks.generated';
import type { EditorMessageValues as ToolMessageValues } from './editor.generated';
import type { EditorPanelMessageValues } from './editor-panels.generated';

/** The values of each message of the editor: of its tools, and of its panels. */
export type EditorMessageValues = ToolMessageValues & EditorPanelMessageValues;

/** A message of the editor. */
export type MessageKey = keyof EditorMessageValues;

/** A message of the editor without values, such as a label. */
export type TextKey = KeyWithoutValues<EditorMessageValues>;

/** A message about what a check before saving found. */
export type CheckKey = keyof CheckMessageValues;

/** What is asked before something is lost, or seen by others. */
export type Question = Extract<MessageKey, `ask.${string}`>;

/** A message to be shown in the language of who edits. */
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
