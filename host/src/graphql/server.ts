import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { useAPQ } from '@graphql-yoga/plugin-apq';
import { useDeferStream } from '@graphql-yoga/plugin-defer-stream';
import { createYoga } from 'graphql-yoga';
import { addressOf, type TrustedProxies } from '../auth/client-address.js';
import { createAuthenticator } from '../auth/authenticate.js';
import { ANONYMOUS, type Principal } from '../auth/principal.js';
import { createRateLimiter } from '../auth/rate-limiter.js';
import { createSharedRateLimiter } from '../auth/shared-rate-limiter.js';
import { DEFAULT_RATES, type RateLimits } from '../config/rate-limits.js';
import { dropUnreadBody } from '../lib/drop-body.js';
import { DomainError, ForbiddenError, UnauthenticatedError, UnavailableError } from '../lib/domain-error.js';
import type { ContentService } from '../content/content-service.js';
import type { Presences } from '../content/presence/presence.js';
import type { SignInStore } from '../auth/sign-in-store.js';
import type { TokenStore } from '../auth/token-store.js';
import type { ReplicaReads } from '../publishing/replica-reads.js';
import type { SharedStore } from '../shared/shared-store.js';
import { addRequestFields } from '../lib/request-fields.js';
import type { RawHandler } from '../lib/node-handler.js';
import type { Thumbnails } from '../content/media/thumbnails.js';
import { type Clock, systemClock } from '../lib/clock.js';
import type { Log } from '../lib/log.js';
import { type ContentValidator, inlineValidator } from '../validation/content-validator.js';
import { type ResponseShare, type Budget, createBudgets } from './context/cost-budget.js';
import type { AdmittedRequest, Execute, ExecutionResponse } from './admitted-request.js';
import { BodyRefusedError, createMemoryBudget, type MemoryBudget, readBody } from './body.js';
import type { Context } from './context/context.js';
import { sharePrincipals, shareContents } from './context/shared-reads.js';
import { BadRequestError, createMask, detailsOf, RateLimitedError } from './context/errors.js';
import { GRAPHQL_LIMITS, type GraphQLLimits } from './context/limits.js';
import { useAdmission } from './plugins/admission.js';
import { renderGraphiQL } from './graphiql.js';
import { useArmor } from './plugins/armor.js';
import { useCsrfProtection } from './plugins/csrf.js';
import { createQueryCache } from './plugins/query-cache.js';
import { useErrorBodies } from './plugins/error-bodies.js';
import { useExpansionLimits } from './plugins/expansion.js';
import { useExecutionLimits } from './plugins/execution.js';
import { useMultipartSubscriptions } from './plugins/multipart-subscriptions.js';
import { useLogFields } from './plugins/log-fields.js';
import { usePartialResults } from './plugins/partial-results.js';
import { useSharedEvents } from './plugins/shared-events.js';
import { useTracing } from './plugins/tracing.js';
import { useReceivedBody } from './plugins/received-body.js';
import { useRejectInvalidBatches } from './plugins/reject-invalid-batches.js';
import { useRejectStreamsInBatches } from './plugins/reject-streams-in-batches.js';
import { type GraphQLObserver, useObserver } from './observer.js';
import { createHostSchema } from './schema.js';
import { createConnectionLimit } from './context/connection-limit.js';
import { createPersistedQueries } from './context/persisted-queries.js';
import { createSharedConnectionLimit } from './context/shared-connection-limit.js';
import type { MediaUploads } from './context/services.js';
import type { ReceivedForm } from './context/received-form.js';
import { isForm } from './multipart.js';
import { createUploads } from './uploads.js';

export interface GraphQLOptions {
  readonly contentService: ContentService;
  readonly tokens: TokenStore;
  /** Sign-ins of people through an identity provider. */
  readonly signIns?: Pick<SignInStore, 'find'>;
  /** Validates content on save. By default this runs in this thread. */
  readonly validator?: ContentValidator;
  readonly media: MediaUploads;
  readonly thumbnails: Thumbnails;
  readonly presences: Presences;
  readonly log: Log;
  readonly clock?: Clock;
  /** Overrides of the default limits. */
  readonly limits?: Partial<GraphQLLimits>;
  /** Receives operations and errors. */
  readonly observer?: GraphQLObserver | undefined;
  readonly rates?: RateLimits;
  /** Counters and caches shared by the hosts of the database. If undefined, this host counts alone. */
  readonly shared?: SharedStore | undefined;
  /** Serves queries without a token from a replica of the database, while it is up to date. */
  readonly replica?: ReplicaReads | undefined;
  /** None by default, so that `X-Forwarded-For` is ignored. */
  readonly trustedProxies?: TrustedProxies;
  /** Serves GraphiQL, a page for testing queries, to browsers. */
  readonly development?: boolean;
  /** The folder for uploaded files. By default a temporary folder of the system, shared by all processes. */
  readonly uploadFolder?: string;
  /** Aborted when the host stops, to end open subscriptions. */
  readonly closing?: AbortSignal;
}

