/** The entries of the audit log: publications and their withdrawal, changes of access rights, and changes of settings. */

export const AUDIT_ACTIONS = [
  'publish',
  'unpublish',
  'delete',
  'restore',
  'deleteDataSource',
  'deleteMedia',
  'deleteComponent',
  'deleteLibrary',
  'saveSettings',
  'createToken',
  'revokeToken',
  'rotateKeys',
  'createWebhook',
  'updateWebhook',
  'deleteWebhook',
  'rotateWebhookSecret',
  'testWebhook',
  'replayWebhook',
  'schedule',
  'cancelSchedule',
  'failSchedule',
  'saveRelease',
  'deleteRelease',
  'publishRelease',
  'createPreviewLink',
  'revokePreviewLink',
  'signIn',
  'signOut',
  'refuseSignIn',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

export interface AuditEntry {
  /** Ids increase with time. Entries of different hosts within one millisecond are in any order. */
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly action: AuditAction;
  /** Undefined if the entry concerns all libraries, such as a token for every library. */
  readonly library: string | undefined;
  /** Id of the version, token or preview link. For the stylesheet and the settings of a library, the library's id. */
  readonly subject: string;
  /** The new state: the revision, the changed settings, or the role of a token. Never a secret. */
  readonly details: Readonly<Record<string, unknown>>;
  /** Id of the token or session. */
  readonly actor: string;
  readonly actorName: string;
  /** Network address of the request; empty for commands of the command line. */
  readonly address: string;
}

export interface AuditFilter {
  /** Only entries about this library. */
  readonly library?: string;
  readonly action?: AuditAction;
  /** Milliseconds since 1970. Older entries are omitted. */
  readonly since?: number;
}

/** The principals that published or unpublished a version or stylesheet, as far as the retained audit log shows. */
export interface PublicationAudit {
  /** The most recent entry. */
  readonly last: AuditEntry;
  /** The most recent entry of the requested principal. */
  readonly own: AuditEntry | undefined;
}
