/** Schedules that change a version, for the editor. Times are ISO 8601 text. */

export interface Schedule {
  readonly id: string;
  readonly kind: 'PUBLISH' | 'UNPUBLISH' | 'RELEASE';
  /** Id of the version or release; for a stylesheet, that of the library. */
  readonly subject: string;
  /** Number of the revision to publish; null for the other kinds. */
  readonly revision: number | null;
  /** Null for the other kinds. */
  readonly release: ScheduledRelease | null;
  readonly dueAt: string;
  /** The local time as it was entered, without a time zone; null if an instant was entered. */
  readonly localTime: string | null;
  /** IANA name. */
  readonly timeZone: string | null;
  /** Whether clocks skip the local time, or show it twice; null if they show it once. */
  readonly adjustment: 'GAP' | 'OVERLAP' | null;
  /** Name of the user who created it. */
  readonly createdBy: string;
}

interface ScheduledRelease {
  readonly name: string;
  /** A version or stylesheet, and its revision; null if the release unpublishes it. */
  readonly items: readonly { readonly id: string; readonly revision: number | null }[];
}

export interface LocalTime {
  /** `2026-12-24T18:00` */
  readonly localTime: string;
  /** IANA name. */
  readonly timeZone: string;
}

/** Pending schedules, sorted by time. */
export interface ScheduleList {
  readonly ofVersion: readonly Schedule[];
  /** Schedules of the library's stylesheet that are not in `ofVersion`. */
  readonly ofStylesheet: readonly Schedule[];
  /** Whether there are later ones. */
  readonly hasMore: boolean;
  /** Whether the caller may schedule and cancel. */
  readonly canChange: boolean;
}

/** All reject with errors of the connection to the backend; ForbiddenError and UnauthenticatedError. */
export interface Schedules {
  /** Returns the next 20 schedules that change a version, and as many of its stylesheet. */
  list(id: string): Promise<ScheduleList>;
  publish(id: string, revision: number, time: LocalTime): Promise<Schedule>;
  unpublish(id: string, time: LocalTime): Promise<Schedule>;
  cancel(schedule: string): Promise<void>;
}
