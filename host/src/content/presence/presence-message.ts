/** What processes on one database tell each other of presence, as subjects of news (`database.announce`). */
import type { VersionAddress } from '../model.js';
import type { PresentEditor } from './presence.js';

/** No library's name, by which changes are told of, has a slash. */
const SUBJECT = 'presence/';
/** PostgreSQL takes 8000 bytes; this much of a name leaves room for the longest ids, however they are escaped. */
const NAME_CHARACTERS = 200;

export interface Message extends PresentEditor {
  readonly address: VersionAddress;
  /** Stands for the token that counts for all sessions that it gave; tells nothing of it. */
  readonly token: string;
  /** 0 for one that is gone. */
  readonly seconds: number;
}

export const messageOf = ({ address, id, user, token, name, since, seconds }: Message): string => {
  const { library, component, version } = address;
  const shown = name.slice(0, NAME_CHARACTERS);
  return SUBJECT + JSON.stringify([library, component, version, id, user, shown, since, seconds, token]);
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
  // Hosts of an earlier version name no token.
  const [library, component, version, id, user, name, since, seconds, token = user] = read as unknown[];
  const texts = [library, component, version, id, user, name, token];
  if (!texts.every((each) => typeof each === 'string') || !isNumber(since) || !isNumber(seconds)) return undefined;
  const [l, c, v, i, u, n, t] = texts as [string, string, string, string, string, string, string];
  return { address: { library: l, component: c, version: v }, id: i, user: u, token: t, name: n, since, seconds };
}

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value) && value >= 0;
