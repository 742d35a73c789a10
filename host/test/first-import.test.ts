/** The import of a host into a database without a library. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import test from 'node:test';
import { importFirst } from '../src/cli/commands/first-import.js';
import { openDatabase } from '../src/db/dialects/open-database.js';
import { createContentService } from '../src/publishing/create-content-service.js';
import { readSettings } from '../src/config/read-settings.js';
import { DATABASE_KINDS, testStores } from './support/databases.js';
import { writeFiles } from './support/imports.js';
import { folderBlobsOf, silentLog } from './support/content-services.js';
import { cleanUp } from '../../tests/lib/clean-up.js';

for (const kind of DATABASE_KINDS) {
  test(`one host runs the first import; an interrupted import is repeated; otherwise nothing is imported (${kind})`, async (t) => {
    const place = await testStores(kind).newStore();
    const database = await openDatabase(place.settings);
    const blobs = folderBlobsOf(place);
    const contentService = createContentService({ database, blobs, log: silentLog });
    cleanUp(t, () => contentService.close());
    const libraries = join(place.folder, 'libraries');
    const page = 'components/page/responsive.html';
    await writeFiles(libraries, { [`one/${page}`]: '<p>1</p>', [`two/${page}`]: '<p>2</p>' });
    const { settings } = readSettings({
      flags: { library: libraries },
      environment: {},
      file: {},
      folder: place.folder,
    });
    const output = { out: new PassThrough().resume(), err: new PassThrough().resume() };
    const start = () => importFirst({ settings, output, folder: place.folder }, { contentService, blobs, database });
    const ids = async () => (await contentService.libraries()).map(({ id }) => id).sort();

    assert.equal(await database.withLock('first import', start), true);
    assert.deepEqual(await ids(), [], 'another host does it');

    // The state that a host leaves if it is killed in the middle.
    await contentService.putLibrary({ id: 'one', name: 'One', description: '' });
    await database.write((queries) =>
      queries.insertInto('secrets').values({ name: 'first import', value: '' }).execute(),
    );
    await start();
    assert.deepEqual(await ids(), ['one', 'two']);
    const address = { library: 'two', component: 'page', version: 'responsive' };
    assert.equal((await contentService.versions([address]))[0]?.published, 1);

    await writeFiles(libraries, { [`three/${page}`]: '<p>3</p>' });
    await start();
    assert.deepEqual(await ids(), ['one', 'two'], 'it has libraries');

    for (const id of await ids()) await contentService.deleteLibrary(id);
    await start();
    assert.deepEqual(await ids(), [], 'what was deleted does not come back by itself');
  });
}
