/**
 * What was seen once shows at once, is checked behind that, and survives the host's death (specification §4, §7; S4-S6).
 * A URL passes the phases initial, check, updated; news go out through `onResourceChanged`, and `requests` hold what is
 * true now.
 */
import { REQUEST_TIMEOUT } from '../../global/defaults';
import { FetchFailedError, InvalidResponseError } from '../../global/errors';
import { loadModule } from '../scheduling/lazy-modules';
import { deliveryOption } from './delivery-options';
import { fetchResource, fetchValidated } from './fetch-resource';
import { FORK, TEMPLATE, type CachedResource, type ResourceType } from './resource';
import { notifyResourceChanged, onResourceChanged, requests } from './resource-store';
import {
  open,
  read,
  readMetadata,
  remove,
  removeAll,
  write,
  written,
  type Copy,
  type Metadata,
} from './cache/cache-store';
import { hash } from '../../global/hash';
import { empty, enqueue, painted, whenIdle } from './check-queue';
import { cancel, retryDelay, scheduleRetry } from './backoff';
import { subscribeToTabs, withTabLock, broadcast } from './tab-channel';

/** What this page knows of a URL. */
interface ResourceState {
  readonly url: string;
  readonly type: ResourceType;
  /** What it shows; undefined where there is nothing. */
  shown?: CachedResource;
  /** What the host said last. */
  meta?: Metadata;
  /** Asked, or about to be, in this page load (S6). */
  checked?: boolean;
  failures: number;
}

/** Behind everything else. */
const QUIETLY: RequestInit = { priority: 'low' };
const never = new AbortController().signal;

const known = new Map<string, ResourceState>();
/** When this page load began; again when the page comes back out of the back-forward cache. */
let pageStart = 0;

const absolute = (url: string): string => new URL(url, document.baseURI).href;

function stateOf(url: string, type: ResourceType): ResourceState {
  let found = known.get(url);
  if (!found) known.set(url, (found = { url, type, failures: 0 }));
  return found;
}

const isFresh = (meta: Metadata): boolean => Date.now() - meta.checkedAt < deliveryOption('freshness', 0) * 1000;

/** The library in `…/components/{library}/…` or `…/styles/{library}/…`. */
const libraryOf = (url: string): string => /\/(?:components|styles)\/([^/]+)/.exec(url)?.[1] ?? '';

function metadata(
  { url, type }: ResourceState,
  headers: Headers | undefined,
  text = '',
  checkedAt = Date.now(),
): Metadata {
  return {
    url: absolute(url),
    etag: headers?.get('etag') ?? null,
    lastModified: headers?.get('last-modified') ?? null,
    fetchedAt: Date.now(),
    checkedAt,
    usedAt: Date.now(),
    deletedAt: null,
    fork: !!type.isFork,
    size: text.length,
    hash: hash(text),
    library: libraryOf(url),
  };
}

/** Headers as a kept copy has them. */
const headersOf = ({ etag, lastModified }: Metadata): Headers =>
  new Headers({ ...(etag && { etag }), ...(lastModified && { 'last-modified': lastModified }) });

/** Deleted, by the host's own word; a fork may also just not be there (S4, S5). */
const isGone = (error: unknown, type: ResourceType): boolean =>
  error instanceof InvalidResponseError
    ? (error.cause as Response).headers.has(type.deletedHeader)
    : !!type.isFork && error instanceof FetchFailedError && (error.status === 404 || error.status === 410);

/** What a request for something that is known to be markDeleted fails with. */
const goneError = ({ url, deletedAt }: Metadata): Error =>
  /^\d{3}$/.test(deletedAt!)
    ? new FetchFailedError({ url, status: +deletedAt! })
    : new InvalidResponseError({ url, status: 200 });

/** Tells the other tabs what is news, once it is written. */
async function tell(url: string): Promise<void> {
  await written();
  broadcast(absolute(url));
}

/** Makes something what is true now, and tells who shows it. */
function show(page: ResourceState, delivered: CachedResource): void {
  const { url, type } = page;
  page.shown = delivered;
  const promise = Promise.resolve(delivered);
  requests.set(url, { url, type, promise, abort: new AbortController(), users: 1, result: delivered });
  notifyResourceChanged(url);
}

