/** Preview links in the database. Tokens are not stored: they are signed, and verified by computing the signature again. */
import { randomBytes } from 'node:crypto';
import { sql, type SqlBool } from 'kysely';
import { COMMAND_LINE } from '../../auth/identity.js';
import { isPreviewTokenSigned, parsePreviewToken, signPreviewToken } from '../../auth/preview-token.js';
import type { SigningKeys } from '../../auth/signing-keys.js';
import type { Database } from '../../db/database.js';
import { preparedOne } from '../../db/prepared-query.js';
import type { PreviewLinkRow, Queries } from '../../db/schema.js';
import type { Clock } from '../../lib/clock.js';
import { BadInputError, NotFoundError } from '../../lib/domain-error.js';
import { checkAddress, checkName, checkPageAddress } from '../../validation/check-input.js';
import { hasRevision, pageStart, startOfPage } from '../entries/entries.js';
import { lockLibraryExclusively } from '../locks/require-library.js';
import { versionId } from '../addresses.js';
import { addAuditEntry } from '../audit/audit-repository.js';
import type { ContentService } from '../content-service.js';
import { badCursor, checkPage, pageOf } from '../pagination.js';
import { PREVIEW_LIMITS, type PreviewLink, type PreviewLinkInput, type PreviewSubject } from '../preview-link.js';

const DAY = 86_400_000;
/** Expired links are retained this long, so that they can be distinguished from unknown ones. */
const RETENTION = 30 * DAY;
const CURSOR = /^(\d{1,15})-([\w-]{22})$/;

type PreviewLinks = Pick<
  ContentService,
  'createPreviewLink' | 'previewLinkPage' | 'revokePreviewLink' | 'previewLinkOf'
>;

export function createPreviewLinkRepository(
  database: Database,
  clock: Clock,
  keys: Pick<SigningKeys, 'signingKey' | 'allKeys'>,
): PreviewLinks {
  const { read, kind } = database;
  const findRow = preparedOne(read, (id: string) => read.selectFrom('preview_links').selectAll().where('id', '=', id));

  return {
    async createPreviewLink(input, actor = COMMAND_LINE) {
      const { library, page, days = PREVIEW_LIMITS.days } = checkInput(input);
      const key = await keys.signingKey();
      const at = clock();
      const row = await database.write(async (transaction) => {
        // Serializes with deletions of the library and with other new links.
        await lockLibraryExclusively(transaction, library, kind);
        await checkCount(transaction, library, at);
        const subjects = await subjectsOf(transaction, input);
        const link: PreviewLinkRow = {
          ...{ id: newId(), library, page: page ?? '' },
          subjects: JSON.stringify(subjects),
          stylesheet: isPinned(input) ? await stylesheetRevision(transaction, library) : null,
          ...{ key_id: key.id, created_by: actor.name, created_at: at, expires_at: at + days * DAY, revoked_at: null },
        };
        await transaction.insertInto('preview_links').values(link).execute();
        const details = { ...(page === undefined ? {} : { page }), subjects, expiresAt: new Date(link.expires_at) };
        const entry = { at, action: 'createPreviewLink', library, subject: link.id, details } as const;
        await addAuditEntry(transaction, entry, actor);
        return link;
      });
      return { link: linkOf(row), token: signPreviewToken(key, row.id) };
    },

    async previewLinkPage(library, { first, after }) {
      checkPage({ first });
      let query = read.selectFrom('preview_links').selectAll().where('library', '=', library);
      if (after !== undefined) {
        const [, createdAt, id] = CURSOR.exec(after) ?? [];
        if (createdAt === undefined || id === undefined) throw badCursor(after);
        // A row value is a range of the index. With `or`, SQLite reads all links of the library.
        query = query.where(sql<SqlBool>`(created_at, id) < (${Number(createdAt)}, ${id})`);
      }
      const rows = await query
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(first + 1)
        .execute();
      return pageOf(rows, first, linkOf, ({ created_at, id }) => `${created_at}-${id}`);
    },

    async revokePreviewLink(id, library, actor = COMMAND_LINE) {
      const at = clock();
      const row = await database.write(async (transaction) => {
        const found = await transaction.selectFrom('preview_links').selectAll().where('id', '=', id).executeTakeFirst();
        if (!found || (library !== undefined && found.library !== library)) return undefined;
        // A second revocation keeps the time of the first.
        const revoked = await transaction
          .updateTable('preview_links')
          .set({ revoked_at: at })
          .where('id', '=', id)
          .where('revoked_at', 'is', null)
          .returningAll()
          .executeTakeFirst();
        if (!revoked)
          return transaction.selectFrom('preview_links').selectAll().where('id', '=', id).executeTakeFirst();
        const entry = { at, action: 'revokePreviewLink', library: found.library, subject: id, details: {} } as const;
        await addAuditEntry(transaction, entry, actor);
        return revoked;
      });
      return row && linkOf(row);
    },

    async previewLinkOf(text) {
      const token = parsePreviewToken(text);
      // Only signed tokens cause a database query.
      if (!token || !isPreviewTokenSigned(await keys.allKeys(token.keyId), token)) return undefined;
      const row = await findRow(token.linkId);
      return row?.key_id === token.keyId ? linkOf(row) : undefined;
    },
  };
}

