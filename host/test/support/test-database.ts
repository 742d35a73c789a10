import type { TestContext } from 'node:test';
import type { DatabaseSettings } from '../../src/db/database.js';

/** A new, empty database for whoever asks. */
export type NewDatabase = () => Promise<DatabaseSettings>;

const databases = new WeakMap<TestContext, NewDatabase>();

/** What the hosts of a test run on. */
export const setDatabaseForTest = (t: TestContext, make: NewDatabase): unknown => databases.set(t, make);

/** Undefined where nobody has assigned one: then a file of the test's own. */
export const databaseForTest = async (t: TestContext): Promise<DatabaseSettings | undefined> => databases.get(t)?.();