/** Whether validators say that nothing changed: last-modified, and the ETag where both have one. */
function isSame(meta: Pick<Metadata, 'etag' | 'lastModified'>, headers: Headers): boolean {
  const etag = headers.get('etag');
  // a compressing proxy marks its own
  const plain = (tag: string): string => tag.replace(/^W\/|-(?:gzip|br)(?="$)/g, '');
  if (etag && meta.etag && plain(etag) !== plain(meta.etag)) return false;
  const lastModified = headers.get('last-modified');
  if (!lastModified && !(etag && meta.etag)) return false;
  return lastModified === meta.lastModified;
}

/** An answer of the host with a body. */
function onFetched(page: ResourceState, delivered: CachedResource, byCheck?: boolean): void {
  const { headers, askedAt = Date.now(), text } = delivered;
  cancel(page.url);
  page.failures = 0;
  page.shown = delivered;
  // S6: what a cache answered carries the date it was fetched at. A hint of the page asked before any script did.
  const hinted = document.querySelector(`link[rel=preload][href="${CSS.escape(page.url)}"]`);
  const date = Date.parse(headers.get('date') ?? '');
  const cached = !byCheck && (hinted ? performance.timeOrigin : askedAt) - date > 1000;
  const meta = (page.meta = metadata(page, headers, text, cached ? date : undefined));
  if (/\bno-store\b/i.test(headers.get('cache-control') ?? '')) void remove(meta.url);
  else write(meta, text);
  if (cached) toCheck(page);
  else page.checked = true;
}

/** The host did not say what there is. */
function failed(page: ResourceState, error: Error): void {
  const { shown } = page;
  if (shown && !shown.error) show(page, { ...shown, error, phase: 'check' });
  scheduleRetry(page.url, retryDelay(error, page.failures++), () => void check(page));
}

/** It is deleted: a fork makes way for its original; an original stays where it is shown now, and is not kept. */
function markDeleted(page: ResourceState, error: Error): void {
  const { status, cause } = error as FetchFailedError;
  const deletedAt = (cause instanceof Response && cause.headers.get(page.type.deletedHeader)) || String(status);
  const news = !page.meta?.deletedAt;
  page.meta = { ...metadata(page, undefined), deletedAt };
  page.checked = true;
  write(page.meta);
  hide(page, error);
  if (news) void tell(page.url);
}

/** Takes something that is markDeleted out of the page. */
function hide(page: ResourceState, error: Error): void {
  const { url, type, shown } = page;
  cancel(url);
  if (shown && !type.isFork) show(page, { ...shown, error, phase: 'check' });
  else if (shown) {
    page.shown = undefined;
    requests.delete(url);
    notifyResourceChanged(url);
  }
}

/** The host says that nothing changed. */
function onNotModified(page: ResourceState, meta: Metadata): void {
  const { shown } = page;
  page.failures = 0;
  page.meta = { ...meta, checkedAt: Date.now(), usedAt: Date.now() };
  write(page.meta);
  cancel(page.url);
  if (shown?.error) {
    show(page, { ...shown, error: undefined, phase: 'check' });
    void tell(page.url);
  }
}

/** Another body than what is shown, or word that the host is well again. */
function updated(page: ResourceState, delivered: CachedResource): void {
  const { shown } = page;
  onFetched(page, delivered, true);
  if (shown && shown.text === delivered.text && !shown.error) {
    page.shown = shown;
    shown.phase = 'check';
  } else show(page, { ...delivered, phase: 'updated' });
  void tell(page.url);
}

/** Takes over what another tab found. */
async function applyFromOtherTab(page: ResourceState, meta: Metadata): Promise<void> {
  const { shown, url, type } = page;
  cancel(url);
  page.failures = 0;
  const before = page.meta;
  page.meta = meta;
  if (meta.deletedAt) hide(page, goneError(meta));
  else if (shown && before?.hash === meta.hash) {
    if (shown.error) show(page, { ...shown, error: undefined, phase: 'check' });
  } else {
    const copy = await read(absolute(url));
    if (copy?.text !== undefined) show(page, { url, text: copy.text, headers: headersOf(meta), phase: 'updated' });
    else if (type.isFork || shown) await askAndCompare(page, undefined);
  }
}

async function askAndCompare(page: ResourceState, meta: Metadata | undefined): Promise<void> {
  const { url, type } = page;
  try {
    if (meta) {
      const timeout = AbortSignal.timeout(deliveryOption('timeout', REQUEST_TIMEOUT) * 1000);
      try {
        const head: RequestInit = { method: 'HEAD', cache: 'no-cache', signal: timeout, ...QUIETLY };
        const { headers } = await fetchValidated(`${url}?head`, type, head);
        if (!meta.deletedAt && isSame(meta, headers)) return onNotModified(page, meta);
      } catch (error) {
        // A host that knows no HEAD is asked for all of it.
        if (![405, 501].includes((error as FetchFailedError).status!)) throw error;
      }
    }
    updated(page, await fetchResource(url, type, never, { cache: 'reload', ...QUIETLY }));
  } catch (error) {
    if (isGone(error, type)) markDeleted(page, error as Error);
    else failed(page, error as Error);
  }
}

/** Asks whether something changed, or for all of it where nothing is there; unless another tab did since this page began. */
function check(page: ResourceState): Promise<void> {
  if (page.shown && !page.shown.error) page.shown.phase = 'check';
  return withTabLock(page.url, async () => {
    const meta = await readMetadata(absolute(page.url));
    if (meta && meta.checkedAt >= pageStart) await applyFromOtherTab(page, meta);
    else await askAndCompare(page, page.meta ?? meta);
    // who is next reads what was written
    await written();
  });
}

function toCheck(page: ResourceState): void {
  if (page.checked || (page.meta && isFresh(page.meta))) return;
  page.checked = true;
  enqueue(() => check(page));
}

/**
 * A kept copy, else what the host answers. A fork that is known to be deleted fails without a request.
 * @throws FetchFailedError, InvalidResponseError.
 */
export async function getCachedOrFetch(url: string, type: ResourceType, signal: AbortSignal): Promise<CachedResource> {
  begin();
  const page = stateOf(url, type);
  const copy: Copy | undefined = await read(absolute(url));
  if (copy && (copy.text !== undefined || type.isFork)) {
    page.meta = copy.meta;
    toCheck(page);
    if (copy.text === undefined) throw goneError(copy.meta);
    return (page.shown = { url, text: copy.text, headers: headersOf(copy.meta) });
  }
  try {
    const delivered = await fetchResource(url, type, signal);
    onFetched(page, delivered);
    return delivered;
  } catch (error) {
    if (!signal.aborted) onInitialFetchFailed(page, error as Error);
    throw error;
  }
}

/** A first request that failed. */
function onInitialFetchFailed(page: ResourceState, error: Error): void {
  page.checked = true;
  if (isGone(error, page.type)) markDeleted(page, error);
  else failed(page, error);
}

/** Whether there is a copy of a URL: its fork then needs no original beside it. */
export const isCached = async (url: string): Promise<boolean> => (await read(absolute(url)))?.text !== undefined;

/**
 * Content that the server rendered is checked like a kept copy (E12).
 * @param checkedAt when the server asked the host, in milliseconds since 1970; 0 where that is not known.
 */
export function checkRendered(url: string, fork: boolean, lastModified: string, checkedAt: number): void {
  begin();
  const page = stateOf(url, fork ? FORK : TEMPLATE);
  page.meta ??= metadata(page, new Headers({ 'last-modified': lastModified }), '', checkedAt);
  toCheck(page);
}

/**
 * Asks the host anew at once, past every cache, since something was changed there: who shows it hears what there is now, in
 * other tabs too. Never fails: what the host does not say stays as it is.
 * @param urls of a component, its fork's first.
 */
export async function refresh(urls: readonly string[]): Promise<void> {
  begin();
  await taken;
  const each = urls.map((url, at) => {
    const page = stateOf(url, at < urls.length - 1 ? FORK : TEMPLATE);
    return withTabLock(url, () => askAndCompare(page, undefined));
  });
  await Promise.all(each);
  await written();
}

/** Keeps nothing of before. */
export function clear(): void {
  for (const url of known.keys()) cancel(url);
  known.clear();
  void removeAll();
}

let begun = false;
/** Milliseconds that what has onFetched waits for what has not. */
const LONGEST_WAIT = 2000;
/** What was there before this part is taken over. */
let taken: Promise<unknown>;

/** Once: takes over what the page has asked for already, and listens to what happens around it. */
function begin(): void {
  if (begun) return;
  begun = true;
  pageStart = Date.now() - performance.now();
  subscribeToTabs(async (url) => {
    for (const page of known.values()) {
      if (absolute(page.url) !== url) continue;
      const meta = await readMetadata(absolute(page.url));
      // what this page wrote itself is no news
      if (meta && meta.checkedAt > (page.meta?.checkedAt ?? 0)) await applyFromOtherTab(page, meta);
    }
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    pageStart = Date.now();
    for (const page of known.values()) {
      page.checked = false;
      if (page.shown) toCheck(page);
    }
  });
  onResourceChanged((url) => {
    const page = known.get(url);
    if (page?.type.accept === 'text/css' && page.shown) {
      const { text } = page.shown;
      void loadModule('deferred').then(({ updateStylesheet }) => updateStylesheet(url, text));
    }
  });
  // What came before this part did. Writing it would only delay what is still under way.
  const before = [...requests.values()].filter((request) => !request.isCached);
  const all = Promise.allSettled(before.map(({ promise }) => promise));
  const waited = Promise.race([all, new Promise((resolve) => setTimeout(resolve, LONGEST_WAIT))]).then(
    () => new Promise((resolve) => whenIdle(resolve)),
  );
  taken = Promise.all(
    before.map(({ url, type, promise }) =>
      promise.then(
        (delivered) => waited.then(() => onFetched(stateOf(url, type), delivered)),
        (error: Error) => onInitialFetchFailed(stateOf(url, type), error),
      ),
    ),
  );
}

/** Resolves when all that was asked for is answered, every check that is due has run, and copies are written. */
export async function whenSettled(): Promise<void> {
  begin();
  await Promise.allSettled([...requests.values()].map(({ promise }) => promise));
  await taken;
  await empty();
  await written();
}

// Stores take a while to open.
open();

/** The page shows something: from now on what it has is kept and checked. */
export function startRevalidation(): void {
  begin();
  painted();
}
