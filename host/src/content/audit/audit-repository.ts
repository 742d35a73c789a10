/**
 * The audit log in the database. An entry is written in the transaction of the action that it records. So each recorded
 * action happened, and each action has an entry.
 */
import { randomBytes, randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { COMMAND_LINE, type PrincipalIdentity } from '../../auth/identity.js';
import type { AuditRow, Queries } from '../../db/schema.js';
import { badCursor, checkPage, pageOf } from '../pagination.js';
import type { ContentService } from '../content-service.js';
import type { AuditAction, AuditEntry, PublicationAudit } from '../audit.js';

/** Digits of a time in milliseconds. Padding makes the text order equal to the order of time. */
const DIGITS = 15;
const idPrefix = (time: number): string => String(time).padStart(DIGITS, '0');

/** Hexadecimal digits that order one host's entries in a millisecond. As many random ones avoid collisions. */
const COUNTER_DIGITS = 6;
const COUNTS = 16 ** COUNTER_DIGITS;
/** Random, so that two hosts rarely use the same number. */
let counter = randomInt(COUNTS / 2);

function newId(time: number): string {
  counter = (counter + 1) % COUNTS;
  const number = counter.toString(16).padStart(COUNTER_DIGITS, '0');
  return `${idPrefix(time)}-${number}${randomBytes(3).toString('hex')}`;
}

/** Adds an entry, as part of a transaction. */
export async function addAuditEntry(
  transaction: Queries,
  entry: Omit<AuditEntry, 'id' | 'actor' | 'actorName' | 'address'>,
  actor: PrincipalIdentity = COMMAND_LINE,
): Promise<void> {
  const { at, action, library = '', subject, details } = entry;
  await transaction
    .insertInto('audit')
    .values({
      ...{ id: newId(at), at, action, library, subject, details: JSON.stringify(details) },
      ...{ actor: actor.id, actor_name: actor.name, address: actor.address ?? '' },
    })
    .execute();
}

export const auditReads = (read: Queries): Pick<ContentService, 'auditPage' | 'publicationAudits'> => ({
  async auditPage({ first, after, library, action, since }) {
    checkPage({ first });
    if (after !== undefined && !/^\d{15}-[\da-f]{12}$/.test(after)) throw badCursor(after);
    let query = read.selectFrom('audit').selectAll();
    if (after !== undefined) query = query.where('id', '<', after);
    if (library !== undefined) query = query.where('library', '=', library);
    if (action !== undefined) query = query.where('action', '=', action);
    if (since !== undefined) query = query.where('id', '>=', idPrefix(Math.max(0, since)));
    const rows = await query
      .orderBy('id', 'desc')
      .limit(first + 1)
      .execute();
    return pageOf(rows, first, entryOf, ({ id }) => id);
  },

  async publicationAudits(library, actor) {
    const isOwn = sql<number>`case when ${sql.ref('audit.actor')} = ${actor} then 1 else 0 end`;
    const rows = await read
      .selectFrom(
        read
          .selectFrom('audit')
          .select(({ fn }) => fn.max('audit.id').as('id'))
          .where('audit.library', '=', library)
          .where('audit.action', 'in', ['publish', 'unpublish'])
          .groupBy(['audit.subject', isOwn])
          .as('latest'),
      )
      .innerJoin('audit', 'audit.id', 'latest.id')
      .selectAll('audit')
      .orderBy('audit.id')
      .execute();
    const audits = new Map<string, PublicationAudit>();
    for (const last of rows.map(entryOf))
      audits.set(last.subject, { last, own: last.actor === actor ? last : audits.get(last.subject)?.own });
    return [...audits.values()];
  },
});

/** Removes entries older than `before`. @param before milliseconds since 1970 */
export async function removeAuditEntries(transaction: Queries, before: number): Promise<void> {
  await transaction
    .deleteFrom('audit')
    .where('id', '<', idPrefix(Math.max(0, before)))
    .execute();
}

const entryOf = ({ id, at, action, library, subject, details, actor, actor_name, address }: AuditRow): AuditEntry => ({
  id,
  at,
  subject,
  actor,
  address,
  action: action as AuditAction,
  library: library === '' ? undefined : library,
  details: JSON.parse(details) as AuditEntry['details'],
  actorName: actor_name,
});
