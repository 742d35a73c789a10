/** Messages about presence that the processes on one database exchange, as pub/sub subjects (`database.publish`). */
import type { VersionAddress } from '../model.js';
import type { PresentEditor } from './presence.js';

/** Prefix of the subjects. Library names contain no slash, so that these subjects never equal one. */
const SUBJECT = 'presence/';
/** PostgreSQL limits a notification to 8000 bytes. This limit of names leaves enough for the longest escaped ids. */
const NAME_CHARACTERS = 200;

export interface Message extends PresentEditor {
  readonly address: VersionAddress;
  /** Identifies the token to which all its sessions count. The token cannot be derived from it. */
  readonly token: string;
  /** 0 if the editor is closed. */
  readonly seconds: number;
}

export const messageOf = ({ address, id, user, token, name, since, seconds }: Message): string => {
  const { library, component, version } = address;
  const shortName = name.slice(0, NAME_CHARACTERS);
  return SUBJECT + JSON.stringify([library, component, version, id, user, shortName, since, seconds, token]);
};

/** Undefined for a subject about something else, or a message that another version of the host sent in another format. */
export function readMessage(subject: string | undefined): Message | undefined {
  if (!subject?.startsWith(SUBJECT)) return undefined;
  let parsed: unknown;
  try {
    parsed = JSON.parse(subject.slice(SUBJECT.length));
  } catch {
    return undefined;
  }
  if (!Array.isArray(parsed)) return undefined;
  // Hosts of an earlier version send no token.
  const [library, component, version, id, user, name, since, seconds, token = user] = parsed as unknown[];
  const texts = [library, component, version, id, user, name, token];
  if (!texts.every((each) => typeof each === 'string') || !isNumber(since) || !isNumber(seconds)) return undefined;
  const [l, c, v, i, u, n, t] = texts as [string, string, string, string, string, string, string];
  return { address: { library: l, component: c, version: v }, id: i, user: u, token: t, name: n, since, seconds };
}

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value) && value >= 0;