/** Both paths are supported: pages use `{backend}/graphql`, whose default is `/api/graphql`. */
const PATHS: ReadonlySet<string> = new Set(['/graphql', '/api/graphql']);

/** Maximum characters of an operation's name in the log. */
const MAX_NAME = 100;

/** Cost of an invalid token in reads of its address. */
const FAILURE_COST = 10;

/** Seconds after which a client may retry that was rejected because of the memory budget. */
const RETRY_SECONDS = 5;

export interface GraphQLServer {
  /**
   * GraphQL over HTTP: queries by GET and POST, everything else by POST; persisted queries, batches, deferred and
   * streamed results, subscriptions. Every rejection is reported as GraphQL errors; no response has status 500.
   */
  readonly handle: RawHandler;
  /**
   * Admits a request to another endpoint of the host. It uses the tokens, rate limits, other limits and log of GraphQL.
   * @throws UnauthenticatedError, RateLimitedError
   */
  admit(request: IncomingMessage, response: ServerResponse): Promise<AdmittedRequest>;
  /** Counts a request to another endpoint as reads of its address (1 by default). Returns 0, or the seconds to wait. */
  chargeAddress(request: IncomingMessage, cost?: number): Promise<number>;
  /** Releases its shared resources. */
  close(): Promise<void>;
}

