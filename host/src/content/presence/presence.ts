/**
 * Who has a version open in a page right now: told by their browsers again and again, and forgotten when those fall silent.
 * Nothing of it is kept: after a restart the browsers tell it anew.
 */
import type { VersionAddress } from '../model.js';
import type { PrincipalIdentity } from '../../auth/identity.js';

/** An editor that a version is open in. */
export interface PresentEditor {
  /** Chosen by the browser; unlike any other of the same user's. */
  readonly id: string;
  /** The same for all of one user's editors; tells nothing of their token. */
  readonly user: string;
  /** Of the token or session, never of the browser. */
  readonly name: string;
  /** Since when, in milliseconds since 1970. */
  readonly since: number;
}

/** Who has a version open. */
export interface Presence {
  readonly address: VersionAddress;
  /** In the order in which they came. */
  readonly editors: readonly PresentEditor[];
}

/** What a browser says of its editor. */
export interface Announcement {
  readonly address: VersionAddress;
  readonly editor: string;
  readonly actor: PrincipalIdentity;
  /** Id of the actor's token, or of the one that gave the session. */
  readonly token: string;
  /** For how long that holds without another word. */
  readonly seconds: number;
}

/** Presence at the versions of all libraries, in this and all other processes on the database. */
export interface Presences {
  /** @throws RateLimitedError for one more than there may be. */
  publishMessage(announcement: Announcement): void;
  /** The editor is closed; no error where nobody knew of it. */
  withdraw(editor: Omit<Announcement, 'seconds' | 'token'>): void;
  of(address: VersionAddress): Presence;
  /** Versions of a library that somebody has open. */
  inLibrary(library: string): readonly VersionAddress[];
  /** Calls when somebody came to a version, or went; the function that is returned ends it. */
  watch(library: string, changed: (address: VersionAddress) => void): () => void;
  close(): void;
}
