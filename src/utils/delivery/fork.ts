import { ComponentFetchError } from '../../global/errors-later';
import { TEMPLATE, request, type Delivered } from './request';

/**
 * Fetches a fork and its original in parallel; a valid fork wins (S4).
 * @throws ComponentFetchError when neither loads.
 */
export async function fetchFork([fork, original]: readonly string[], signal?: AbortSignal): Promise<Delivered> {
  const [first, second] = [fork!, original!].map((url) => request(url, TEMPLATE, signal));
  // Both are awaited somewhere, whatever the other does.
  second!.catch(() => {});
  try {
    return await first!;
  } catch {
    return second!.catch((cause: unknown) => {
      throw new ComponentFetchError({ cause, url: original });
    });
  }
}
