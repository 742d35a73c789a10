/** What processes on one database tell each other of presence, as subjects of news (`database.announce`). */
import type { VersionAddress } from '../model.js';
import type { PresentEditor } from './presence.js';

/** No library's name, by which changes are told of, has a slash. */
const SUBJECT = 'presence/';
/** PostgreSQL takes 8000 bytes; this much of a name leaves room for the longest ids, however they are escaped. */
const NAME_CHARACTERS = 200;

export interface Message extends PresentEditor {
  readonly address: VersionAddress;
  /** 0 for one that is gone. */
  readonly seconds: number;
}

export const messageOf = ({ address, id, user, name, since, seconds }: Message): string => {
  const { library, component, version } = address;
  const shown = name.slice(0, NAME_CHARACTERS);
  return SUBJECT + JSON.stringify([library, component, version, id, user, shown, since, seconds]);
};

/** Undefined for what is about something else, or comes from another version of the host and means something else. */
export function readMessage(subject: string | undefined): Message | undefined {
  if (!subject?.startsWith(SUBJECT)) return undefined;
  let read: unknown;
  try {
    read = JSON.parse(subject.slice(SUBJECT.length));
  } catch {
    return undefined;
  }
  if (!Array.isArray(read)) return undefined;
  const [library, component, version, id, user, name, since, seconds] = read as unknown[];
  const texts = [library, component, version, id, user, name];
  if (!texts.every((each) => typeof each === 'string') || !isNumber(since) || !isNumber(seconds)) return undefined;
  const [l, c, v, i, u, n] = texts as [string, string, string, string, string, string];
  return { address: { library: l, component: c, version: v }, id: i, user: u, name: n, since, seconds };
}

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value) && value >= 0;