/** Removes links that expired longer ago than the retention. */
export async function removePreviewLinks(transaction: Queries, now: number): Promise<void> {
  await transaction
    .deleteFrom('preview_links')
    .where('expires_at', '<=', now - RETENTION)
    .execute();
}

/** @throws BadInputError */
function checkInput(input: PreviewLinkInput): PreviewLinkInput {
  const { library, versions = [], page, revision, days } = input;
  checkName('library', library);
  for (const { component, version } of versions) checkAddress({ library, component, version });
  checkPageAddress(page);
  if (versions.length === 0 && page === undefined)
    throw new BadInputError('A preview link needs a version or a page. Name one.', 'ids');
  if (versions.length > PREVIEW_LIMITS.subjects) throw tooManySubjects('ids');
  if (revision !== undefined && (versions.length !== 1 || page !== undefined))
    throw new BadInputError(
      'revision is for a link to one version. Leave it out, or name one version only.',
      'revision',
    );
  if (revision !== undefined && !(Number.isSafeInteger(revision) && revision >= 1))
    throw new BadInputError(`revision must be a whole number from 1, but is ${revision}.`, 'revision');
  if (days !== undefined && !(Number.isSafeInteger(days) && days >= 1 && days <= PREVIEW_LIMITS.maxDays))
    throw new BadInputError(`days must be a whole number from 1 to ${PREVIEW_LIMITS.maxDays}, but is ${days}.`, 'days');
  return input;
}

/** An id that does not begin with a dash, which a command line would parse as an option. */
function newId(): string {
  let id: string;
  do id = randomBytes(16).toString('base64url');
  while (id.startsWith('-'));
  return id;
}

const isPinned = ({ pinned = false, revision }: PreviewLinkInput): boolean => pinned || revision !== undefined;

/** @throws BadInputError */
async function checkCount(transaction: Queries, library: string, now: number): Promise<void> {
  const { count } = await transaction
    .selectFrom('preview_links')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('library', '=', library)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow();
  if (Number(count) < PREVIEW_LIMITS.perLibrary) return;
  throw new BadInputError(
    `The library "${library}" has ${PREVIEW_LIMITS.perLibrary} preview links. Revoke some, then create this one.`,
    'library',
  );
}

/** The requested versions, then the customizations of the page. @throws NotFoundError, BadInputError */
async function subjectsOf(
  transaction: Queries,
  { library, versions = [], page, revision, pinned = false }: PreviewLinkInput,
): Promise<readonly PreviewSubject[]> {
  const documents = transaction
    .selectFrom('documents')
    .select(['component', 'version', 'revision'])
    .where('library', '=', library)
    .where('deleted_at', 'is', null)
    .where('revision', '>', 0);
  const subjects = new Map<string, PreviewSubject>();
  const add = (row: { readonly component: string; readonly version: string; readonly revision: number }): void => {
    const { component, version } = row;
    const subject = { component, version, revision: revision ?? (pinned ? row.revision : null) };
    subjects.set(`${component}/${version}`, subject);
  };
  for (const { component, version } of versions) {
    const row = await documents.where('component', '=', component).where('version', '=', version).executeTakeFirst();
    const id = versionId({ library, component, version });
    if (!row) throw new NotFoundError(`There is no version '${id}'. Check the id.`);
    if (revision !== undefined && !(await hasRevision(transaction, { library, component, version }, revision)))
      throw new NotFoundError(`'${id}' has no revision ${revision}. Choose one of its history.`);
    add(row);
  }
  if (page !== undefined) {
    const forks = await documents
      .where(pageStart(sql.ref('page')), '=', startOfPage(page))
      .where('page', '=', page)
      .where('fork_origin', 'is not', null)
      .orderBy('component')
      .orderBy('version')
      .limit(PREVIEW_LIMITS.subjects + 1)
      .execute();
    forks.forEach(add);
    if (subjects.size === 0)
      throw new NotFoundError(`No customization of library "${library}" is for this page. Check the address.`);
  }
  if (subjects.size > PREVIEW_LIMITS.subjects) throw tooManySubjects('page');
  return [...subjects.values()];
}

const tooManySubjects = (argument: string): BadInputError =>
  new BadInputError(`A preview link shows at most ${PREVIEW_LIMITS.subjects} versions. Create several.`, argument);

/** The last revision of the stylesheet, 0 if there is none. */
async function stylesheetRevision(transaction: Queries, library: string): Promise<number> {
  const row = await transaction
    .selectFrom('documents')
    .select('revision')
    .where('library', '=', library)
    .where('component', '=', '')
    .where('version', '=', '')
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row?.revision ?? 0;
}

const linkOf = (row: PreviewLinkRow): PreviewLink => ({
  id: row.id,
  library: row.library,
  page: row.page === '' ? null : row.page,
  stylesheet: row.stylesheet,
  subjects: JSON.parse(row.subjects) as readonly PreviewSubject[],
  createdBy: row.created_by,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  revokedAt: row.revoked_at,
});