export function createGraphQL(options: GraphQLOptions): GraphQLServer {
  const {
    contentService,
    tokens,
    media,
    thumbnails,
    presences,
    log,
    clock = systemClock,
    trustedProxies,
    closing,
  } = options;
  const { validator = inlineValidator, uploadFolder = join(tmpdir(), 'feaas-host-uploads') } = options;
  const limits: GraphQLLimits = { ...GRAPHQL_LIMITS, ...options.limits };
  const { shared } = options;
  const rateLimits = options.rates ?? DEFAULT_RATES;
  const sharedRates = shared && createSharedRateLimiter({ limits: rateLimits, store: shared, clock });
  const rates = sharedRates ?? createRateLimiter(rateLimits, clock);
  const connectionLimits = {
    ofPrincipal: limits.subscriptionsPerCaller,
    ofToken: limits.subscriptionsPerToken,
    ofAddress: limits.subscriptionsPerAddress,
    all: limits.subscriptions,
    reserved: limits.subscriptionsReserved,
  };
  const sharedConnections = shared && createSharedConnectionLimit(connectionLimits, shared);
  const connectionLimit = sharedConnections ?? createConnectionLimit(connectionLimits);
  const authenticate = createAuthenticator(tokens, clock, options.signIns);
  const { observer } = options;
  const mask = observer ? withObserver(createMask(log), observer) : createMask(log);
  const uploads = createUploads(uploadFolder, limits);
  const bodyBudget = createMemoryBudget(
    limits.bodiesBytes,
    limits.bodiesBytesPerAddress,
    () => new RateLimitedError(RETRY_SECONDS, 'request bodies at once'),
  );
  const createResponseBudget = (): MemoryBudget =>
    createMemoryBudget(
      limits.answersCharacters,
      limits.answersCharactersPerAddress,
      () => new RateLimitedError(RETRY_SECONDS, 'large answers at once'),
    );
  // Separate budgets, so that callers without a token cannot block responses of those with one.
  const [responseBudget, responseBudgetWithToken] = [createResponseBudget(), createResponseBudget()];
  const createBudget = createBudgets(contentService, shareContents(contentService), limits);
  // Separate cache, because a replica may lack a revision that the database already has.
  const { replica } = options;
  const createReplicaBudget =
    replica && createBudgets({ ...contentService, ...replica }, shareContents(replica), limits);
  const currentPrincipal = sharePrincipals(principalOf);
  const documents = createQueryCache();

  const yoga = createYoga<Context>({
    schema: createHostSchema({
      ...{
        contentService,
        tokens,
        validator,
        media,
        thumbnails,
        presences,
        rates,
        connectionLimit,
        limits,
        clock,
        log,
      },
    }),
    graphqlEndpoint: '/graphql',
    graphiql: options.development === true,
    renderGraphiQL,
    landingPage: false,
    batching: { limit: limits.batch },
    parserAndValidationCache: documents.options,
    // The body is read, within its limits, before Yoga handles the request.
    maxRequestBodySize: false,
    // Only a header authenticates, and browsers do not add it by themselves. So any origin is allowed.
    cors: {
      origin: '*',
      credentials: false,
      methods: ['GET', 'POST'],
      exposedHeaders: ['Retry-After'],
      maxAge: 86_400,
    },
    maskedErrors: { maskError: mask },
    // Relevant errors are logged where they are masked.
    logging: false,
    plugins: [
      documents.plugin,
      useReceivedBody(),
      useCsrfProtection(),
      useRejectInvalidBatches(),
      useRejectStreamsInBatches(),
      useAdmission(rates, limits),
      useAPQ({
        store: createPersistedQueries(limits, shared),
        // An unknown persisted query is normal, so it should not be an error in the browser's console.
        responseConfig: { forceStatusCodeOk: true },
      }),
      useDeferStream(),
      useLogFields(),
      useArmor(limits),
      useExpansionLimits(limits),
      useExecutionLimits(limits, mask),
      useTracing(),
      ...(observer ? [useObserver(observer)] : []),
      useSharedEvents(),
      usePartialResults(),
      useMultipartSubscriptions(limits.heartbeatMilliseconds),
      useErrorBodies(),
    ],
  });

  const handle: RawHandler = async (request, response, url) => {
    if (!PATHS.has(url.pathname)) return false;
    response.setHeader('cache-control', 'no-store');
    response.setHeader('x-content-type-options', 'nosniff');
    // Subscriptions and deferred parts arrive one by one, and nginx would buffer them.
    response.setHeader('x-accel-buffering', 'no');
    const address = addressOf(request, trustedProxies);
    try {
      const principal = await identify(request, address);
      const createContext = contextFactory(request, response, principal, address);
      const answer = async (body?: Buffer<ArrayBuffer>, form?: ReceivedForm): Promise<void> => {
        request.url = `/graphql${url.search}`;
        await yoga(request, response, createContext(body, form));
      };
      if (!hasBody(request)) await answer();
      else if (isForm(request)) await uploads.receive(request, principal, (form) => answer(undefined, form));
      else await answerBody(request, address, answer);
    } catch (error) {
      if (request.destroyed && !request.complete) return true;
      if (error instanceof DomainError) observer?.error(error.code);
      refuse(request, response, error, mask);
    }
    return true;
  };

  const admit: GraphQLServer['admit'] = async (request, response) => {
    const address = addressOf(request, trustedProxies);
    const principal = await identify(request, address);
    const createContext = contextFactory(request, response, principal, address);
    const execute: Execute = async ({ query, variables }) => {
      const answer = await yoga.fetch(
        'http://localhost/graphql',
        {
          method: 'POST',
          headers: { 'content-type': 'application/json', accept: 'application/json' },
          body: JSON.stringify({ query, variables }),
        },
        createContext(),
      );
      return (await answer.json()) as ExecutionResponse;
    };
    return {
      principal,
      async charge(messages) {
        const wait = await rates.take('reads', principal, address, messages);
        if (wait > 0) throw new RateLimitedError(wait);
      },
      receive: (answer) => answerBody(request, address, answer),
      execute,
    };
  };

  return {
    handle,
    admit,
    chargeAddress: async (request, cost) => rates.take('reads', ANONYMOUS, addressOf(request, trustedProxies), cost),
    async close() {
      await Promise.all([sharedRates?.close(), sharedConnections?.close()]);
    },
  };

  /** Authenticates the request and adds the principal to its log entry. */
  async function identify(request: IncomingMessage, address: string): Promise<Principal> {
    const principal = await authenticateCounting(request.headers.authorization, address);
    if (principal.kind !== 'anonymous')
      addRequestFields(request, { principal: principal.actor.id, actor: principal.actor.name });
    return principal;
  }

  /** Creates the context of each GraphQL operation in an HTTP request. */
  function contextFactory(request: IncomingMessage, response: ServerResponse, principal: Principal, address: string) {
    const { authorization } = request.headers;
    const operations: string[] = [];
    const addOperation = (name: string): void => {
      operations.push(name.slice(0, MAX_NAME));
      addRequestFields(request, { operation: operations.join('; ') });
    };
    // One share for all contexts of a request, because each would listen for the end of the response.
    const isAnonymous = principal.kind === 'anonymous';
    const share = responseShare(isAnonymous ? responseBudget : responseBudgetWithToken, response, address, limits);
    return (body?: Buffer<ArrayBuffer>, form?: ReceivedForm): Context => ({
      principal,
      address,
      addOperation,
      body,
      form,
      budget: budgetFor(principal, share),
      abortSignal: () => abortSignalOf(response, closing),
      currentPrincipal: (event) => currentPrincipal(authorization, event),
    });
  }

  /** Callers with a token must see their own writes. Others may get data that is some seconds old. */
  function budgetFor({ kind }: Principal, share: ResponseShare): Budget {
    const isFromReplica = kind === 'anonymous' && replica?.isUsable();
    return isFromReplica && createReplicaBudget ? createReplicaBudget(share) : createBudget(share);
  }

  /** Reads the body and holds its memory share until the response. */
  async function answerBody(
    request: IncomingMessage,
    address: string,
    answer: (body: Buffer<ArrayBuffer>) => Promise<void>,
  ): Promise<void> {
    const share = bodyBudget.open(address);
    try {
      const { bodyBytes: bytes, bodyMilliseconds: milliseconds } = limits;
      await answer(await readBody(request, { bytes, milliseconds }, share));
    } finally {
      share.release();
    }
  }

  /** Authenticates. Failures cost more than other requests, to slow down guessing. */
  async function authenticateCounting(authorization: string | undefined, address: string): Promise<Principal> {
    try {
      return await authenticate(authorization);
    } catch (error) {
      if (!(error instanceof UnauthenticatedError)) throw error;
      const wait = await rates.take('reads', ANONYMOUS, address, FAILURE_COST);
      throw wait > 0 ? new RateLimitedError(wait, 'wrong tokens') : error;
    }
  }

  async function principalOf(authorization: string | undefined): Promise<Principal | undefined> {
    try {
      return await authenticate(authorization);
    } catch (error) {
      if (error instanceof UnauthenticatedError) return undefined;
      throw error;
    }
  }
}

