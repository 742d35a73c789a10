/** What a session needs of the world around it. */
import type { VersionStore } from '../../gateway';
import type { Question } from '../messages/messages';
import type { JournalStore } from './journal';
import type { Snapshot } from './snapshot';
import type { Target } from './target';

export interface SessionDependencies {
  /** The backend; asked for when something opens. */
  store(): Promise<VersionStore>;
  /** Resolves when the editor's code and the page's fonts are there. */
  loaded(): Promise<unknown>;
  /** Resolves with whether the editor agrees. */
  confirm(question: Question): Promise<boolean>;
  /** The page shows its own element again: what the host delivers for it. */
  restore(target: Target): void;
  /** A write has ended after its editor closed: what visitors get may be another text than the page shows. */
  late?(): void;
  /** Milliseconds, between a write that failed and the next; rejects never, and does not come when the signal aborts. */
  wait(milliseconds: number, signal: AbortSignal): Promise<void>;
  /** Whether a failure may be gone the next time. */
  passes(error: unknown): boolean;
  /** New for each session, unlike any other: the name of its writes. */
  name(): string;
  /** Address of the page whose own instance is edited; undefined, as without this, where nobody knows. */
  page?(): string | undefined;
  /** What an editor did too early, or what nobody waits for any more. */
  log(message: string, error?: unknown): void;
  /** Something was not done, as the text would be longer than what the host takes. */
  tooLong?(): void;
  readonly journal: JournalStore;
  /** Milliseconds since 1970. */
  now(): number;
  /** Hears of every snapshot. */
  changed(snapshot: Snapshot): void;
}

/** Milliseconds before a write that failed is tried again: at first, and at most. */
export const RETRY = { first: 1_000, most: 30_000 } as const;
