/** The messages of the inspector, with formats for times. */
import catalog, { type InspectorMessageValues } from '../messages/inspector.json';
import { loadMessages, type Messages } from '../ui-kit/messages';
import { relativeTimeFormat } from '../ui-kit/relative-time';

export interface InspectorMessages extends Messages<InspectorMessageValues> {
  formatDuration(milliseconds: number): string;
  /** How long ago a moment was, as text. */
  formatAge(time: number): string;
  /** The time of day of a moment, as text. */
  formatClock(time: number): string;
}

export async function loadInspectorMessages(tag: string): Promise<InspectorMessages> {
  const messages = await loadMessages(catalog, tag);
  const { language } = messages;
  const durations = new Intl.NumberFormat(language, {
    style: 'unit',
    unit: 'millisecond',
    maximumSignificantDigits: 3,
  });
  const clock = new Intl.DateTimeFormat(language, { timeStyle: 'medium' });
  return {
    ...messages,
    formatDuration: (milliseconds) => durations.format(milliseconds),
    formatAge: relativeTimeFormat(language),
    formatClock: (time) => clock.format(time),
  };
}
