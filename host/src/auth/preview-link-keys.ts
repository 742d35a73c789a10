/** Queries of preview links for the management of signing keys. The content service handles what links show. */
import type { Queries } from '../db/schema.js';

/** Ids of the keys that signed an active link. */
export async function keysOfPreviewLinks(queries: Queries, now: number): Promise<ReadonlySet<string>> {
  const rows = await queries
    .selectFrom('preview_links')
    .select('key_id')
    .distinct()
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .execute();
  return new Set(rows.map(({ key_id }) => key_id));
}

/** Revokes all links, or those of one library, within a transaction. Resolves with their number. */
export async function revokePreviewLinks(transaction: Queries, now: number, library?: string): Promise<number> {
  let query = transaction.updateTable('preview_links').set({ revoked_at: now }).where('revoked_at', 'is', null);
  if (library !== undefined) query = query.where('library', '=', library);
  return Number((await query.executeTakeFirst()).numUpdatedRows);
}
