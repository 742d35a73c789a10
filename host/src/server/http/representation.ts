import { LIMITS } from '../../lib/limits.js';
import { ByteCache } from '../../lib/byte-cache.js';
import type { RequestContext } from './request-context.js';
import { acceptable, compress, type Coding } from './encoding.js';
import type { ContentResponse, Headers } from './response.js';
import { isCompressible } from '../../lib/media-types.js';

/** Content in the coding selected for a client. */
export interface Representation {
  readonly etag: string;
  readonly size: number;
  /** Undefined for streamed content. */
  readonly bytes: Buffer | undefined;
  readonly headers: Headers;
}

export type Negotiate = (context: RequestContext, hostResponse: ContentResponse) => Promise<Representation>;

/** Selects the coding. Compressed copies are cached with a memory limit. Each coding has its own ETag. */
export function createNegotiator(limit: number = LIMITS.compressedCacheBytes): Negotiate {
  const copies = new ByteCache<Buffer>(limit, (bytes) => bytes.length + 128);

  const compressedBytes = async (hostResponse: ContentResponse, coding: Coding): Promise<Buffer | undefined> => {
    const { bytes, hash } = hostResponse.content;
    return bytes && copies.get(`${coding}:${hash}`, () => compress(bytes, coding));
  };

  return async (context, hostResponse) => {
    const { content, type, etagSuffix: suffix } = hostResponse;
    const stem = suffix === undefined ? content.hash : `${content.hash}-${suffix}`;
    const identity = { etag: `"${stem}"`, size: content.size, bytes: content.bytes };
    if (!isCompressible(type)) return { ...identity, headers: {} };

    const vary = { vary: 'Accept-Encoding' };
    // Ranges apply to uncompressed bytes, as players and download managers expect.
    const isRange = context.method === 'GET' && context.headers.range !== undefined;
    const { codings, mandatory } = acceptable(context.headers['accept-encoding'] as string | undefined);
    const coding = codings[0];
    if (coding && !isRange && (mandatory || content.size >= LIMITS.compressFromBytes)) {
      const bytes = await compressedBytes(hostResponse, coding);
      if (bytes && (mandatory || bytes.length < content.size)) {
        const headers = { ...vary, 'content-encoding': coding };
        return { etag: `"${stem}-${coding}"`, size: bytes.length, bytes, headers };
      }
    }
    return { ...identity, headers: vary };
  };
}
