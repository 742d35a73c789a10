/** The way from an empty database to the tables of today, one step per release that changed them; portable SQL. */
import { type CreateTableBuilder, type Kysely, type Migration, Migrator, sql } from 'kysely';
import type { Kind } from './database.js';
import { UnavailableError } from '../domain/failures.js';
import { HostError } from '../errors.js';
import { folded } from '../ledger/search.js';
import type { Queries, Tables } from './schema.js';

type Table = CreateTableBuilder<string, string>;

/** Brings the tables up to date. Hosts that start at once wait for one another. */
export async function migrate(queries: Queries, kind: Kind): Promise<void> {
  const migrator = new Migrator({ db: queries, provider: { getMigrations: async () => migrations(kind) } });
  const { error, results } = await migrator.migrateToLatest();
  if (!error) return;
  const failed = results?.find(({ status }) => status === 'Error')?.migrationName;
  // Not that the database does not bring them, but that there is none to ask.
  if (error instanceof UnavailableError) throw error;
  const reason = error instanceof Error ? error.message : String(error);
  const which = failed === undefined ? 'its tables' : `its tables to '${failed}'`;
  throw new HostError(`the database can not bring ${which}: ${reason}`, { cause: error });
}

/** Names of all that are known, in order. */
export const MIGRATIONS: readonly string[] = Object.freeze(Object.keys(migrations('embedded')).sort());

