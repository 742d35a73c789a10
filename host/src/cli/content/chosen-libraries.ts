import type { ContentService } from '../../content/content-service.js';
import { HostError } from '../../lib/host-error.js';

/** Ids of all libraries, or the one of `--only`. @throws HostError if it does not exist */
export async function librariesOf(
  contentService: ContentService,
  only: string | undefined,
): Promise<readonly string[]> {
  const all = (await contentService.libraries()).map(({ id }) => id);
  if (only === undefined) return all;
  if (all.includes(only)) return [only];
  throw new HostError(
    `there is no library '${only}'${all.length ? `; there are ${all.join(', ')}` : ''}. Name an existing one.`,
  );
}
