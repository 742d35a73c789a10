import type { TestContext } from 'node:test';
import type { DatabaseSettings } from '../../src/db/database.js';

/** Creates a new database without content. */
export type NewDatabase = () => Promise<DatabaseSettings>;

const databases = new WeakMap<TestContext, NewDatabase>();

/** Sets the database that the hosts of a test use. */
export const setDatabaseForTest = (t: TestContext, make: NewDatabase): unknown => databases.set(t, make);

/** The settings of a new database for the test; undefined if none is set: then hosts use a file in their own folder. */
export const databaseForTest = async (t: TestContext): Promise<DatabaseSettings | undefined> => databases.get(t)?.();
