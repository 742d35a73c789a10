/**
 * Validates content against the current rules and settings before it becomes public. Content that could be saved
 * earlier may be forbidden now.
 */
import { styleAddress } from '../addresses.js';
import type { Write } from '../content-service.js';
import type { Queries } from '../../db/schema.js';
import { UnavailableError } from '../../lib/domain-error.js';
import { ContentRefusedError, type Problem, type RefusedAction } from '../../validation/content-refused-error.js';
import type { ContentValidator } from '../../validation/content-validator.js';
import type { Allowed } from '../../validation/elements.js';
import { type Entry, findEntry } from '../entries/entries.js';
import { allowedBy, settingsFrom } from '../libraries/settings.js';
import type { StylesheetContent, VersionAddress } from '../model.js';

/** @throws ContentRefusedError; CheckOutdatedError if different content or settings were checked */
export type RequireAllowed = (transaction: Queries, entry: Entry) => Promise<void>;

/**
 * Validates the last revision of an entry, then runs a write. In its transaction, the write confirms that this revision
 * was validated. Validation of large content is slow, so no transaction is open meanwhile.
 */
export type DeliveryCheck = <Result>(
  action: RefusedAction,
  address: VersionAddress,
  write: Write,
  work: (requireAllowed: RequireAllowed) => Promise<Result>,
) => Promise<Result>;

/** The content or the settings changed between the check and the write. */
export class CheckOutdatedError extends Error {}

/** How often the content and settings may change during a check. */
const MAX_ATTEMPTS = 10;

interface Checked {
  readonly revision: number;
  readonly allowed: string;
  readonly problems: readonly Problem[];
}

export function createDeliveryCheck(read: Queries, validator: ContentValidator): DeliveryCheck {
  const check = async (address: VersionAddress, principal: string): Promise<Checked | undefined> => {
    const allowed = await allowedNow(read, address.library);
    const entry = await findEntry(read, address);
    // The write reports what is missing.
    if (!allowed || !entry) return undefined;
    const problems = await problemsOf(validator, address, entry.content, { allowed, principal });
    return { revision: entry.revision, allowed: JSON.stringify(allowed), problems };
  };

  return (action, address, write, work) =>
    untilCurrent(async () => {
      const checked = await check(address, write.actor.id);
      return work(async (transaction, entry) => {
        const allowed = JSON.stringify(await allowedNow(transaction, address.library));
        if (checked?.revision !== entry.revision || checked.allowed !== allowed) throw new CheckOutdatedError();
        if (checked.problems.length === 0) return;
        throw new ContentRefusedError(isStylesheet(address) ? 'css' : 'view', checked.problems, action);
      });
    });
}

/** Repeats check and write if something changed in between. @throws UnavailableError after too many attempts */
export async function untilCurrent<Result>(checkAndWrite: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await checkAndWrite();
    } catch (error) {
      if (!(error instanceof CheckOutdatedError)) throw error;
      if (attempt === MAX_ATTEMPTS)
        throw new UnavailableError('The library keeps changing: try again in a few seconds.');
    }
  }
}

/** The rule violations in the content of a revision. */
export const problemsOf = (
  validator: ContentValidator,
  address: VersionAddress,
  content: string,
  { allowed, principal }: { allowed: Allowed; principal: string },
): Promise<readonly Problem[]> =>
  isStylesheet(address)
    ? validator.stylesheet((JSON.parse(content) as StylesheetContent).css, principal)
    : validator.markup(content, allowed, principal);

export const isStylesheet = ({ library, component }: VersionAddress): boolean =>
  component === styleAddress(library).component;

/** The external resources that markup of a library may currently load. */
export async function allowedNow(queries: Queries, library: string): Promise<Allowed | undefined> {
  const row = await queries
    .selectFrom('libraries')
    .select('settings')
    .where('id', '=', library)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row && allowedBy(settingsFrom(row.settings));
}
