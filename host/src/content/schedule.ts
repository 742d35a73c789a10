/** What is published, unpublished or released at a time. */
import type { VersionAddress } from './model.js';

export const SCHEDULE_KINDS = ['publish', 'unpublish', 'release'] as const;
export type ScheduleKind = (typeof SCHEDULE_KINDS)[number];

/** There is none for a job that runs: its effect and its end are one transaction. */
export const SCHEDULE_STATES = ['pending', 'done', 'failed', 'canceled'] as const;
export type ScheduleState = (typeof SCHEDULE_STATES)[number];

/** `gap`: clocks skip this local time. `overlap`: they show it twice. */
export const TIME_ADJUSTMENTS = ['gap', 'overlap'] as const;
export type TimeAdjustment = (typeof TIME_ADJUSTMENTS)[number];

/** A moment, or a local time in a time zone: one of them. */
export interface ScheduleTime {
  /** Milliseconds since 1970. */
  readonly at?: number;
  /** `2026-03-29T02:30` or `2026-03-29T02:30:00`. */
  readonly localTime?: string;
  /** IANA name, such as `Europe/Berlin`. */
  readonly timeZone?: string;
}

/** A version, a stylesheet or a release. */
export type ScheduleSubject =
  | { readonly kind: 'publish'; readonly address: VersionAddress; readonly revision: number }
  | { readonly kind: 'unpublish'; readonly address: VersionAddress }
  | { readonly kind: 'release'; readonly library: string; readonly release: string };

export interface Schedule {
  readonly id: string;
  readonly library: string;
  readonly kind: ScheduleKind;
  /** Id of the version or release; of a stylesheet, that of the library. */
  readonly subject: string;
  /** Number of the revision to publish; null for the other kinds. */
  readonly revision: number | null;
  readonly state: ScheduleState;
  /** Milliseconds since 1970. */
  readonly dueAt: number;
  /** As it was given; null where a moment was. */
  readonly localTime: string | null;
  readonly timeZone: string | null;
  /** Null where the local time occurs once, and without one. */
  readonly adjustment: TimeAdjustment | null;
  /** Tries that failed for reasons that may pass. */
  readonly attempts: number;
  /** Why it failed, or why the last try did. */
  readonly error: string | null;
  /** Name of the principal who scheduled it. */
  readonly createdBy: string;
  readonly createdAt: number;
  readonly finishedAt: number | null;
}

/** What a schedule is about, as a filter of lists. */
export type ScheduleTarget = VersionAddress | { readonly library: string; readonly release: string };

export interface ScheduleFilter {
  /** Only those of this version, stylesheet or release. */
  readonly of?: ScheduleTarget;
  /** Only those that change this version or stylesheet: its own, and those of releases that contain it. */
  readonly affecting?: VersionAddress;
  /** Only those in this state. */
  readonly state?: ScheduleState;
}
