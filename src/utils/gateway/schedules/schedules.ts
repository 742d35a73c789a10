/** Schedules that change a version, as an editor needs them. Times are ISO 8601 text. */

export interface Schedule {
  readonly id: string;
  readonly kind: 'PUBLISH' | 'UNPUBLISH' | 'RELEASE';
  /** Id of the version or release; of a stylesheet, that of the library. */
  readonly subject: string;
  /** Number of the revision that is published; null for the other kinds. */
  readonly revision: number | null;
  /** Null for the other kinds. */
  readonly release: ScheduledRelease | null;
  readonly dueAt: string;
  /** As it was given, without a zone; null where a moment was. */
  readonly localTime: string | null;
  /** IANA name. */
  readonly timeZone: string | null;
  /** Clocks skip the local time, or show it twice; null where they show it once. */
  readonly adjustment: 'GAP' | 'OVERLAP' | null;
  /** Name of who scheduled it. */
  readonly createdBy: string;
}

interface ScheduledRelease {
  readonly name: string;
  /** A version or stylesheet, and its revision; null where the release unpublishes it. */
  readonly items: readonly { readonly id: string; readonly revision: number | null }[];
}

export interface LocalTime {
  /** `2026-12-24T18:00` */
  readonly localTime: string;
  /** IANA name. */
  readonly timeZone: string;
}

/** What is pending, by its time. */
export interface ScheduleList {
  readonly ofVersion: readonly Schedule[];
  /** Those of the library's stylesheet that are not among them. */
  readonly ofStylesheet: readonly Schedule[];
  /** There are later ones. */
  readonly hasMore: boolean;
  /** Whether the caller may schedule and cancel. */
  readonly canChange: boolean;
}

/** All reject with whatever the way to the backend throws; ForbiddenError and UnauthenticatedError. */
export interface Schedules {
  /** The next 20 that change a version, and as many of its stylesheet. */
  list(id: string): Promise<ScheduleList>;
  publish(id: string, revision: number, time: LocalTime): Promise<Schedule>;
  unpublish(id: string, time: LocalTime): Promise<Schedule>;
  cancel(schedule: string): Promise<void>;
}
