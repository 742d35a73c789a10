/** The messages of pickers. */
import catalog, { type PickerMessageValues } from '../messages/picker.json';
import { loadMessages, type Messages } from '../ui-kit/messages';

export const loadPickerMessages = (language: string): Promise<Messages<PickerMessageValues>> =>
  loadMessages(catalog, language);
