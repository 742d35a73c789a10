/** The messages of the screen of customizations, with a format for ages. */
import catalog, { type CustomizationsMessageValues } from '../messages/customizations.json';
import { loadMessages, type Messages } from '../ui-kit/messages';
import { relativeTimeFormat } from '../ui-kit/relative-time';

export interface CustomizationsMessages extends Messages<CustomizationsMessageValues> {
  /** How long ago a moment was, as text. */
  formatAge(time: string, now: number): string;
}

export async function loadCustomizationsMessages(tag: string): Promise<CustomizationsMessages> {
  const messages = await loadMessages(catalog, tag);
  return { ...messages, formatAge: relativeTimeFormat(messages.language) };
}
