import { ComponentFetchError } from '../../global/errors';
import { loadModule } from '../scheduling/lazy-modules';
import { TEMPLATE, entries, request, type Delivered, type Reader } from './request';

/** Whether a fork is here already: it needs no original beside it. */
async function isHere(url: string): Promise<boolean> {
  const result = entries.get(url)?.result;
  if (result) return !(result instanceof Error);
  return loadModule('persistence').then(
    ({ holds }) => holds(url),
    () => false,
  );
}

/**
 * Chooses between a fork and its original: a valid fork wins (S4).
 * @param fork asked for already.
 * @param beside the original, where it was asked for already.
 * @throws ComponentFetchError when neither loads.
 */
export async function fetchFork(
  [url, original]: readonly string[],
  fork: Promise<Delivered>,
  beside: Promise<Delivered> | undefined,
  reader?: Reader,
): Promise<Delivered> {
  const fetchOriginal = (): Promise<Delivered> => request(original!, TEMPLATE, reader);
  // Who was removed hears of nothing (E8).
  if (!beside && !(await isHere(url!)) && !reader?.left) beside = fetchOriginal();
  try {
    return await fork;
  } catch (error) {
    if (reader?.left) throw error;
    beside ??= fetchOriginal();
    return beside.catch((cause: unknown) => {
      throw new ComponentFetchError({ cause, url: original });
    });
  }
}
