/**
 * Presence: who has a version open in an editor. Browsers announce it repeatedly, and an announcement expires. It is
 * not persisted: after a restart, the browsers announce it again.
 */
import type { VersionAddress } from '../model.js';
import type { PrincipalIdentity } from '../../auth/identity.js';

/** An open editor of a version. */
export interface PresentEditor {
  /** Chosen by the browser; unique among the user's editors. */
  readonly id: string;
  /** The same for all editors of a user. The token cannot be derived from it. */
  readonly user: string;
  /** Name of the token or session, not chosen by the browser. */
  readonly name: string;
  /** When it was opened, in milliseconds since 1970. */
  readonly since: number;
}

/** The open editors of a version. */
export interface Presence {
  readonly address: VersionAddress;
  /** Ordered by the time at which they were opened. */
  readonly editors: readonly PresentEditor[];
}

/** A browser's announcement of its editor. */
export interface Announcement {
  readonly address: VersionAddress;
  readonly editor: string;
  readonly actor: PrincipalIdentity;
  /** Id of the actor's token, or of the token that created the session. */
  readonly token: string;
  /** Seconds until the announcement expires. */
  readonly seconds: number;
}

/** Presence at the versions of all libraries, in all processes on the database. */
export interface Presences {
  /** @throws RateLimitedError if a limit is exceeded. */
  publishMessage(announcement: Announcement): void;
  /** Removes a closed editor. Does nothing if it is unknown. */
  withdraw(editor: Omit<Announcement, 'seconds' | 'token'>): void;
  of(address: VersionAddress): Presence;
  /** Versions of a library that have open editors. */
  inLibrary(library: string): readonly VersionAddress[];
  /** Calls `changed` when the editors of a version change. Returns a function that stops it. */
  watch(library: string, changed: (address: VersionAddress) => void): () => void;
  close(): void;
}
