/** Reads the content of the original product that pages use, and its dependencies. */
import { type ComponentAddress, REVISIONS, type RevisionName, type StylesheetAddress } from './addresses.js';
import type { Findings } from './findings.js';
import type { OriginContent, Origin } from './origin.js';
import { type ComponentUse, mapByocElements, reportUnread, scan } from './scan.js';
import { themesOf, usedThemes } from './themes.js';

export type Texts = Partial<Record<RevisionName, string>>;

/** The collected content of a library. */
export interface CollectedLibrary {
  readonly id: string;
  readonly cdn: string;
  /** By component and version. */
  readonly components: Map<string, Map<string, Texts>>;
  /** By component and instance: the version from which it was forked. */
  readonly forks: Map<string, Map<string, string>>;
  readonly styles: Texts;
  /** Ids of external components, each with the components that use it. */
  readonly externals: Map<string, Set<string>>;
}

export interface Seeds {
  readonly components: readonly ComponentUse[];
  readonly stylesheets: readonly StylesheetAddress[];
}

export interface CollectOptions {
  readonly origin: Origin;
  readonly findings: Findings;
  /** Collect only this library. */
  readonly only: string | undefined;
  /** Folders contain one copy of a library, so hosts in pages are ignored. */
  readonly ignoresHosts: boolean;
}

