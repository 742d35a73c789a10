import { versionId } from '../../content/addresses.js';
import { checkFields, differingFields, initialFields, pickFields } from '../../content/component-fields.js';
import { NotFoundError } from '../../lib/domain-error.js';
import { omitNil } from '../../lib/omit-nil.js';
import type { Component, Version, VersionAddress } from '../../content/model.js';
import { removeThumbnails } from '../../content/media/thumbnail-blobs.js';
import { IMPORTER, type ImportContext } from './context.js';
import { type ComponentManifest, parseComponentManifest } from './manifest.js';
import { idOf, parseVersionFile, type Slot, versionFile } from './names.js';
import { FileProblem, problemOf, throwPositionedProblems } from './problem.js';
import { pagesOfForks } from './fork-pages.js';
import {
  type Reconciliation,
  reconcile,
  requireUnchangedByOthers,
  savedByOthers,
  type Subject,
  type Target,
  targetOf,
} from './reconcile.js';

/** A version in files. */
interface VersionFiles {
  readonly id: string;
  /** File names by slot. */
  readonly files: Map<Slot, string>;
  /** Slots with a `.deleted` file. */
  readonly taken: Set<Slot>;
}

/** Saves, stages and publishes changes of one folder in `components/`. */
export async function importComponent(context: ImportContext, folderName: string): Promise<void> {
  const { contentService, folder, library, manifestComponents, isNew, report } = context;
  const id = idOf(folderName);
  const path = `components/${folderName}`;
  const text = await folder.text('components', folderName, 'component.json');
  const manifest = text === undefined ? undefined : parseComponentManifest(text, `${path}/component.json`);
  const versions = await versionsIn(context, folderName);
  if (versions.length === 0 && manifest === undefined) return;

  const existing = isNew ? undefined : await contentService.component(library, id);
  const existingVersions = new Map<string, Version>();
  if (!isNew)
    for (const version of await contentService.versionsOf(library, id)) existingVersions.set(version.version, version);

  const targets = await Promise.all(
    versions.map(async (version) => ({
      version,
      target: await readTarget(context, path, version).catch((error: unknown) => {
        report.problem(problemOf(error, `${path}/${versionFile(version.id, 'plain')}`));
        return undefined;
      }),
    })),
  );
  if (!existing && manifest === undefined && targets.every(({ target }) => !target)) return;
  // Versions of a deleted component remain, marked as deleted.
  if (!existing && existingVersions.size > 0 && !context.overwrite && !context.restore)
    throw new FileProblem(path, 'is not imported: an editor deleted it; --force restores it');
  await importNames(context, path, id, existing, manifest);

  const forks = manifest?.forks ?? manifestComponents.get(id)?.forks ?? {};
  const pages = manifest?.pages ?? manifestComponents.get(id)?.pages ?? {};
  const shouldReadPages = versions.some(
    (version) => existingVersions.has(version.id) && ownValue(pages, version.id) !== undefined,
  );
  const existingPages = new Map(shouldReadPages ? await pagesOfForks({ library, id }, contentService) : []);
  const deleted: VersionFiles[] = [];
  for (const { version, target } of sortByOrigin(targets, forks)) {
    // A `.deleted` file without content deletes the existing version.
    if (version.files.size === 0 && version.taken.has('plain')) deleted.push(version);
    if (!target) continue;
    const filePath = `${path}/${versionFile(version.id, 'plain')}`;
    try {
      const address = { library, component: id, version: version.id };
      const page = { now: existingPages.get(version.id) ?? '', wanted: ownValue(pages, version.id) };
      const fork = { origin: ownValue(forks, version.id), page };
      await importVersion(context, filePath, address, target, existingVersions.get(version.id), fork);
      if (version.taken.has('plain')) deleted.push(version);
    } catch (error) {
      report.problem(problemOf(error, filePath));
    }
  }
  // Last, so that deleted versions can still be forked.
  for (const version of deleted) await importDeletion(context, path, { library, component: id, version: version.id });
}

