import { versionId } from '../../content/addresses.js';
import { HostError } from '../../lib/host-error.js';
import { createThumbnails } from '../../content/media/thumbnails.js';
import { createFileReader } from '../../server/static/file-reader.js';
import { findBrowser, startBrowser } from '../thumbnails/browser.js';
import { takeScreenshot } from '../thumbnails/screenshot.js';
import { remoteMedia } from '../thumbnails/remote-media.js';
import { type MissingThumbnail, missingThumbnails, libraryContext } from '../thumbnails/missing-thumbnails.js';
import { textOf } from '../command-line/arguments.js';
import { foldersOf } from '../command-line/site-folders.js';
import { interruptible } from '../command-line/stop-signal.js';
import { createProgress } from '../command-line/progress.js';
import type { Services } from '../admin-socket/services.js';
import { withServices } from '../content/with-services.js';
import type { CommandHandler } from './command.js';

/** `thumbnails`: renders missing thumbnails without an editor. Exits with 1 if one failed. */
export const thumbnailsCommand: CommandHandler = async ({
  arguments: args,
  settings,
  sourceOf,
  log,
  output,
  folder,
}) => {
  const only = textOf(args, 'only');
  const all = args.flags['force'] === true;
  const { site } = await foldersOf(settings, folder, sourceOf, (message) => log.warn(message));
  const files = createFileReader();
  if (!(await files.read(site, ['build', 'feaas.esm.js']))) {
    throw new HostError(`${site} has no build/feaas.esm.js, which draws thumbnails: build the site.`);
  }
  const executable = await findBrowser(process.env);
  const fetchMedia = remoteMedia(settings.mediaHosts);
  const work = async ({ contentService, blobs }: Services): Promise<number> => {
    const allLibraries = await contentService.libraries();
    const libraries = allLibraries.filter(({ id }) => only === undefined || id === only);
    if (only !== undefined && libraries.length === 0) {
      const names = allLibraries.map(({ id }) => id).join(', ');
      throw new HostError(
        `--only: there is no library '${only}'${names && `; there are ${names}`}. Name one of these, or leave out --only.`,
      );
    }
    const browser = await startBrowser(executable);
    const thumbnails = createThumbnails({ contentService, blobs });
    const progress = createProgress('thumbnails', output);
    let failures = 0;
    try {
      for (const { id: library } of libraries) {
        const missing: MissingThumbnail[] = [];
        for await (const each of missingThumbnails(library, { contentService, blobs, all })) missing.push(each);
        progress.expect(missing.length);
        const context = await libraryContext(library, { contentService });
        let renderedCount = 0;
        for (const { version, ofVersion, ofComponent } of missing) {
          try {
            const bytes = await takeScreenshot(
              browser,
              { ...context, view: version.view },
              { blobs, files, site, fetchMedia },
            );
            // Never earlier than the save, even if clocks differ.
            const renderedAt = Math.max(Date.now(), version.modifiedAt);
            const upload = { version, revision: version.revision, renderedAt, bytes };
            if (ofVersion) await thumbnails.put({ ...upload, ofComponent: false });
            if (ofComponent) await thumbnails.put({ ...upload, ofComponent: true });
            renderedCount++;
          } catch (error) {
            failures++;
            progress.problem(`${versionId(version)}: ${(error as Error).message}`);
          }
          progress.step();
        }
        progress.line(`${library}: ${renderedCount} drawn`);
      }
    } finally {
      progress.end();
      await browser.close();
    }
    return failures > 0 ? 1 : 0;
  };
  return interruptible('Run it again: it draws the rest.', () =>
    withServices(settings, log, work, { blobStore: 'to its own' }),
  );
};
