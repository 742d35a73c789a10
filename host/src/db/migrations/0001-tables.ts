/** The tables of the first release. Released migrations are never changed. */
import { type CreateTableBuilder, type Kysely, type Migration, sql } from 'kysely';
import { type Dialect, textType } from './dialect.js';

type Table = CreateTableBuilder<string, string>;
type Column = ['text' | 'number', 'optional'?];

export function tables(dialect: Dialect): Migration {
  const text = textType(dialect);

  /** Creates a table. Columns are required unless marked as optional. */
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
            .addForeignKeyConstraint('memberships_component', ['library', 'component'], 'components', ['library', 'id'])
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
  };
}
