import type { BlobStore } from '../../storage/blob-store.js';
import type { PublicationAudit } from '../../content/audit.js';
import type { ContentService } from '../../content/content-service.js';
import type { PrincipalIdentity } from '../../auth/identity.js';
import type { Allowed } from '../../validation/elements.js';
import type { ComponentManifest, LibraryManifest } from './manifest.js';
import type { FileProblem, PositionedProblem } from './problem.js';
import type { SourceFolder } from './source-folder.js';

/** Finds problems that prevent saving; empty for valid content. */
export interface Checks {
  view(html: string, allowed: Allowed): readonly PositionedProblem[];
  stylesheet(css: string): readonly PositionedProblem[];
}

export interface ImportDependencies {
  readonly contentService: ContentService;
  readonly blobs: BlobStore;
  readonly checks: Checks;
  /** Whether to replace changes by others, and to restore deleted content. */
  readonly overwrite?: boolean;
  /** Whether to restore deleted content. */
  readonly restore?: boolean;
}

/** Receives the progress of an import. Paths are relative to the library's folder, with slashes. */
export interface ImportReport {
  /** Adds to the total number of steps. */
  expect(steps: number): void;
  /** One step is done. */
  step(): void;
  changed(path: string, message: string): void;
  /** An item was not imported. The others continue. */
  problem(problem: FileProblem): void;
  /** An item was imported, but is probably wrong. */
  warning(path: string, message: string): void;
}

/** The context of a library's import. */
export interface ImportContext extends ImportDependencies {
  readonly folder: SourceFolder;
  readonly library: string;
  readonly manifest: LibraryManifest;
  /** Components in `library.json`, by id. */
  readonly manifestComponents: ReadonlyMap<string, ComponentManifest>;
  /** The external resources that its markup may load. */
  readonly allowed: Allowed;
  /** Whether this import created the library, so that lookups can be skipped. */
  readonly isNew: boolean;
  /** Publication audits by subject; empty if changes by others may be replaced. */
  readonly publications: ReadonlyMap<string, PublicationAudit>;
  readonly report: ImportReport;
}

/** The author of imports in histories. */
export const IMPORTER: PrincipalIdentity = Object.freeze({ name: 'import', id: 'import' });