/** Reports each error code sent to clients. */
const withObserver =
  (mask: ReturnType<typeof createMask>, observer: GraphQLObserver): typeof mask =>
  (error) => {
    const masked = mask(error);
    observer.error(String(masked.extensions['code']));
    return masked;
  };

const hasBody = ({ method }: IncomingMessage): boolean => method !== 'GET' && method !== 'HEAD' && method !== 'OPTIONS';

/** Held until the client has the response, disconnects, or stops reading for too long. Most have no content. */
function responseShare(
  budget: MemoryBudget,
  response: ServerResponse,
  address: string,
  { answerIdleMilliseconds }: GraphQLLimits,
): ResponseShare {
  let share: ResponseShare | undefined;
  let isWatched = false;
  const release = (): void => {
    if (!share) return;
    share.release();
    share = undefined;
    // A subscription may be idle, so no timeout.
    if (!response.closed) response.setTimeout(0);
  };
  return {
    take(characters) {
      if (response.closed) return;
      if (!share) {
        share = budget.open(address);
        if (!isWatched) response.once('close', release).once('timeout', () => response.destroy());
        isWatched = true;
        response.setTimeout(answerIdleMilliseconds);
      }
      share.take(characters);
    },
    release,
  };
}

/** Aborted when the client disconnects or the host stops. */
function abortSignalOf(response: ServerResponse, closing: AbortSignal | undefined): AbortSignal {
  const aborted = new AbortController();
  if (response.closed) aborted.abort();
  else response.once('close', () => aborted.abort());
  return closing ? AbortSignal.any([aborted.signal, closing]) : aborted.signal;
}

/** Sends the error of a request that was rejected before any operation. */
function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  error: unknown,
  mask: ReturnType<typeof createMask>,
): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  dropUnreadBody(request);
  const { status, headers } = statusOf(error);
  const { message, extensions } =
    error instanceof DomainError
      ? { message: error.message, extensions: { code: error.code, ...detailsOf(error) } }
      : mask(error instanceof BodyRefusedError ? new BadRequestError(error.message) : error);
  // Apollo Client reads errors of a response outside 2xx only if it has GraphQL's own content type.
  const isGraphQLType = /application\/graphql-response\+json/.test(request.headers.accept ?? '');
  response.writeHead(status, {
    'content-type': `application/${isGraphQLType ? 'graphql-response+json' : 'json'}; charset=utf-8`,
    'access-control-allow-origin': '*',
    'access-control-expose-headers': 'Retry-After',
    ...headers,
  });
  response.end(JSON.stringify({ errors: [{ message, extensions: { ...extensions, http: undefined } }] }));
}

function statusOf(error: unknown): { status: number; headers?: Readonly<Record<string, string>> } {
  if (error instanceof ForbiddenError) return { status: 403 };
  if (error instanceof UnauthenticatedError) return { status: 401, headers: { 'www-authenticate': 'Bearer' } };
  if (error instanceof UnavailableError) return { status: 503, headers: { 'retry-after': String(error.retryAfter) } };
  if (error instanceof RateLimitedError) return { status: 429, headers: { 'retry-after': String(error.retryAfter) } };
  return error instanceof BodyRefusedError ? error : { status: 400 };
}
