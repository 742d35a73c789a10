import { sql } from 'kysely';

/** The SQL dialect of a migration. */
export type Dialect = 'embedded' | 'postgres';

/** Text that sorts by bytes, regardless of the database's locale. */
export const textType = (dialect: Dialect) => (dialect === 'postgres' ? sql`text collate "C"` : sql`text`);