/** Reads an own property, because a version may have the name of a property of Object.prototype. */
const ownValue = (values: Readonly<Record<string, string>>, version: string): string | undefined =>
  Object.hasOwn(values, version) ? values[version] : undefined;

async function versionsIn({ folder, report }: ImportContext, folderName: string): Promise<VersionFiles[]> {
  const versions = new Map<string, VersionFiles>();
  for await (const name of folder.names('file', 'components', folderName)) {
    const parsed = parseVersionFile(name);
    const path = `components/${folderName}/${name}`;
    if (!parsed) {
      if (name !== 'component.json') report.warning(path, 'is no file of a component, so the import skips it');
      continue;
    }
    const { id, slot, deleted } = parsed;
    if (typeof slot === 'number') {
      report.warning(path, 'is an entry of a history: the import takes only current content');
      continue;
    }
    const version = versions.get(id) ?? { id, files: new Map(), taken: new Set() };
    versions.set(id, version);
    if (deleted) version.taken.add(slot);
    else version.files.set(slot, name);
  }
  for await (const name of folder.names('folder', 'components', folderName)) {
    if (parseVersionFile(name))
      report.warning(`components/${folderName}/${name}`, 'is a folder, but must be a file, so the import skips it');
  }
  return [...versions.values()].sort((one, other) => (one.id < other.id ? -1 : 1));
}

/** Undefined if there are only `.deleted` files, so that there is nothing to save. */
async function readTarget(
  { folder, checks, allowed }: ImportContext,
  path: string,
  { files, taken }: VersionFiles,
): Promise<Target<string> | undefined> {
  const texts: Partial<Record<Slot, string>> = {};
  for (const [slot, name] of files) {
    const text = await folder.text(...path.split('/'), name);
    if (text === undefined) continue;
    throwPositionedProblems(`${path}/${name}`, checks.view(text, allowed));
    texts[slot] = text;
  }
  return targetOf(texts, taken);
}

async function importNames(
  { contentService, library, manifestComponents, report }: ImportContext,
  path: string,
  id: string,
  existing: Component | undefined,
  manifest: ComponentManifest | undefined,
): Promise<void> {
  const manifestFields = checkFields({
    ...pickFields(manifestComponents.get(id) ?? {}),
    ...pickFields(manifest ?? {}),
  });
  const fields = { ...initialFields(id), ...pickFields(existing ?? {}), ...manifestFields };
  const differing = existing ? differingFields(existing, fields) : [];
  if (existing && differing.length === 0) return;
  await contentService.putComponent({ library, id, ...fields });
  if (existing) report.changed(path, `${differing.join(', ')} changed`);
}

