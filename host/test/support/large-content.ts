/** A library with the size of large sites, written by a few statements. */
import { sql } from 'kysely';
import type { Database } from '../../src/db/database.js';

export const LARGE_LIBRARY = 'large';

export interface LibrarySize {
  readonly components: number;
  /** Revisions of the version of each component. */
  readonly revisions: number;
}

/** Names of generated rows have a fixed length, so that they sort by their number. */
export const componentName = (index: number): string => `c${String(index).padStart(7, '0')}`;

const VIEW = '<section><h2 data-path="cards.*.title">Title</h2><p>Text of a card</p></section>';

/** Fills every table that grows with content. One in ten components has a fork; there are as many pictures and data sources as forks. */
export async function fillLargeLibrary(database: Database, { components, revisions }: LibrarySize): Promise<void> {
  const isPostgres = database.kind === 'postgres';
  const series = (count: number): string =>
    isPostgres
      ? `(select i from generate_series(0, ${count - 1}) as s (i)) as s`
      : `(with recursive n (i) as (select 0 union all select i + 1 from n where i < ${count - 1}) select i from n) as s`;
  const padded = (expression: string): string =>
    isPostgres ? `lpad((${expression})::text, 7, '0')` : `printf('%07d', ${expression})`;
  const name = `'c' || ${padded('i')}`;
  const now = Date.now();
  const run = (statement: string): Promise<unknown> =>
    database.write((transaction) => sql.raw(statement).execute(transaction));
  const document = `'${LARGE_LIBRARY}', ${name}, 'responsive'`;
  const numbered = `(select s.i as i, r.i + 1 as r from ${series(components)}, (select i from ${series(revisions)}) as r) as s`;
  const key = `'components/${LARGE_LIBRARY}/' || ${name} || '/responsive/'`;
  await run(
    `insert into libraries (id, name, settings, created_at) values ('${LARGE_LIBRARY}', 'Large', '{}', ${now})`,
  );
  await run(`insert into sequences (library, last) values ('${LARGE_LIBRARY}', ${components})`);
  await run(
    `insert into collections (library, id, name) select '${LARGE_LIBRARY}', 'k' || i, 'Collection' from ${series(100)}`,
  );
  await run(`insert into components (library, id, name, description, folded, created_at, modified_at)
    select '${LARGE_LIBRARY}', ${name}, 'Card', '', ${name} || ' card', ${now}, ${now} from ${series(components)}`);
  await run(`insert into memberships (library, component, collection)
    select '${LARGE_LIBRARY}', ${name}, 'k' || (i % 100) from ${series(components)}`);
  await run(`insert into documents (library, component, version, revision, published, created_at, modified_at)
    select ${document}, ${revisions}, ${revisions}, ${now}, ${now} - i from ${series(components)}`);
  await run(`insert into documents (library, component, version, fork_origin, page, revision, published, created_at, modified_at)
    select '${LARGE_LIBRARY}', ${name}, 'fork', 'responsive', 'https://shop.example/' || i, 1, 1, ${now}, ${now} - i
    from ${series(components)} where i % 10 = 0`);
  await run(`insert into revisions (library, component, version, number, content, author, at)
    select ${document}, r, '${VIEW}', 'A', ${now} from ${numbered}`);
  await run(`insert into revisions (library, component, version, number, content, author, at)
    select '${LARGE_LIBRARY}', ${name}, 'fork', 1, '${VIEW}', 'A', ${now} from ${series(components)} where i % 10 = 0`);
  const delivery = 'key, library, component, version, word, number, wanted, delivered, attempts, due_at';
  await run(`insert into deliveries (${delivery})
    select ${key} || 'published.html', ${document}, 'published', ${revisions}, 1, 1, 0, 0 from ${series(components)}`);
  await run(`insert into deliveries (${delivery})
    select ${key} || '${revisions}.html', ${document}, '${revisions}', ${revisions}, 1, 1, 0, 0 from ${series(components)}`);
  await run(`insert into changes (library, sequence, subject, kind, action, revision, at)
    select '${LARGE_LIBRARY}', i + 1, '${LARGE_LIBRARY}/' || ${name} || '/responsive', 'version', 'publish', 1, ${now} from ${series(components)}`);
  await run(`insert into operations (actor, key, hash, result, at)
    select 'a', 'key ' || i, 'x', null, ${now} from ${series(components)}`);
  await run(`insert into audit (id, at, action, library, subject, details, actor, actor_name, address)
    select '9' || ${padded('i')}, ${now}, 'publish', '${LARGE_LIBRARY}', ${name}, '{}', 'a', 'A', '' from ${series(components)}`);
  await run(`insert into data_sources (library, id, sample, modified_at, public)
    select '${LARGE_LIBRARY}', 'd' || ${padded('i')}, '{}', ${now}, 0 from ${series(Math.ceil(components / 10))}`);
  await run(`insert into media (library, id, name, width, height, variants, author, created_at, folded)
    select '${LARGE_LIBRARY}', 'm' || ${padded('i')}, 'picture', 1, 1, '[]', 'A', ${now} - i, 'picture'
    from ${series(Math.ceil(components / 10))}`);
  await run(`insert into scheduled_jobs (id, library, kind, component, version, release, revision, due_at, zone_data, state, attempts,
      retry_at, created_by, created_by_name, created_at, finished_at)
    select 's' || ${padded('i')}, '${LARGE_LIBRARY}', 'publish', ${name}, 'responsive', case when i % 2 = 0 then '' else 'r' || ${padded('i % 100')} end, 1, ${now} - i, '', 'done', 1,
      0, 'a', 'A', ${now}, ${now} from ${series(components)}`);
  const some = series(Math.ceil(components / 10));
  await run(`insert into releases (library, id, name, state, revision, created_by_name, created_at, modified_at)
    select '${LARGE_LIBRARY}', 'r' || ${padded('i')}, 'Release', 'open', 1, 'A', ${now}, ${now} from ${series(100)}`);
  await run(`insert into release_items (library, release, component, version, revision)
    select '${LARGE_LIBRARY}', case when i < 1000 then 'r' || ${padded('i % 100')} else 'x' || i end, ${name}, 'responsive', 1
    from ${series(components)}`);
  await run(`insert into preview_links (id, library, page, subjects, key_id, created_by, created_at, expires_at)
    select 'p' || ${padded('i')}, '${LARGE_LIBRARY}', '', '[]', 'k', '{"id":"a","name":"A"}', ${now} - i, ${now} from ${some}`);
  await run(`insert into webhooks (library, id, url, events, enabled, secrets, created_at)
    select '${LARGE_LIBRARY}', 'w' || i, 'https://hook.example/', '[]', 1, '[]', ${now} from ${series(20)}`);
  await run(`insert into webhook_events (id, library, sequence, type, subject, data, at)
    select 'e' || i, '${LARGE_LIBRARY}', i + 1, 'version.published', ${name}, '{}', ${now} from ${series(components)}`);
  await run(`insert into webhook_deliveries (library, webhook, event, sequence, subject, state, attempts, due_at, claimed_until, at)
    select '${LARGE_LIBRARY}', 'w' || (i % 20), 'e' || i, i + 1, ${name}, 'delivered', 1, 0, 0, ${now} from ${series(components)}`);
  // PostgreSQL analyzes tables by itself later; nothing analyzes the embedded database.
  if (database.kind === 'postgres') await sql`analyze`.execute(database.read);
}
