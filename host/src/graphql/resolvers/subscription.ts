import { allows, requireRole } from '../../auth/principal.js';
import { NotFoundError } from '../../lib/domain-error.js';
import type { Change } from '../../content/model.js';
import type { Context } from '../context/context.js';
import { RateLimitedError } from '../context/errors.js';
import { createChangeReads } from '../context/shared-reads.js';
import type { Services } from '../context/services.js';
import { visibleStylesheet, visibleVersion } from '../context/visibility.js';
import { eventsOf, type LibraryEvent } from './library-events.js';

/** Maximum milliseconds of a timer. The expiry of a longer token is checked at each event anyway. */
const MAX_TIMER = 24 * 3_600_000;
/** Seconds after which a caller with too many subscriptions may retry. */
const RETRY_SECONDS = 30;

interface Args {
  readonly library: string;
  readonly after?: number | null;
}

/** Events of a library, until the client disconnects, the host stops, or the principal's token expires. */
export function subscriptionResolvers({ contentService, presences, connectionLimit, clock }: Services) {
  /** @param createEvents creates the events from the library's changes */
  async function subscribe<Event extends LibraryEvent>(
    { library, after }: Args,
    context: Context,
    createEvents: (changes: AsyncIterable<Change>) => AsyncIterable<Event>,
  ): Promise<AsyncIterableIterator<Event>> {
    const { actor, token, expiresAt } = requireRole(context.principal, library, 'viewer');
    if (!(await contentService.library(library)))
      throw new NotFoundError(`There is no library "${library}". Check the id.`);
    const release = await connectionLimit.take({ principal: actor.id, token, address: context.address });
    if (!release) throw new RateLimitedError(RETRY_SECONDS, 'open subscriptions');
    const stop = new AbortController();
    const remaining = expiresAt === undefined ? Infinity : expiresAt - clock();
    const expiry = remaining < MAX_TIMER ? setTimeout(() => stop.abort(), Math.max(0, remaining)).unref() : undefined;
    const signal = context.abortSignal();
    const onAbort = (): void => stop.abort();
    // All cleanup happens here, because a generator that was never started does not run `finally`.
    stop.signal.addEventListener('abort', () => {
      clearTimeout(expiry);
      signal.removeEventListener('abort', onAbort);
      release();
    });
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort);
    try {
      const changes = await contentService.changes(library, {
        ...(after == null ? {} : { after }),
        signal: stop.signal,
      });
      return untilStopped(whileAllowed(createEvents(changes), library, context, stop), stop);
    } catch (error) {
      stop.abort();
      throw error;
    }
  }

  /** Each event is a separate response with its own budget. */
  const resolve = <Event>(event: Event, _: unknown, { budget }: Context): Event => {
    budget.reset();
    return event;
  };

  return {
    versionChanged: {
      subscribe: (_: unknown, args: Args, context: Context) => subscribe(args, context, (changes) => changes),
      resolve: resolve<Change>,
    },
    libraryChanged: {
      subscribe: (_: unknown, args: Args, context: Context) =>
        subscribe(args, context, (changes) => eventsOf(args.library, changes, presences)),
      resolve: resolve<LibraryEvent>,
    },
  };
}

/** The GraphQL type of an event. */
export const libraryEventType = {
  __resolveType: (event: LibraryEvent) => ('editors' in event ? 'Presence' : 'Change'),
};

/** Fields of Change. */
export function changeResolvers({ contentService }: Pick<Services, 'contentService'>) {
  const changeReads = createChangeReads(contentService);
  return {
    id: ({ subject }: Change) => subject,
    async version(change: Change, _: unknown, { principal, budget }: Context) {
      if (change.kind !== 'version') return null;
      return visibleVersion(budget, principal, await budget.read(() => changeReads.version(change)));
    },
    async stylesheet(change: Change, _: unknown, { principal, budget }: Context) {
      if (change.kind !== 'stylesheet') return null;
      return visibleStylesheet(budget, principal, await budget.read(() => changeReads.stylesheet(change)));
    },
  };
}

/** Ends when the token or the role in the library is revoked. */
async function* whileAllowed<Event extends LibraryEvent>(
  events: AsyncIterable<Event>,
  library: string,
  context: Context,
  stop: AbortController,
): AsyncGenerator<Event> {
  try {
    for await (const event of events) {
      const principal = await context.currentPrincipal(event);
      if (!principal || !allows(principal, library, 'viewer')) return;
      yield event;
    }
  } finally {
    stop.abort();
  }
}

/** A suspended generator does not handle `return`, so the signal ends what it waits for. */
function untilStopped<Event>(events: AsyncGenerator<Event>, stop: AbortController): AsyncIterableIterator<Event> {
  return {
    next: () => events.next(),
    async return() {
      stop.abort();
      return events.return(undefined);
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
