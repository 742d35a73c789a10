import { setTimeout as sleep } from 'node:timers/promises';
import type { ContentService } from '../../content/content-service.js';
import type { Deletion } from '../../content/deletions/deletions.js';

/** Milliseconds between looks. */
const POLL_INTERVAL = 500;

/** Resolves when a deletion that was begun is done, by whichever host. */
export async function waitForDeletion(
  { openDeletions }: Pick<ContentService, 'openDeletions'>,
  { library, component }: Deletion,
): Promise<void> {
  const isOpen = async (): Promise<boolean> =>
    (await openDeletions()).some((each) => each.library === library && each.component === component);
  while (await isOpen()) await sleep(POLL_INTERVAL);
}
