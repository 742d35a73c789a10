import { setTimeout as sleep } from 'node:timers/promises';
import type { ContentService } from '../../content/content-service.js';
import type { Deletion } from '../../content/deletions/deletions.js';

/** Milliseconds between checks. */
const POLL_INTERVAL = 500;

/** Resolves when a deletion is complete, whichever host runs it. */
export async function waitForDeletion(
  { openDeletions }: Pick<ContentService, 'openDeletions'>,
  { library, component }: Deletion,
): Promise<void> {
  const isOpen = async (): Promise<boolean> =>
    (await openDeletions()).some((each) => each.library === library && each.component === component);
  while (await isOpen()) await sleep(POLL_INTERVAL);
}
