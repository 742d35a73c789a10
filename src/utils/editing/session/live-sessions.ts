/**
 * Distinguishes live sessions of other tabs from crashed ones. A session holds a lock with its name; the browser
 * releases it with the tab. Without the Web Locks API (plain HTTP), a tab asks the others, and live ones answer.
 * Messages also reach tabs in the background, where timers are throttled.
 */

import { randomId } from '../../../global/random-id';

/** Milliseconds to wait for the answers of other tabs. A tab that is blocked for longer does not respond to its user either. */
const ANSWER_TIMEOUT = 1_000;

export interface LiveSessions {
  /** Marks a session of this tab as alive, until the returned function is called or the tab ends. */
  hold(name: string): () => void;
  /** Names of the sessions that are alive, in this tab and others. Rejects if the browser does not list its locks. */
  find(): Promise<ReadonlySet<string>>;
}

/** A question to all tabs, or the answer of one tab: the names of its sessions. */
type Message = { readonly question: string } | { readonly answer: string; readonly names: readonly string[] };

/** @param scope prefix of the locks' names, and name of the channel */
export const trackLiveSessions = (scope: string, locks: LockManager | undefined): LiveSessions =>
  locks ? trackByLocks(scope, locks) : trackByMessages(scope);

function trackByLocks(scope: string, locks: LockManager): LiveSessions {
  const prefix = `${scope} `;
  return {
    hold(name) {
      let release = (): void => {};
      const released = new Promise<void>((resolve) => (release = resolve));
      locks.request(prefix + name, () => released).catch(() => {});
      return release;
    },
    async find() {
      const { held = [] } = await locks.query();
      return new Set(held.flatMap(({ name }) => (name?.startsWith(prefix) ? [name.slice(prefix.length)] : [])));
    },
  };
}

/** Returns undefined where the browser allows no channel, such as in an opaque frame or with blocked storage. */
function openChannel(scope: string): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel(scope);
  } catch {
    return undefined;
  }
}

function trackByMessages(scope: string): LiveSessions {
  const ownNames = new Set<string>();
  const channel = openChannel(scope);
  /** Callbacks for the answers, by the ids of the questions. */
  const questions = new Map<string, (names: readonly string[]) => void>();
  channel?.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if ('answer' in data) questions.get(data.answer)?.(data.names);
    else if (ownNames.size) channel.postMessage({ answer: data.question, names: [...ownNames] } satisfies Message);
  });
  return {
    hold(name) {
      ownNames.add(name);
      return () => void ownNames.delete(name);
    },
    async find() {
      const found = new Set(ownNames);
      if (!channel) return found;
      const question = randomId();
      questions.set(question, (names) => names.forEach((name) => found.add(name)));
      channel.postMessage({ question } satisfies Message);
      await new Promise((resolve) => setTimeout(resolve, ANSWER_TIMEOUT));
      questions.delete(question);
      return found;
    },
  };
}
