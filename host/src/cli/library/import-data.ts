import type { DataSource } from '../../content/model.js';
import type { ImportContext } from './context.js';
import { dataFile, parseDataFile } from './names.js';
import { printManifest } from './manifest.js';
import { FileProblem, problemOf } from './problem.js';

/** Imports every data source in the folder `data/`. */
export async function importDataSources(context: ImportContext): Promise<void> {
  const ids = new Set<string>();
  for await (const name of context.folder.names('file', 'data')) {
    const id = parseDataFile(name)?.id;
    if (id === undefined) context.report.warning(`data/${name}`, 'is no JSON file, so the import skips it');
    else ids.add(id);
  }
  for (const { id } of context.manifest.dataSources ?? [])
    if (!ids.has(id)) context.report.warning('library.json', `data source '${id}' has no file, so the import skips it`);
  const existingSources = await knownSources(context);
  for (const id of [...ids].sort()) await importDataSource(context, id, existingSources);
}

export async function knownSources({
  contentService,
  library,
  isNew,
}: ImportContext): Promise<Map<string, DataSource>> {
  return new Map((isNew ? [] : await contentService.dataSources(library)).map((source) => [source.id, source]));
}

/** Imports one data source: its sample, optional settings, and its entry in `library.json`. */
export async function importDataSource(
  { contentService, folder, library, manifest, report }: ImportContext,
  id: string,
  existingSources: ReadonlyMap<string, DataSource>,
): Promise<void> {
  const read = async (part: 'sample' | 'settings'): Promise<string | undefined> => {
    const name = dataFile(id, part);
    const text = await folder.text('data', name);
    if (text === undefined) return undefined;
    try {
      JSON.parse(text);
    } catch (error) {
      throw new FileProblem(
        `data/${name}`,
        `is not JSON (${error instanceof Error ? error.message : String(error)}). Correct it`,
      );
    }
    return text;
  };
  const path = `data/${dataFile(id, 'sample')}`;
  try {
    const [sample, written = null] = await Promise.all([read('sample'), read('settings')]);
    const settings = written === null ? null : withoutSchema(written);
    if (sample === undefined) throw new FileProblem(path, 'is missing: settings need a sample. Add this file');
    const existing = existingSources.get(id);
    const isPublic = manifest.dataSources?.find((each) => each.id === id)?.public ?? existing?.public ?? false;
    if (existing && existing.sample === sample && existing.settings === settings && existing.public === isPublic)
      return;
    await contentService.putDataSource({ library, id, sample, settings, public: isPublic });
    report.changed(path, 'saved');
  } catch (error) {
    report.problem(problemOf(error, path));
  }
}

/** Removes `$schema`, which is only for editors. Pages treat an object with unknown properties as plain data. */
function withoutSchema(settings: string): string {
  const value = JSON.parse(settings) as unknown;
  if (typeof value !== 'object' || value === null || !('$schema' in value)) return settings;
  return printManifest(Object.fromEntries(Object.entries(value).filter(([key]) => key !== '$schema')));
}