function migrations(kind: Kind): Record<string, Migration> {
  // The same order of names everywhere: by bytes, whatever language the database speaks.
  const text = kind === 'postgres' ? sql`text collate "C"` : sql`text`;
  type Column = ['text' | 'number', 'optional'?];

  /** A table of required columns unless they say otherwise. */
  const create = async (
    db: Kysely<unknown>,
    name: string,
    columns: Readonly<Record<string, Column>>,
    key: readonly string[],
    more: (table: Table) => Table = (table) => table,
  ): Promise<void> => {
    let table: Table = db.schema.createTable<string>(name);
    for (const [column, [type, optional]] of Object.entries(columns)) {
      table = table.addColumn(column, type === 'text' ? text : 'bigint', (each) => (optional ? each : each.notNull()));
    }
    await more(table.addPrimaryKeyConstraint(`${name}_key`, [...key])).execute();
  };
  const ofLibrary =
    (name: string) =>
    (table: Table): Table =>
      table.addForeignKeyConstraint(`${name}_library`, ['library'], 'libraries', ['id']);

  return {
    '0001-tables': {
      async up(db: Kysely<unknown>) {
        const document: Record<string, Column> = { library: ['text'], component: ['text'], version: ['text'] };
        const address = ['library', 'component', 'version'];

        await create(db, 'libraries', { id: ['text'], name: ['text'], settings: ['text'], created_at: ['number'] }, [
          'id',
        ]);
        await create(db, 'sequences', { library: ['text'], last: ['number'] }, ['library'], ofLibrary('sequences'));
        await create(
          db,
          'components',
          { library: ['text'], id: ['text'], name: ['text'], created_at: ['number'], modified_at: ['number'] },
          ['library', 'id'],
          ofLibrary('components'),
        );
        await create(
          db,
          'collections',
          { library: ['text'], id: ['text'], name: ['text'] },
          ['library', 'id'],
          ofLibrary('collections'),
        );
        await create(
          db,
          'memberships',
          { library: ['text'], component: ['text'], collection: ['text'] },
          ['library', 'collection', 'component'],
          (table) =>
            table
              .addForeignKeyConstraint('memberships_component', ['library', 'component'], 'components', [
                'library',
                'id',
              ])
              .addForeignKeyConstraint('memberships_collection', ['library', 'collection'], 'collections', [
                'library',
                'id',
              ]),
        );
        await db.schema
          .createIndex('memberships_by_component')
          .on('memberships')
          .columns(['library', 'component'])
          .execute();
        await create(
          db,
          'documents',
          {
            ...document,
            fork_origin: ['text', 'optional'],
            revision: ['number'],
            staged: ['number', 'optional'],
            published: ['number', 'optional'],
            deleted_at: ['number', 'optional'],
            created_at: ['number'],
            modified_at: ['number'],
          },
          address,
          ofLibrary('documents'),
        );
        await create(
          db,
          'revisions',
          { ...document, number: ['number'], content: ['text'], author: ['text'], at: ['number'] },
          [...address, 'number'],
          (table) => table.addForeignKeyConstraint('revisions_document', address, 'documents', address),
        );
        await create(
          db,
          'deliveries',
          {
            key: ['text'],
            ...document,
            word: ['text'],
            number: ['number'],
            deleted_at: ['number', 'optional'],
            wanted: ['number'],
            delivered: ['number'],
            attempts: ['number'],
            due_at: ['number'],
          },
          ['key'],
          (table) =>
            table.addForeignKeyConstraint('deliveries_revision', [...address, 'number'], 'revisions', [
              ...address,
              'number',
            ]),
        );
        await db.schema.createIndex('deliveries_by_document').on('deliveries').columns(address).execute();
        await db.schema
          .createIndex('deliveries_open')
          .on('deliveries')
          .columns(['due_at'])
          .where(sql<boolean>`delivered < wanted`)
          .execute();
        await create(
          db,
          'changes',
          {
            library: ['text'],
            sequence: ['number'],
            subject: ['text'],
            kind: ['text'],
            action: ['text'],
            revision: ['number'],
            at: ['number'],
          },
          ['library', 'sequence'],
          ofLibrary('changes'),
        );
        await db.schema.createIndex('changes_by_time').on('changes').columns(['at']).execute();
        await create(
          db,
          'operations',
          { actor: ['text'], key: ['text'], hash: ['text'], result: ['text', 'optional'], at: ['number'] },
          ['actor', 'key'],
        );
        await db.schema.createIndex('operations_by_time').on('operations').columns(['at']).execute();
        await create(
          db,
          'data_sources',
          { library: ['text'], id: ['text'], sample: ['text'], settings: ['text', 'optional'] },
          ['library', 'id'],
          ofLibrary('data_sources'),
        );
        await create(
          db,
          'media',
          {
            library: ['text'],
            id: ['text'],
            name: ['text'],
            width: ['number'],
            height: ['number'],
            variants: ['text'],
            author: ['text'],
            created_at: ['number'],
          },
          ['library', 'id'],
          ofLibrary('media'),
        );
        await db.schema.createIndex('media_by_time').on('media').columns(['library', 'created_at', 'id']).execute();
        await create(
          db,
          'tokens',
          {
            id: ['text'],
            name: ['text'],
            library: ['text', 'optional'],
            role: ['text'],
            hash: ['text'],
            created_at: ['number'],
            expires_at: ['number', 'optional'],
            revoked_at: ['number', 'optional'],
          },
          ['id'],
          (table) => table.addUniqueConstraint('tokens_hash', ['hash']),
        );
        await create(db, 'secrets', { name: ['text'], value: ['text'] }, ['name']);
      },
    },
    '0002-descriptions': {
      async up(db: Kysely<unknown>) {
        for (const table of ['libraries', 'components']) {
          await db.schema
            .alterTable(table)
            .addColumn('description', text, (column) => column.notNull().defaultTo(''))
            .execute();
        }
      },
    },
    '0003-data-source-times': {
      async up(db: Kysely<Tables>) {
        await db.schema
          .alterTable('data_sources')
          .addColumn('modified_at', 'bigint', (column) => column.notNull().defaultTo(0))
          .execute();
        // When they changed was not kept: now is never too early.
        await db.updateTable('data_sources').set({ modified_at: Date.now() }).execute();
      },
    },
    '0004-search': {
      async up(db: Kysely<Tables>) {
        for (const table of ['components', 'media'] as const) {
          await db.schema
            .alterTable(table)
            .addColumn('folded', text, (column) => column.notNull().defaultTo(''))
            .execute();
        }
        for (const { library, id, name, description } of await db
          .selectFrom('components')
          .select(['library', 'id', 'name', 'description'])
          .execute()) {
          const found = { folded: folded(id, name, description) };
          await db.updateTable('components').set(found).where('library', '=', library).where('id', '=', id).execute();
        }
        for (const { library, id, name } of await db.selectFrom('media').select(['library', 'id', 'name']).execute()) {
          const found = { folded: folded(name) };
          await db.updateTable('media').set(found).where('library', '=', library).where('id', '=', id).execute();
        }
      },
    },
    '0005-forks': {
      async up(db: Kysely<unknown>) {
        await db.schema
          .alterTable('documents')
          .addColumn('page', text, (column) => column.notNull().defaultTo(''))
          .execute();
        for (const [name, column] of [
          ['documents_forks', 'modified_at'],
          ['documents_forks_by_page', 'page'],
        ] as const) {
          await db.schema
            .createIndex(name)
            .on('documents')
            .columns(['library', column, 'component', 'version'])
            .where(sql<boolean>`fork_origin is not null`)
            .execute();
        }
      },
    },
  };
}