/** @returns the libraries, by id */
export async function collect(seeds: Seeds, options: CollectOptions): Promise<readonly CollectedLibrary[]> {
  const { origin, findings, only, ignoresHosts } = options;
  const libraries = new Map<string, CollectedLibrary>();
  const visited = new Set<string>();

  const libraryOf = (address: StylesheetAddress): CollectedLibrary | undefined => {
    const { library: id, cdn } = address;
    if (only !== undefined && id !== only) return undefined;
    let library = libraries.get(id);
    if (!library) {
      library = { id, cdn, components: new Map(), forks: new Map(), styles: {}, externals: new Map() };
      libraries.set(id, library);
    }
    if (!ignoresHosts && library.cdn !== cdn) {
      findings.problem(
        `${cdn} ${id}`,
        `skipped: the command reads the library '${id}' from ${library.cdn}. Import this host by itself`,
      );
      return undefined;
    }
    return library;
  };

  /** Reads published and staged texts. Unreadable ones become findings. */
  const readBoth = async (
    address: ComponentAddress | StylesheetAddress,
    read: (revision: RevisionName) => Promise<OriginContent>,
  ): Promise<{ readonly texts: Texts; readonly isUnreadable: boolean; readonly isDeleted: boolean }> => {
    const texts: Texts = {};
    let isUnreadable = false;
    let isDeleted = false;
    for (const revision of REVISIONS) {
      const content = await read(revision);
      const location = origin.locate(address, revision);
      switch (content.kind) {
        case 'content':
          texts[revision] = content.text;
          if (content.oddity !== undefined) findings.warning(location, content.oddity);
          break;
        case 'deleted':
          isDeleted = true;
          findings.deleted.push(location);
          break;
        case 'unreadable':
          isUnreadable = true;
          findings.problem(location, `could not read this. Check the address: ${content.reason}`);
          break;
        case 'missing':
      }
    }
    // If the staged text equals the published one, one file suffices.
    if (texts.staged === texts.published) delete texts.staged;
    return { texts, isUnreadable, isDeleted };
  };

  const addTexts = (
    library: CollectedLibrary,
    { component, version }: ComponentAddress,
    texts: Texts,
  ): ComponentUse[] => {
    const nested: ComponentUse[] = [];
    const mapped: Texts = {};
    for (const [revision, text] of Object.entries(texts) as [RevisionName, string][]) {
      const location = `${library.id}/${component}/${version}`;
      const converted = mapByocElements(text);
      mapped[revision] = converted.html;
      for (const name of converted.mapped) findings.warning(location, `<${name}> became <feaas-external>`);
      const scanned = scan(converted.html, undefined, false, { library: library.id, cdn: library.cdn });
      for (const use of scanned.components) nested.push(use);
      reportUnread(scanned, findings, location);
      for (const id of scanned.externals) {
        const users = library.externals.get(id) ?? new Set();
        library.externals.set(id, users.add(component));
      }
    }
    const versions = library.components.get(component) ?? new Map<string, Texts>();
    library.components.set(component, versions.set(version, mapped));
    return nested;
  };

  const readVersion = async (address: ComponentAddress): Promise<readonly ComponentUse[]> => {
    const library = libraryOf(address);
    if (!library) return [];
    const { texts, isUnreadable, isDeleted } = await readBoth(address, (revision) =>
      origin.component(address, revision),
    );
    if (Object.keys(texts).length > 0) return addTexts(library, address, texts);
    if (!isUnreadable && !isDeleted)
      findings.problem(origin.locate(address, 'published'), 'is not there (404). Check its name');
    return [];
  };

  const readFork = async (address: ComponentAddress, instance: string): Promise<readonly ComponentUse[]> => {
    const library = libraryOf(address);
    if (!library) return [];
    const forkAddress = { ...address, version: instance };
    const { texts, isUnreadable } = await readBoth(forkAddress, (revision) => origin.component(forkAddress, revision));
    if (Object.keys(texts).length === 0) {
      if (!isUnreadable) findings.uncustomized.add(`${address.library}/${address.component}/${instance}`);
      return [];
    }
    const forks = library.forks.get(address.component) ?? new Map<string, string>();
    library.forks.set(address.component, forks.set(instance, address.version));
    return addTexts(library, forkAddress, texts);
  };

  const readStyles = async (address: StylesheetAddress): Promise<void> => {
    const library = libraryOf(address);
    if (!library) return;
    const { texts, isUnreadable, isDeleted } = await readBoth(address, (revision) =>
      origin.stylesheet(address, revision),
    );
    Object.assign(library.styles, texts);
    if (Object.keys(texts).length === 0 && !isUnreadable && !isDeleted)
      findings.problem(origin.locate(address, 'published'), 'is not there (404). Check its name');
  };

  const isFirstVisit = (...key: readonly string[]): boolean => {
    const { size } = visited;
    return visited.add(JSON.stringify(key)).size > size;
  };
  const cdnKey = (cdn: string): string => (ignoresHosts ? '' : cdn);

  for (let uses = seeds.components, sheets = seeds.stylesheets; uses.length > 0 || sheets.length > 0;) {
    const work: Promise<readonly ComponentUse[]>[] = [];
    const isNew = ({ cdn, library, component }: ComponentAddress, version: string): boolean =>
      isFirstVisit(cdnKey(cdn), library, component, version);
    // Forks first, because a page may also use one as a version.
    for (const { address, instance } of uses)
      if (instance !== undefined && instance !== address.version && isNew(address, instance))
        work.push(readFork(address, instance));
    for (const { address } of uses) if (isNew(address, address.version)) work.push(readVersion(address));
    for (const address of [...sheets, ...uses.map((use) => use.address)])
      if (isFirstVisit(cdnKey(address.cdn), address.library)) {
        const { cdn, library, query } = address;
        work.push(readStyles({ cdn, library, query }).then(() => []));
      }
    uses = (await Promise.all(work)).flat();
    sheets = [];
  }

  const found = [...libraries.values()]
    .filter(({ components, styles }) => components.size > 0 || Object.keys(styles).length > 0)
    .sort((one, other) => (one.id < other.id ? -1 : 1));
  for (const library of found) reportThemes(library, findings);
  return found;
}

/** Warns about classes of themes that no stylesheet defines. */
function reportThemes({ id, components, styles }: CollectedLibrary, findings: Findings): void {
  const definedThemes = new Set(Object.values(styles).flatMap((css) => themesOf(css).map((theme) => theme.id)));
  for (const [component, versions] of components)
    for (const [version, texts] of versions)
      for (const html of Object.values(texts))
        for (const theme of usedThemes(html))
          if (!definedThemes.has(theme))
            findings.warning(
              `${id}/${component}/${version}`,
              `uses the theme '${theme}', which the stylesheet does not define`,
            );
}