async function importVersion(
  { contentService, report, overwrite, restore, publications }: ImportContext,
  path: string,
  address: VersionAddress,
  target: Target<string>,
  existing: Version | undefined,
  { origin: fork, page: { now: existingPage, wanted: page } }: ForkFields,
): Promise<void> {
  let current = existing;
  const write = (expected: number) => ({
    actor: IMPORTER,
    expected,
    ...(current?.forkOrigin ? omitNil({ page }) : {}),
  });
  const isOtherPage = Boolean(existing?.forkOrigin) && page !== undefined && page !== existingPage;
  const origin = fork === undefined ? null : originOf(address, fork);
  if (current && fork !== undefined && current.forkOrigin !== versionId(origin!)) {
    report.warning(path, `stays a fork of ${current.forkOrigin ?? 'nothing'}: the original of a fork never changes`);
  }
  if (!current && origin) {
    try {
      current = await contentService.fork(origin, address.version, { ...write(0), ...omitNil({ page }) });
    } catch (error) {
      if (!(error instanceof NotFoundError)) throw error;
      report.problem(
        new FileProblem(
          path,
          `${versionId(origin)}, its origin, is not there: saved as no fork. Add the origin and import again`,
        ),
      );
    }
  }
  const isUndelivered = target.published === null && target.staged === null;
  if (current?.deletedAt != null) {
    if (isUndelivered && current.view === target.saved) return;
    if (!overwrite && !restore)
      throw new FileProblem(path, 'is not imported: an editor deleted it; --force restores it');
    current = await contentService.step('restore', address, write(current.revision));
  }
  const subject: Subject<string> = {
    now: current && { ...current, content: current.view },
    revision: (number) => contentService.revision(address, number),
    save: (view, expected) => contentService.save(address, view, write(expected)),
    step: (step, expected) => contentService.step(step, address, write(expected)),
    equal: (one, other) => one === other,
  };
  if (!overwrite && existing)
    await requireUnchangedByOthers(path, target, subject, publications.get(versionId(address)));
  const { steps: appliedSteps, revision: lastRevision } = await reconcile(target, subject);
  const { steps, revision } =
    isOtherPage && !appliedSteps.includes('saved')
      ? await savePage(appliedSteps, lastRevision)
      : { steps: appliedSteps, revision: lastRevision };
  if (steps.length > 0) report.changed(path, `${steps.join(', ')} (revision ${revision})`);

  /** The page is stored by a save. Content that is delivered is then delivered from the new revision, which is equal. */
  async function savePage(before: readonly string[], expected: number): Promise<Reconciliation> {
    const author = (await contentService.revision(address, expected))?.author;
    if (!overwrite && author !== undefined && author !== IMPORTER.name)
      throw savedByOthers(path, author, 'saved', expected);
    const { revision } = await contentService.save(address, target.saved, write(expected));
    const after = ['saved'];
    for (const [step, content, name] of [
      ['publish', target.published, 'published'],
      ['stage', target.staged, 'staged'],
    ] as const) {
      if (content !== target.saved) continue;
      await contentService.step(step, address, write(revision));
      after.push(name);
    }
    return { steps: [...before, ...after], revision };
  }
}

interface ForkFields {
  /** The version from which it is forked. */
  readonly origin: string | undefined;
  /** The address of its page; empty for none. */
  readonly page: { readonly now: string; readonly wanted: string | undefined };
}

async function importDeletion(
  { contentService, blobs, report, overwrite }: ImportContext,
  path: string,
  address: VersionAddress,
): Promise<void> {
  const [version] = await contentService.versions([address]);
  if (!version || version.deletedAt !== null) return;
  const filePath = `${path}/${versionFile(address.version, 'plain')}.deleted`;
  try {
    const last = overwrite ? undefined : await contentService.revision(address, version.revision);
    if (last && last.author !== IMPORTER.name) {
      throw new FileProblem(
        filePath,
        `is not deleted: ${last.author} saved its revision ${last.number}; --force deletes it`,
      );
    }
    await contentService.step('delete', address, { actor: IMPORTER, expected: version.revision });
    await removeThumbnails(blobs, address);
    report.changed(filePath, 'deleted');
  } catch (error) {
    report.problem(problemOf(error, filePath));
  }
}

/** A name without slashes is a version of the same component. */
function originOf({ library, component }: VersionAddress, origin: string): VersionAddress {
  const [first, second, ...rest] = origin.split('/');
  return second !== undefined && rest.length > 0
    ? { library: first!, component: second, version: rest.join('/') }
    : { library, component, version: origin };
}

/** Sorts originals before their forks. Cyclic forks keep their order. */
function sortByOrigin<Item extends { readonly version: { readonly id: string } }>(
  items: readonly Item[],
  forks: Readonly<Record<string, string>>,
): Item[] {
  const byId = new Map(items.map((item) => [item.version.id, item]));
  const ordered = new Set<Item>();
  const visit = (item: Item, ancestors: ReadonlySet<Item>): void => {
    if (ordered.has(item) || ancestors.has(item)) return;
    const origin = byId.get(forks[item.version.id] ?? '');
    if (origin) visit(origin, new Set([...ancestors, item]));
    ordered.add(item);
  };
  for (const item of items) visit(item, new Set());
  return [...ordered];
}
