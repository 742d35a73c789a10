/**
 * The backend as the editor needs it: a port, so that a product with a backend of its own implements these functions and
 * nothing else. All ids are paths: `library/component/version`.
 */

/** One version of a component, or a fork of one for a single page. Times are ISO 8601 text. */
export interface Version {
  /** `library/component/version`. */
  readonly id: string;
  readonly library: string;
  /** `library/component`. */
  readonly component: string;
  /** Last part of the id: `responsive`, or the instance of a fork. */
  readonly name: string;
  /** HTML of the last revision. */
  readonly view: string;
  /** Id of what it was forked from; null for what is no fork. */
  readonly forkOriginId: string | null;
  /** Number of the last revision, from 1. */
  readonly revision: number;
  /** Number of the revision that is delivered as `staged`; null when none is. */
  readonly staged: number | null;
  /** Number of the revision that is delivered as `published`; null when none is. */
  readonly published: number | null;
  /** Since when it is deleted; null for one that is not. */
  readonly deletedAt: string | null;
  readonly createdAt: string;
  readonly modifiedAt: string;
}

/** One entry of a history. */
export interface Revision {
  /** From 1, without gaps. */
  readonly number: number;
  /** HTML of the view. */
  readonly content: string;
  /** Name of who saved it. */
  readonly author: string;
  readonly at: string;
  /** The furthest it is delivered as now. */
  readonly state: 'SAVED' | 'STAGED' | 'PUBLISHED';
}

/** Latest first. */
export interface RevisionPage {
  readonly items: readonly Revision[];
  /** Hand it in as `after` for the next page; null at the end. */
  readonly next: string | null;
}

/** A theme: a class that a view may carry. */
export interface Theme {
  readonly id: string;
  /** Its name for people. */
  readonly name: string;
  /** The class, without a dot. */
  readonly className: string;
  /** What it is, for people; empty for none. */
  readonly description: string;
}

export interface Breakpoint {
  readonly id: string;
  /** Least width of the viewport, in CSS pixels. */
  readonly minWidth: number;
}

/** The CSS that a library's components share. */
export interface Stylesheet {
  /** The library's id. */
  readonly id: string;
  readonly css: string;
  readonly themes: readonly Theme[];
  readonly breakpoints: readonly Breakpoint[];
  readonly revision: number;
  readonly staged: number | null;
  readonly published: number | null;
}

export type Action = 'FORK' | 'SAVE' | 'STAGE' | 'PUBLISH' | 'UNSTAGE' | 'UNPUBLISH' | 'RESTORE' | 'REVERT' | 'DELETE';

/** Something that happened to a version or stylesheet of the library. */
export interface Change {
  /** Grows with every change of the library. */
  readonly sequence: number;
  readonly kind: 'VERSION' | 'STYLESHEET';
  /** Id of the version, or the library's for its stylesheet. */
  readonly id: string;
  readonly action: Action;
  /** Number of the last revision after it. */
  readonly revision: number;
  readonly at: string;
}

/** An editor that a version is open in, as the backend tells of it. */
export interface PresentEditor {
  readonly id: string;
  /** The same for all editors of one user. */
  readonly user: string;
  readonly name: string;
  /** Since when. */
  readonly since: string;
}

/** Who has a version open. */
export interface Presence {
  /** Of the version. */
  readonly id: string;
  /** In the order in which they came. */
  readonly editors: readonly PresentEditor[];
}

/** Another editor that has the same version open. */
export interface PresentUser {
  readonly id: string;
  /** Name of who edits. */
  readonly name: string;
  /** Since when: ISO 8601 text. */
  readonly since: string;
  /** It is another tab, or browser, of the same user. */
  readonly own: boolean;
}

/** What every write carries. */
export interface Write {
  /** Number of the revision that the writer has seen last; 0 for what is not there yet. */
  readonly expectedRevision: number;
  /**
   * Makes a write that is repeated happen once: at most 200 characters, new for each write. Made up where it is missing,
   * so that the store's own repetitions are safe; hand one in to repeat a write later, after a crash for instance.
   */
  readonly idempotencyKey?: string;
  /**
   * Address of the page that a fork is for, http or https, so that the page's customizations can be found: a remark of
   * `fork` and `save`, which a store may leave out. What is known stays without it.
   */
  readonly page?: string;
}

/** Hears of changes until it is left. */
export interface ChangeListener {
  /** Each change, once, in order. */
  change(change: Change): void;
  /** Changes may have been missed: what is shown should be read again. */
  missed?(): void;
  /** Who has a version open, where that has changed. */
  presence?(presence: Presence): void;
  /** Nothing more is heard until somebody else signs in; the subscription stays and goes on then. */
  error?(error: Error): void;
}

/**
 * Reads and writes of versions. Writes resolve with the state after them.
 * @throws (all writes) ConflictError with the current state when `expectedRevision` is not that of the backend, and
 * nothing is written then; NotFoundError, BadInputError, KeyReusedError, UnauthenticatedError, ForbiddenError; and
 * whatever the way to the backend throws.
 */
export interface VersionStore {
  /** Versions in the order asked for; null where there is none that the caller may see. Deleted ones are there, marked. */
  find(ids: readonly string[]): Promise<readonly (Version | null)[]>;
  /** Copies a version's last revision to `library/component/{instance}`; restores one that was deleted. */
  fork(originId: string, instance: string, write: Write): Promise<Version>;
  /** Adds a revision; makes the version where `expectedRevision` is 0. */
  save(id: string, view: string, write: Write): Promise<Version>;
  /** Delivers the last revision as `staged`. */
  stage(id: string, write: Write): Promise<Version>;
  /** Delivers the last revision as `published`. */
  publish(id: string, write: Write): Promise<Version>;
  /** Delivers nothing as `staged` any more. */
  unstage(id: string, write: Write): Promise<Version>;
  /** Delivers nothing as `published` any more. */
  unpublish(id: string, write: Write): Promise<Version>;
  /** Marks it as deleted; nothing is delivered any more. The history stays. */
  remove(id: string, write: Write): Promise<Version>;
  /** Takes the mark of deletion off. */
  restore(id: string, write: Write): Promise<Version>;
  /** Saves an earlier revision again, as a new one. */
  revert(id: string, to: number, write: Write): Promise<Version>;
  /** Revisions, latest first: `first` of them (20 by default, at most 100) `after` the page before. */
  history(id: string, page?: { readonly first?: number; readonly after?: string }): Promise<RevisionPage>;
  /** A library's stylesheet with its themes; null while there is none that the caller may see. */
  stylesheet(library: string): Promise<Stylesheet | null>;
  /** Hears of a library's changes, from now on; the function that is returned leaves. */
  subscribe(library: string, listener: ChangeListener): () => void;
  /**
   * Says that a version, or a fork that is not saved yet, is open in an editor, until the function that is returned is
   * called. `hear` is told who else has it open, whenever that changes; at first nobody. It never fails: where nothing can be
   * said or heard, nobody is seen. A store without it has no way to know.
   */
  attend?(id: string, hear: (others: readonly PresentUser[]) => void): () => void;
}
