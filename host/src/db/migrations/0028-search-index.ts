/**
 * Adds an index of the trigrams in the texts for searches to the embedded database. PostgreSQL has the index of
 * '0016-shared-limits'. Triggers maintain it, so that it works with hosts of the previous release, which do not know it.
 * Released migrations are never changed.
 */
import { type Kysely, type Migration, sql } from 'kysely';
import type { Dialect } from './dialect.js';

/**
 * The keys of FTS5 are numbers. `search_rows` stores them, because VACUUM may change the implicit row ids of a table. A
 * scope is the components or the media of a library. Its numbers form a range, so that a search reads only one scope.
 * FTS5 stores neither texts nor positions: a search checks the texts of the rows that the index returns.
 */
const TABLES = [
  `create table search_scopes (
     number integer primary key,
     subject text not null,
     library text not null,
     unique (subject, library)
   )`,
  `create table search_rows (
     number integer primary key,
     scope integer not null,
     id text not null,
     unique (scope, id)
   )`,
  `create virtual table search_trigrams using fts5 (
     folded, tokenize = 'trigram case_sensitive 1', detail = none, columnsize = 0, content = ''
   )`,
];

/** Tables with a text for searches. */
const SUBJECTS = ['components', 'media'];

/** The numbers of a scope follow this one. */
const start = (scope: string): string => `(${scope} << 32)`;
const end = (scope: string): string => `${start(scope)} + 4294967295`;

// `like` ignores the case of ASCII letters. So does the index, because `lower` changes only these.
const fill = (subject: string): readonly string[] => [
  `insert into search_scopes (subject, library) select distinct '${subject}', library from ${subject}`,
  `insert into search_rows (number, scope, id)
   select ${start('s.number')} + row_number() over (partition by t.library order by t.id), s.number, t.id
   from ${subject} as t join search_scopes as s on s.subject = '${subject}' and s.library = t.library`,
  `insert into search_trigrams (rowid, folded)
   select r.number, lower(t.folded) from search_scopes as s
   join search_rows as r on r.scope = s.number
   join ${subject} as t on t.library = s.library and t.id = r.id
   where s.subject = '${subject}' order by r.number`,
];

const triggers = (subject: string): Readonly<Record<string, string>> => {
  const isRow = (row: 'old' | 'new'): string =>
    `scope = (select number from search_scopes where subject = '${subject}' and library = ${row}.library)
     and id = ${row}.id`;
  // FTS5 needs the text of an entry to remove it.
  const remove = `insert into search_trigrams (search_trigrams, rowid, folded)
    select 'delete', number, lower(old.folded) from search_rows where ${isRow('old')};`;
  return {
    [`${subject}_search_insert`]: `after insert on ${subject} begin
      insert into search_scopes (subject, library) select '${subject}', new.library
      where not exists (select 1 from search_scopes where subject = '${subject}' and library = new.library);
      insert into search_rows (number, scope, id)
      select 1 + coalesce(
        (select max(number) from search_rows where number between ${start('s.number')} and ${end('s.number')}),
        ${start('s.number')}
      ), s.number, new.id
      from search_scopes as s where s.subject = '${subject}' and s.library = new.library;
      insert into search_trigrams (rowid, folded)
      select number, lower(new.folded) from search_rows where ${isRow('new')};
    end`,
    [`${subject}_search_update`]: `after update of folded on ${subject} when old.folded <> new.folded begin
      ${remove}
      insert into search_trigrams (rowid, folded)
      select number, lower(new.folded) from search_rows where ${isRow('new')};
    end`,
    [`${subject}_search_delete`]: `after delete on ${subject} begin
      ${remove}
      delete from search_rows where ${isRow('old')};
    end`,
  };
};

export function searchIndex(dialect: Dialect): Migration {
  return {
    async up(db: Kysely<unknown>) {
      if (dialect !== 'embedded') return;
      const run = (statement: string): Promise<unknown> => sql.raw(statement).execute(db);
      for (const statement of [...TABLES, ...SUBJECTS.flatMap(fill)]) await run(statement);
      for (const [name, body] of SUBJECTS.flatMap((subject) => Object.entries(triggers(subject))))
        await run(`create trigger ${name} ${body}`);
    },
  };
}
