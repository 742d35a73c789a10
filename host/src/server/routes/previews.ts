/** Preview links: the paths of delivery below `/preview/{token}`, so that pages can use a link as a cdn. */
import { addressOf, type TrustedProxies } from '../../auth/client-address.js';
import { Buckets } from '../../auth/rate-limiter.js';
import type { PreviewLink } from '../../content/preview-link.js';
import { previewSources } from '../../content/preview-paths.js';
import type { Clock } from '../../lib/clock.js';
import { CORS, PREVIEW } from '../../lib/http-policies.js';
import type { ClosedPreview, PreviewContent, PreviewSource } from '../../publishing/preview-source.js';
import type { Handler, RequestContext } from '../http/request-context.js';
import { failure, type HostResponse, notFound } from '../http/response.js';
import { noSurrogateHeaders } from '../http/surrogate-headers.js';
import { components } from './components.js';
import { media } from './media.js';
import { styles } from './styles.js';
import { withPermission } from './with-permission.js';

export interface PreviewsOptions {
  readonly source: PreviewSource;
  readonly trustedProxies: TrustedProxies;
  readonly clock: Clock;
}

/** Allowed wrong tokens per address, more than typing errors would cause. */
const WRONG_TOKENS = { perSecond: 1, burst: 30 } as const;
/** Size of the LRU cache of addresses. */
const MAX_ADDRESSES = 20_000;

const CLOSED: Readonly<Record<Exclude<ClosedPreview, 'unknown'>, string>> = {
  expired: 'This preview link has expired. Ask for a new one.',
  revoked: 'This preview link was revoked. Ask for a new one.',
};

/**
 * Handles everything below `/preview/`. The link itself redirects to the preview page; `link.json` lists its content.
 * Responses are not cached or indexed, and send no referrer.
 */
export function previews({ source, trustedProxies, clock }: PreviewsOptions): Handler {
  const wrongTokens = new Buckets(WRONG_TOKENS, clock, MAX_ADDRESSES);

  const refuseToken = (context: RequestContext): HostResponse => {
    // Only wrong tokens count, so that valid links still work for others with the same address.
    const address = addressOf(context, trustedProxies);
    const wait = wrongTokens.wait(address, 1);
    if (wait > 0) return failure(429, `Too many wrong preview links: wait ${wait} s.`, { 'retry-after': String(wait) });
    wrongTokens.take(address, 1);
    return failure(404, 'There is no such preview link. Check the address, or ask for a new link.');
  };

  return async (context) => {
    const [route, token = '', ...names] = context.names;
    if (route !== 'preview') return undefined;
    const opened = token === '' ? 'unknown' : await source.open(token);
    if (opened === 'unknown') return conceal(refuseToken(context));
    if (typeof opened === 'string') return conceal(failure(410, CLOSED[opened]));
    return conceal(await withPermission(() => deliver(opened, token, names, context)));
  };
}

async function deliver(
  content: PreviewContent,
  token: string,
  names: readonly string[],
  context: RequestContext,
): Promise<HostResponse> {
  const [first = '', ...rest] = names;
  if (first === '' && rest.length === 0) return redirectToPreviewPage(content.link, token);
  if (first === 'link.json' && rest.length === 0) return describe(content.link, token);
  const previewContext: RequestContext = {
    ...context,
    names,
    headers: { ...context.headers, authorization: undefined },
  };
  // Without the caller's own token, which might show more than other visitors of the link see. Previews are not cached.
  const routes = [
    components(content, 0, noSurrogateHeaders),
    styles(content, 0, noSurrogateHeaders),
    media(content, noSurrogateHeaders),
  ];
  for (const handle of routes) {
    const found = first === 'cdn' ? undefined : await handle(previewContext);
    if (found) return found;
  }
  return notFound(context.path);
}

const redirectToPreviewPage = (link: PreviewLink, token: string): HostResponse => ({
  kind: 'text',
  status: 302,
  headers: {
    location: `/preview.html?${new URLSearchParams({ feaasSrc: previewSources(link, token)[0]! })}`,
    'content-type': 'text/plain; charset=utf-8',
  },
  body: '',
});

/** The content of the link, for the preview page. */
const describe = (link: PreviewLink, token: string): HostResponse => ({
  kind: 'text',
  status: 200,
  headers: { ...CORS, 'content-type': 'application/json; charset=utf-8' },
  body: JSON.stringify({
    library: link.library,
    page: link.page,
    expiresAt: new Date(link.expiresAt).toISOString(),
    sources: previewSources(link, token),
  }),
});

/** Adds the headers that keep the link and its content confidential. */
const conceal = <Response extends HostResponse>(response: Response): Response => ({
  ...response,
  headers: { ...response.headers, ...PREVIEW },
});
