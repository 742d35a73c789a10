import { ComponentFetchError } from '../../global/errors-later';
import { loadPart } from '../parts';
import { FORK, TEMPLATE, entries, hasKept, request, type Delivered, type Reader } from './request';

/** Whether a fork is here already: it needs no original beside it. */
async function isHere(url: string): Promise<boolean> {
  const result = entries.get(url)?.result;
  if (result) return !(result instanceof Error);
  return !!hasKept() && loadPart('kept').then(({ holds }) => holds(url));
}

/**
 * Fetches a fork and its original in parallel; a valid fork wins (S4).
 * @throws ComponentFetchError when neither loads.
 */
export async function fetchFork([fork, original]: readonly string[], reader?: Reader): Promise<Delivered> {
  // It was removed while this part of the kit was on its way: nobody hears of it (E8).
  if (reader?.left) throw new ComponentFetchError({ url: original });
  const first = request(fork!, FORK, reader);
  // Both are awaited somewhere, whatever the other does.
  first.catch(() => {});
  let second = (await isHere(fork!)) || reader?.left ? undefined : request(original!, TEMPLATE, reader);
  second?.catch(() => {});
  try {
    return await first;
  } catch (error) {
    if (reader?.left) throw error;
    second ??= request(original!, TEMPLATE, reader);
    return second.catch((cause: unknown) => {
      throw new ComponentFetchError({ cause, url: original });
    });
  }
}
