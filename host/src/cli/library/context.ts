import type { BlobStore } from '../../storage/blob-store.js';
import type { PublicationAudit } from '../../content/audit.js';
import type { ContentService } from '../../content/content-service.js';
import type { PrincipalIdentity } from '../../auth/identity.js';
import type { Allowed } from '../../validation/elements.js';
import type { ComponentManifest, LibraryManifest } from './manifest.js';
import type { FileProblem, PositionedProblem } from './problem.js';
import type { SourceFolder } from './source-folder.js';

/** What keeps text from being saved; nothing if it may be. */
export interface Checks {
  view(html: string, allowed: Allowed): readonly PositionedProblem[];
  stylesheet(css: string): readonly PositionedProblem[];
}

export interface ImportDependencies {
  readonly contentService: ContentService;
  readonly blobs: BlobStore;
  readonly checks: Checks;
  /** Whether to replace what somebody else changed, and to restore what is deleted. */
  readonly overwrite?: boolean;
  /** Whether to restore what is deleted. */
  readonly restore?: boolean;
}

/** Hears what an import does. Paths are those below the library's folder, with slashes. */
export interface ImportReport {
  /** How many steps there will be. */
  expect(steps: number): void;
  /** One of them is done. */
  step(): void;
  changed(path: string, what: string): void;
  /** Not done, and the rest goes on. */
  problem(problem: FileProblem): void;
  /** Done, but probably not what was meant. */
  warning(path: string, what: string): void;
}

/** One library that is being imported. */
export interface ImportContext extends ImportDependencies {
  readonly folder: SourceFolder;
  readonly library: string;
  readonly manifest: LibraryManifest;
  /** What `library.json` says of components, by id. */
  readonly listed: ReadonlyMap<string, ComponentManifest>;
  /** What its views may load from elsewhere. */
  readonly allowed: Allowed;
  /** The library was made by this import: nothing needs to be looked up. */
  readonly fresh: boolean;
  /** Who published or unpublished what, by the subjects of the audit log; empty where nobody's work is to be kept. */
  readonly publications: ReadonlyMap<string, PublicationAudit>;
  readonly report: ImportReport;
}

/** Histories name the import as the author of what it saves. */
export const IMPORTER: PrincipalIdentity = Object.freeze({ name: 'import', id: 'import' });
