/** Checks that the database is consistent in itself and with the blobs. Each problem is a line that names its key. */
import { sql } from 'kysely';
import type { Queries } from '../db/schema.js';
import { deliveryKey, subjectOf } from '../content/addresses.js';
import { checkMedia } from '../content/check-content.js';
import type { MediaVariant, StylesheetContent } from '../content/model.js';
import { checkStylesheet } from '../content/stylesheets/stylesheets.js';
import { BadInputError } from '../lib/domain-error.js';
import { type BlobStore, damagedBlob } from '../storage/blob-store.js';
import { faultsOf } from './outbox/blob-faults.js';
import { blobOf, outboxEntries } from './outbox/outbox.js';

const PAGE_SIZE = 200;
/** Blobs read concurrently. */
const CONCURRENCY = 16;
const KEY_PREFIXES = ['components/', 'styles/'];
/** The end of a line about a blob without an entry in the database. */
export const ORPHAN_MESSAGE = 'is a blob that the database does not know';

export async function checkAll(read: Queries, blobs: BlobStore): Promise<readonly string[]> {
  const problems: string[] = [];
  await checkHistories(read, problems);
  await checkStates(read, problems);
  await checkValues(read, problems);
  await checkBlobs(read, blobs, problems);
  for (const prefix of KEY_PREFIXES) await checkOrphans(read, blobs, prefix, problems);
  return problems;
}

/** Revisions are numbered from 1; gaps must match the count of removed ones. Skips libraries with open deletions. */
async function checkHistories(read: Queries, problems: string[]): Promise<void> {
  const rows = await read
    .selectFrom('documents as d')
    .leftJoin('revisions as r', (join) =>
      join
        .onRef('r.library', '=', 'd.library')
        .onRef('r.component', '=', 'd.component')
        .onRef('r.version', '=', 'd.version')
        .on('r.number', '>', 0),
    )
    .select(['d.library', 'd.component', 'd.version', 'd.revision', 'd.removed'])
    .select(({ fn }) => [fn.count<number>('r.number').as('count'), fn.max('r.number').as('last')])
    .where(({ exists, not, selectFrom }) =>
      not(exists(selectFrom('deletions as x').select('x.at').whereRef('x.library', '=', 'd.library'))),
    )
    .groupBy(['d.library', 'd.component', 'd.version', 'd.revision', 'd.removed'])
    .having(({ eb, fn, ref, or }) =>
      or([
        eb(fn.count('r.number'), '!=', eb(ref('d.revision'), '-', ref('d.removed'))),
        eb(fn.max('r.number'), '!=', ref('d.revision')),
      ]),
    )
    .execute();
  for (const row of rows) {
    problems.push(
      `${subjectOf(row)}: is at revision ${row.revision}, but has ${row.count} up to ${row.last ?? 'none'}${row.removed > 0 ? `, and ${row.removed} were removed` : ''}`,
    );
  }
}

/** The staged and published numbers of an entry must match its deliveries. */
async function checkStates(read: Queries, problems: string[]): Promise<void> {
  for (const slot of ['staged', 'published'] as const) {
    const rows = await read
      .selectFrom('documents as d')
      .leftJoin('deliveries as v', (join) =>
        join
          .onRef('v.library', '=', 'd.library')
          .onRef('v.component', '=', 'd.component')
          .onRef('v.version', '=', 'd.version')
          .on('v.word', '=', slot)
          .on('v.deleted_at', 'is', null),
      )
      .select(['d.library', 'd.component', 'd.version', `d.${slot} as says`, 'v.number'])
      .where(sql<boolean>`coalesce(${sql.ref(`d.${slot}`)}, 0) != coalesce(v.number, 0)`)
      .execute();
    for (const row of rows) {
      const state = row.says === null ? `is not ${slot}` : `is ${slot} at revision ${row.says}`;
      const delivered = row.number === null ? 'nothing' : `revision ${row.number}`;
      problems.push(`${deliveryKey(subjectOf(row), slot)}: its document ${state}, but ${delivered} is delivered`);
    }
  }
}

