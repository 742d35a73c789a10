/** Schedules: content that is published, unpublished or released at a given time. */
import type { VersionAddress } from './model.js';

export const SCHEDULE_KINDS = ['publish', 'unpublish', 'release'] as const;
export type ScheduleKind = (typeof SCHEDULE_KINDS)[number];

/** There is no state for a running job, because its effect and its end are one transaction. */
export const SCHEDULE_STATES = ['pending', 'done', 'failed', 'canceled'] as const;
export type ScheduleState = (typeof SCHEDULE_STATES)[number];

/** `gap`: clocks skip this local time. `overlap`: it occurs twice. */
export const TIME_ADJUSTMENTS = ['gap', 'overlap'] as const;
export type TimeAdjustment = (typeof TIME_ADJUSTMENTS)[number];

/** Either a moment, or a local time in a time zone. */
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
  /** Id of the version or release. For a stylesheet: the library's id. */
  readonly subject: string;
  /** Number of the revision to publish; null for the other kinds. */
  readonly revision: number | null;
  readonly state: ScheduleState;
  /** Milliseconds since 1970. */
  readonly dueAt: number;
  /** As given; null if a moment was given. */
  readonly localTime: string | null;
  readonly timeZone: string | null;
  /** Null if the local time occurs exactly once, or if there is none. */
  readonly adjustment: TimeAdjustment | null;
  /** Number of attempts that failed temporarily. */
  readonly attempts: number;
  /** Why it failed, or why the last attempt failed. */
  readonly error: string | null;
  /** Name of the principal who scheduled it. */
  readonly createdBy: string;
  readonly createdAt: number;
  readonly finishedAt: number | null;
}

/** The subject of a schedule, as a filter of lists. */
export type ScheduleTarget = VersionAddress | { readonly library: string; readonly release: string };

export interface ScheduleFilter {
  /** Only those of this version, stylesheet or release. */
  readonly of?: ScheduleTarget;
  /** Only schedules that change this version or stylesheet, directly or as part of a release. */
  readonly affecting?: VersionAddress;
  /** Only those in this state. */
  readonly state?: ScheduleState;
}
