/** Opens the database file of its argument, prints `open`, and holds the lock until it is killed. */
import { openDatabase } from '../../src/db/dialects/open-database.js';

const file = process.argv[2];
if (file === undefined) throw new Error('The database file is missing.');
await openDatabase({ file });
process.stdout.write('open\n');
setInterval(() => {}, 60_000);
