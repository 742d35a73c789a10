/** Reads of versions and their histories. */
import { prepared } from '../../db/prepared-query.js';
import { subjectOf } from '../addresses.js';
import type { ContentService, Page, PageRequest } from '../content-service.js';
import type { Revision, Version, VersionAddress } from '../model.js';
import type { EntryRow, Queries, RevisionRow } from '../../db/schema.js';
import { type Entry, entryNotFound, revisionedOf, withContent } from '../entries/entries.js';
import { checkPage, numberCursor, pageOf } from '../pagination.js';

/** Addresses per query. */
const BATCH_SIZE = 100;

const versionOf = (row: EntryRow, view: string): Version => ({
  library: row.library,
  component: row.component,
  version: row.version,
  view,
  forkOrigin: row.fork_origin,
  ...revisionedOf(row),
});

export const fullVersion = (row: Entry): Version => versionOf(row, row.content);

export function versionReads(read: Queries): Pick<ContentService, 'versions' | 'versionsOf'> {
  // What has no component is a stylesheet.
  const select = () => withContent(read).where('d.component', '!=', '');

  // Editors ask for one, or for a fork and its original.
  const one = prepared(read, (library: string, component: string, version: string) =>
    select().where('d.library', '=', library).where('d.component', '=', component).where('d.version', '=', version),
  );

  return {
    async versions(addresses) {
      const [only, second] = addresses;
      if (only && !second) {
        const [row] = await one(only.library, only.component, only.version);
        return [row && fullVersion(row)];
      }
      const found = new Map<string, Version>();
      for (let start = 0; start < addresses.length; start += BATCH_SIZE) {
        const some = addresses.slice(start, start + BATCH_SIZE);
        const rows = await select()
          .where(({ eb, and, or }) =>
            or(
              some.map(({ library, component, version }) =>
                and([eb('d.library', '=', library), eb('d.component', '=', component), eb('d.version', '=', version)]),
              ),
            ),
          )
          .execute();
        for (const row of rows) found.set(subjectOf(row), fullVersion(row));
      }
      return addresses.map((address) => found.get(subjectOf(address)));
    },

    async versionsOf(library, component) {
      const rows = await select()
        .where('d.library', '=', library)
        .where('d.component', '=', component)
        .orderBy('d.version')
        .execute();
      return rows.map(fullVersion);
    },
  };
}

/** A document's revisions, latest first. @throws NotFoundError, BadInputError */
export async function historyOf(read: Queries, address: VersionAddress, page: PageRequest): Promise<Page<Revision>> {
  checkPage(page);
  const row = await entryStates(read, address);
  if (!row) throw entryNotFound(address);
  let query = read
    .selectFrom('revisions')
    .selectAll()
    .where('library', '=', address.library)
    .where('component', '=', address.component)
    .where('version', '=', address.version);
  if (page.after !== undefined) query = query.where('number', '<', numberCursor(page.after));
  const rows = await query
    .orderBy('number', 'desc')
    .limit(page.first + 1)
    .execute();
  return pageOf(
    rows,
    page.first,
    (each) => revisionOf(each, row),
    ({ number }) => String(number),
  );
}

export async function findRevision(
  read: Queries,
  address: VersionAddress,
  number: number,
): Promise<Revision | undefined> {
  const [row, revision] = await Promise.all([
    entryStates(read, address),
    read
      .selectFrom('revisions')
      .selectAll()
      .where('library', '=', address.library)
      .where('component', '=', address.component)
      .where('version', '=', address.version)
      .where('number', '=', number)
      .executeTakeFirst(),
  ]);
  return row && revision && revisionOf(revision, row);
}

const entryStates = (read: Queries, { library, component, version }: VersionAddress) =>
  read
    .selectFrom('documents')
    .select(['staged', 'published'])
    .where('library', '=', library)
    .where('component', '=', component)
    .where('version', '=', version)
    .executeTakeFirst();

const revisionOf = (
  { number, content, author, at }: RevisionRow,
  { staged, published }: Pick<EntryRow, 'staged' | 'published'>,
): Revision => ({
  ...{ number, content, author, at },
  state: number === published ? 'published' : number === staged ? 'staged' : 'saved',
});
