/** The dependencies of an editor session. */
import type { VersionStore } from '../../gateway';
import type { Question } from '../messages/messages';
import type { JournalStore } from './journal';
import type { Snapshot } from './snapshot';
import type { Target } from './target';

export interface SessionDependencies {
  /** The backend; requested when a target opens. */
  store(): Promise<VersionStore>;
  /** Resolves when the editor's code and the page's fonts are loaded. */
  loaded(): Promise<unknown>;
  /** Asks the user for confirmation; resolves with the answer. */
  confirm(question: Question): Promise<boolean>;
  /** Makes the page show its own element again, with the content that the host delivers. */
  restore(target: Target): void;
  /** Called when a write ends after its editor closed: visitors may then get a different text than the page shows. */
  onLateWrite?(): void;
  /** Delay in milliseconds between a failed write and its retry. Never rejects, and stays pending if the signal aborts. */
  wait(milliseconds: number, signal: AbortSignal): Promise<void>;
  /** Whether an error is transient. */
  isTransient(error: unknown): boolean;
  /** Returns a unique name for each session, which is part of the keys of its writes. */
  name(): string;
  /** Address of the page whose own instance is edited; undefined, or omitted, if unknown. */
  page?(): string | undefined;
  /** Logs actions that came too early, and errors that no caller awaits any more. */
  log(message: string, error?: unknown): void;
  /** Called when a change is rejected because the text would exceed the host's limit. */
  tooLong?(): void;
  readonly journal: JournalStore;
  /** Milliseconds since 1970. */
  now(): number;
  /** Called with every new snapshot. */
  changed(snapshot: Snapshot): void;
}

/** Backoff in milliseconds for the retries of a failed write: the first delay and the maximum. */
export const RETRY = { first: 1_000, most: 30_000 } as const;
