import { ComponentFetchError } from '../../global/errors';
import { componentURL, type ComponentSource } from '../source/urls';
import { TEMPLATE, request, type Delivered } from './request';

/** URLs a component is asked at: the fork's first, where there is an instance (S4). */
export const componentURLs = (source: ComponentSource): string[] => [
  ...(source.instance ? [componentURL(source, source.instance)] : []),
  componentURL(source),
];

/**
 * Fetches a component's template; fork and original in parallel, a valid fork wins (S4).
 * @throws MissingSourceError, SourceParseError, FetchFailedError, InvalidResponseError; ComponentFetchError when
 * neither the fork nor the original loads.
 */
export function fetchDelivered(source: ComponentSource, signal?: AbortSignal): Promise<Delivered> {
  const [first, second] = componentURLs(source).map((url) => request(url, TEMPLATE, signal));
  if (!second) return first!;
  // Both are awaited somewhere, whatever the other does.
  second.catch(() => {});
  return first!.catch(() =>
    second.catch((cause: unknown) => {
      throw new ComponentFetchError({ cause, url: componentURL(source) });
    }),
  );
}
