/** What the audit log holds: what made content public or took it back, who may do so, and under which settings. */

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
  /** Greater for what came later; of several hosts within one millisecond, in any order. */
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly action: AuditAction;
  /** Undefined where it is about all libraries, such as a token for each of them. */
  readonly library: string | undefined;
  /** Id of the version, token or preview link, or of the library for its stylesheet and its settings. */
  readonly subject: string;
  /** What it became: the revision, the settings that changed, the role of a token. Never a secret. */
  readonly details: Readonly<Record<string, unknown>>;
  /** Id of the token or session. */
  readonly actor: string;
  readonly actorName: string;
  /** Network address that the request came from; empty for what was done on the command line. */
  readonly address: string;
}

export interface AuditFilter {
  /** Only what is about this library. */
  readonly library?: string;
  readonly action?: AuditAction;
  /** Milliseconds since 1970: nothing that is older. */
  readonly since?: number;
}

/** Who has published or unpublished a version or stylesheet, as far as the audit log reaches back. */
export interface PublicationAudit {
  /** The last entry of all. */
  readonly last: AuditEntry;
  /** The last one of the principal that was asked for. */
  readonly own: AuditEntry | undefined;
}