/** Values that an earlier release stored and that current writes reject. */
async function checkValues(read: Queries, problems: string[]): Promise<void> {
  const problemOf = (work: () => void): string | undefined => {
    try {
      work();
      return undefined;
    } catch (error) {
      if (error instanceof BadInputError) return error.message;
      return 'it is not what a host writes. Restore it from a backup, or write it again.';
    }
  };
  const stylesheets = await read
    .selectFrom('documents')
    .select('library')
    .where('component', '=', '')
    .orderBy('library')
    .execute();
  for (const { library } of stylesheets) {
    for (const { number, content } of await deliveredStyles(read, library)) {
      const problem = problemOf(() => checkStylesheet(JSON.parse(content) as StylesheetContent));
      if (problem !== undefined) problems.push(`styles/${library}: revision ${number}: ${problem}`);
    }
  }
  for (let after = { library: '', id: '' }; ;) {
    const rows = await read
      .selectFrom('media')
      .selectAll()
      .where(sql<boolean>`(library, id) > (${after.library}, ${after.id})`)
      .orderBy('library')
      .orderBy('id')
      .limit(PAGE_SIZE)
      .execute();
    for (const { variants, created_at, ...row } of rows) {
      const problem = problemOf(() =>
        checkMedia({ ...row, createdAt: created_at, variants: JSON.parse(variants) as MediaVariant[] }),
      );
      if (problem !== undefined) problems.push(`media/${row.library}: picture ${row.id}: ${problem}`);
    }
    const last = rows.at(-1);
    if (!last) return;
    after = last;
  }
}

/** The delivered revisions of a library's stylesheet. */
const deliveredStyles = (read: Queries, library: string) =>
  read
    .selectFrom('documents as d')
    .innerJoin('revisions as r', (join) =>
      join
        .onRef('r.library', '=', 'd.library')
        .onRef('r.component', '=', 'd.component')
        .onRef('r.version', '=', 'd.version')
        .on(({ eb, or, ref }) =>
          or((['revision', 'staged', 'published'] as const).map((column) => eb('r.number', '=', ref(`d.${column}`)))),
        ),
    )
    .select(['r.number', 'r.content'])
    .where('d.library', '=', library)
    .where('d.component', '=', '')
    .where('r.number', '>', 0)
    .orderBy('r.number')
    .execute();

async function checkBlobs(read: Queries, blobs: BlobStore, problems: string[]): Promise<void> {
  for (let after = ''; ;) {
    const rows = await outboxEntries(read).where('d.key', '>', after).orderBy('d.key').limit(PAGE_SIZE).execute();
    for (let start = 0; start < rows.length; start += CONCURRENCY) {
      const checked = rows.slice(start, start + CONCURRENCY).map(async (row) => {
        const faults = faultsOf(blobOf(row), await blobs.get(row.key).catch(damagedBlob));
        if (faults.length === 0) return [];
        const openNote = row.delivered < row.wanted ? ' (still to be delivered)' : '';
        return faults.map((fault) => `${row.key}: ${fault}${openNote}`);
      });
      problems.push(...(await Promise.all(checked)).flat());
    }
    const last = rows.at(-1);
    if (!last) return;
    after = last.key;
  }
}

/** Blobs without a delivery in the database. */
async function checkOrphans(read: Queries, blobs: BlobStore, prefix: string, problems: string[]): Promise<void> {
  let page: string[] = [];
  const checkPage = async (): Promise<void> => {
    if (page.length === 0) return;
    const rows = await read.selectFrom('deliveries').select('key').where('key', 'in', page).execute();
    const existing = new Set(rows.map(({ key }) => key));
    for (const key of page) if (!existing.has(key)) problems.push(`${key}: ${ORPHAN_MESSAGE}`);
    page = [];
  };
  for await (const key of blobs.list(prefix)) {
    page.push(key);
    if (page.length === PAGE_SIZE) await checkPage();
  }
  await checkPage();
}
