/** The messages of the component list, with a format for ages. */
import catalog, { type LibrariesMessageValues } from '../messages/libraries.json';
import { loadMessages, type Messages } from '../ui-kit/messages';
import { relativeTimeFormat } from '../ui-kit/relative-time';

export interface LibrariesMessages extends Messages<LibrariesMessageValues> {
  /** How long ago a moment was, as text. */
  formatAge(time: string, now: number): string;
}

export async function loadLibrariesMessages(tag: string): Promise<LibrariesMessages> {
  const messages = await loadMessages(catalog, tag);
  return { ...messages, formatAge: relativeTimeFormat(messages.language) };
}
