/** Asks for a thumbnail, and for what it says about itself. */
import { FetchFailedError } from '../../global/errors';
import { metadataOf, type ThumbnailMetadata } from './metadata';

/** `forbidden` and `missing`: there is none to show, and making one is no repair of the first. */
export type FoundThumbnail<Metadata = ThumbnailMetadata> =
  { readonly state: 'there'; readonly metadata: Metadata } | { readonly state: 'missing' | 'forbidden' };

const FORBIDDEN: readonly number[] = [401, 403];
const MISSING: readonly number[] = [404, 410];

/**
 * GET of a thumbnail. It is kept for a year under an address that stays, so the host is asked whether it is still that one.
 * @throws FetchFailedError for any other answer than the picture, that there is none, or that it may not be seen.
 */
export async function findThumbnail(url: string, request: typeof fetch = fetch): Promise<FoundThumbnail> {
  let answer: Response;
  try {
    answer = await request(url, { cache: 'no-cache', credentials: 'omit', headers: { accept: 'image/*' } });
  } catch (cause) {
    throw new FetchFailedError({ cause, url });
  }
  const { status, headers } = answer;
  // Only its headers are wanted; the browser has the rest for whoever shows it.
  void answer.body?.cancel();
  if (answer.ok) return { state: 'there', metadata: metadataOf(headers) };
  if (MISSING.includes(status)) return { state: 'missing' };
  if (FORBIDDEN.includes(status)) return { state: 'forbidden' };
  throw new FetchFailedError({ status, url });
}
