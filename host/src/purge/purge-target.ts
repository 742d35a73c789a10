import type { Setting } from '../lib/setting.js';
import type { S3Credentials } from '../storage/s3/location.js';

/** One request to a service, and the blobs whose copies it removes. */
export interface PurgeCall {
  readonly keys: readonly string[];
  /** @throws PurgeError */
  send(signal: AbortSignal): Promise<void>;
}

/** A CDN, or the hook of one. */
export interface PurgeTarget {
  /** Names the service in logs, without secrets. */
  readonly name: string;
  /** The requests that remove all copies of blobs, as few as the service allows. */
  calls(keys: readonly string[]): readonly PurgeCall[];
}

/** What `FEAAS_PURGE` names: `<service>:<name>?<parameter>=…`. */
export interface PurgeLocation {
  /** What identifies the cache at its service. */
  readonly name: string;
  /** The service's API, where it is not the usual one. Without a slash at its end. */
  readonly endpoint: string | undefined;
  /** Microsoft Entra's, where it is not the usual one. */
  readonly login: string | undefined;
  /** Under which addresses the CDN has the content, without a slash at their ends; none for all paths of the host. */
  readonly bases: readonly string[];
  /** Of AWS, where the settings have them. */
  readonly awsCredentials: S3Credentials | undefined;
}

export type SettingValues = Readonly<Record<string, string | undefined>>;

/** A kind of target. The registry lists the drivers. */
export interface PurgeDriver {
  /** The form of `FEAAS_PURGE`, for messages. */
  readonly form: string;
  /** What the name of the cache looks like. */
  readonly names: RegExp;
  /** Credentials. They become part of the host's settings. */
  readonly settings: Readonly<Record<string, Setting<string>>>;
  open(location: PurgeLocation, credentials: SettingValues): PurgeTarget;
}

/** Why copies could not be removed; the message says what to do. */
export class PurgeError extends Error {
  override readonly name = 'PurgeError';
  /** True if other requests would fail as well: the service is away, limits the rate, or refuses the credentials. */
  readonly isAboutTarget: boolean;
  /** Seconds after which the service wants to be asked again. */
  readonly retryAfter: number | undefined;
  constructor(message: string, options: { isAboutTarget: boolean; retryAfter?: number | undefined; cause?: unknown }) {
    super(message, { cause: options.cause });
    this.isAboutTarget = options.isAboutTarget;
    this.retryAfter = options.retryAfter;
  }
}
