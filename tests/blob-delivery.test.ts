/** A blob store delivers content without the host: what visitors see with each store's own headers (S5). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createAzureBlobs } from '../host/src/storage/azure/azure-blobs';
import type { BlobStore } from '../host/src/storage/blob-store';
import { openS3Blobs } from '../host/src/storage/s3/s3-blobs';
import { startAzurite } from '../host/test/support/azurite';
import { writeOptions, makeLibrary, openContentService, silentLog } from '../host/test/support/content-services';
import { testStores } from '../host/test/support/databases';
import { s3Options, startS3ForFile } from '../host/test/support/s3';
import { pageText, takeEvents, visitorJourney } from './lib/visitor-journey';

const at = visitorJourney();

/** Stores, and the value of the pages' `cdn`. */
const STORES: Readonly<Record<string, () => Promise<{ blobs: BlobStore; cdn: string; metadata: string }>>> = {
  S3: async () => {
    const s3 = await startS3ForFile();
    const blobs = await openS3Blobs(s3Options('site/live', s3.url), silentLog);
    return { blobs, cdn: `${s3.url}/site/live`, metadata: 'x-amz-meta-' };
  },
  Azure: async () => {
    const azurite = await startAzurite();
    const blobs = createAzureBlobs(azurite.connectionString, 'live', silentLog);
    return { blobs, cdn: `${azurite.url}/live`, metadata: 'x-ms-meta-' };
  },
};

for (const [name, start] of Object.entries(STORES)) {
  test(`${name} delivers published content, no removed content, and no drafts`, async () => {
    const { blobs, cdn, metadata } = await start();
    const place = await testStores('libsql').newStore();
    /** Starts the host's content service, runs a function, and stops the service. */
    const host = async (work: (service: Awaited<ReturnType<typeof openContentService>>) => Promise<unknown>) => {
      const service = await openContentService(place, { blobs });
      await work(service);
      await service.delivered();
      await service.close();
    };
    const hero = { library: 'demo', component: 'hero', version: 'responsive' };
    const fork = { ...hero, version: 'fork-one' };
    await host(async (service) => {
      await makeLibrary(service, 'demo');
      await service.saveStylesheet(
        'demo',
        { css: 'p { color: rgb(1, 2, 3) }', themes: [], breakpoints: [] },
        writeOptions(0),
      );
      await service.stepStylesheet('publish', 'demo', writeOptions(1));
      await service.save(hero, '<p>original</p>', writeOptions(0));
      await service.step('publish', hero, writeOptions(1));
      await service.fork(hero, 'fork-one', writeOptions(0));
      await service.save(fork, '<p>own</p>', writeOptions(1));
      await service.step('publish', fork, writeOptions(2));
      await service.save(hero, '<p>draft</p>', writeOptions(1));
      await service.step('stage', hero, writeOptions(2));
    });

    await at.resetProfile();
    at.body = ['', 'instance="fork-one"', 'revision="staged"']
      .map(
        (more, index) =>
          `<feaas-component id="c${index}" cdn="${cdn}" library="demo" component="hero" ${more}></feaas-component>`,
      )
      .join(' ');
    const page = await at.open();
    assert.equal(await pageText(page), 'original own');
    assert.equal(await page.$eval('#c0 p', (p) => getComputedStyle(p).color), 'rgb(1, 2, 3)');
    const failed = (await takeEvents(page)).filter(({ type }) => type === 'feaasError');
    assert.deepEqual(
      failed.map(({ id }) => id),
      ['c2'],
      'nobody gets a draft',
    );

    // A fork that is reset shows its original. The response is 200 with a tombstone header.
    await host(async (service) => {
      await service.step('delete', fork, writeOptions(2));
    });
    const mark = await fetch(`${cdn}/components/demo/hero/fork-one/published.html`);
    assert.equal(mark.status, 200);
    assert.ok(mark.headers.get(`${metadata}versiondeletedat`));
    at.body = `<feaas-component id="fork" cdn="${cdn}" library="demo" component="hero" instance="fork-one"></feaas-component>`;
    assert.equal(await pageText(await at.open()), 'original');
    await host(async (service) => {
      await service.step('delete', hero, writeOptions(2));
    });
    // A visitor with a cached copy sees it until the revalidation finds the tombstone. After that, nobody sees it.
    const stale = await at.open();
    assert.equal(await pageText(stale), 'original');
    assert.equal((await takeEvents(stale)).at(-1)?.error, 'Response is not valid');
    const gone = await at.open();
    const seen = await takeEvents(gone);
    assert.equal(await pageText(gone), '', JSON.stringify(seen));
    assert.ok(seen.some(({ type }) => type === 'feaasError'));
    assert.deepEqual(at.uncaught, []);
  });
}
