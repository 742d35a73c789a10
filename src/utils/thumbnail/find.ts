/** Requests a thumbnail and its metadata. */
import { FetchFailedError } from '../../global/errors';
import { metadataOf, type ThumbnailMetadata } from './metadata';

/** `forbidden` and `missing`: there is none to show. A new thumbnail does not help if it is forbidden. */
export type FoundThumbnail<Metadata = ThumbnailMetadata> =
  { readonly state: 'there'; readonly metadata: Metadata } | { readonly state: 'missing' | 'forbidden' };

const FORBIDDEN: readonly number[] = [401, 403];
const MISSING: readonly number[] = [404, 410];

/**
 * Requests a thumbnail. It is cached for a year under a constant address, so the request revalidates it.
 * @throws FetchFailedError for any response other than the picture, its absence, or a refusal
 */
export async function findThumbnail(url: string, request: typeof fetch = fetch): Promise<FoundThumbnail> {
  let response: Response;
  try {
    response = await request(url, { cache: 'no-cache', credentials: 'omit', headers: { accept: 'image/*' } });
  } catch (cause) {
    throw new FetchFailedError({ cause, url });
  }
  const { status, headers } = response;
  // Only the headers are needed; the image that shows it uses the body.
  void response.body?.cancel();
  if (response.ok) return { state: 'there', metadata: metadataOf(headers) };
  if (MISSING.includes(status)) return { state: 'missing' };
  if (FORBIDDEN.includes(status)) return { state: 'forbidden' };
  throw new FetchFailedError({ status, url });
}
