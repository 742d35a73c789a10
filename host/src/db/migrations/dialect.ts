import { sql } from 'kysely';

/** Which SQL a migration speaks where the dialects differ. */
export type Dialect = 'embedded' | 'postgres';

/** The same order of names everywhere: by bytes, whatever language the database speaks. */
export const textType = (dialect: Dialect) => (dialect === 'postgres' ? sql`text collate "C"` : sql`text`);
