import type { Setting } from '../lib/setting.js';
import type { S3Credentials } from '../storage/s3/location.js';

/** A request to a service, and the blobs that it purges. */
export interface PurgeCall {
  readonly keys: readonly string[];
  /** @throws PurgeError */
  send(signal: AbortSignal): Promise<void>;
}

/** A CDN, or a purge hook. */
export interface PurgeTarget {
  /** Name of the service in logs, without secrets. */
  readonly name: string;
  /** The requests that purge the blobs, as few as the service allows. */
  calls(keys: readonly string[]): readonly PurgeCall[];
}

/** The parsed `FEAAS_PURGE`: `<service>:<name>?<parameter>=…`. */
export interface PurgeLocation {
  /** Identifies the cache at its service. */
  readonly name: string;
  /** URL of the service's API without a trailing slash; undefined for the default. */
  readonly endpoint: string | undefined;
  /** URL of Microsoft Entra; undefined for the default. */
  readonly login: string | undefined;
  /** Base URLs of the content on the CDN, without trailing slashes; empty for all paths of the host. */
  readonly bases: readonly string[];
  /** Credentials of AWS, if the settings contain them. */
  readonly awsCredentials: S3Credentials | undefined;
}

export type SettingValues = Readonly<Record<string, string | undefined>>;

/** A kind of purge target. The registry lists the drivers. */
export interface PurgeDriver {
  /** The format of `FEAAS_PURGE`, for messages. */
  readonly form: string;
  /** The valid names of caches. */
  readonly names: RegExp;
  /** Settings of the host for credentials. */
  readonly settings: Readonly<Record<string, Setting<string>>>;
  open(location: PurgeLocation, credentials: SettingValues): PurgeTarget;
}

/** A purge failed. The message contains advice. */
export class PurgeError extends Error {
  override readonly name = 'PurgeError';
  /** Whether other requests would fail, too: the service is unavailable, limits the rate, or rejects the credentials. */
  readonly isAboutTarget: boolean;
  /** Seconds to wait, as requested by the service. */
  readonly retryAfter: number | undefined;
  constructor(message: string, options: { isAboutTarget: boolean; retryAfter?: number | undefined; cause?: unknown }) {
    super(message, { cause: options.cause });
    this.isAboutTarget = options.isAboutTarget;
    this.retryAfter = options.retryAfter;
  }
}
