/** Opens the database file of its argument, says so, and keeps it until it is ended. */
import { openDatabase } from '../../src/db/dialects/open-database.js';

const file = process.argv[2];
if (file === undefined) throw new Error('The database file is missing.');
await openDatabase({ file });
process.stdout.write('open\n');
setInterval(() => {}, 60_000);
