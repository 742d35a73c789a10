/** What a principal sees: all of it with a role in the library, else what is published only. */
import { allows, type Principal } from '../../auth/principal.js';
import { styleAddress, versionId } from '../../content/addresses.js';
import type { Component, Stylesheet, StylesheetContent, Version } from '../../content/model.js';
import type { Reads } from './cost-budget.js';

/** A version or stylesheet as one principal sees it. */
export interface Visible<Thing, Content> {
  readonly entity: Thing;
  /** Whether they see drafts; without, every field tells of the published revision. */
  readonly drafts: boolean;
  /** Content of the revision they see. Loaded when a field asks for it. */
  readonly shown: () => Promise<{ readonly content: Content; readonly at: number }>;
}

export type VisibleVersion = Visible<Version, string>;
export type VisibleStylesheet = Visible<Stylesheet, StylesheetContent>;

export function visibleVersion(
  reads: Reads,
  principal: Principal,
  version: Version | undefined,
): VisibleVersion | null {
  if (!version) return null;
  const { library, view, published, revision, deletedAt, modifiedAt } = version;
  const latest = async () => ({ content: view, at: modifiedAt });
  if (allows(principal, library, 'viewer')) return { entity: version, drafts: true, shown: latest };
  if (published === null || deletedAt !== null) return null;
  const shown = once(async () => {
    const found = await reads.revision(version, published);
    if (!found) throw new Error(`Version ${versionId(version)} publishes a revision it has not.`);
    return { content: found.content, at: found.at };
  });
  return { entity: version, drafts: false, shown: published === revision ? latest : shown };
}

export function visibleStylesheet(
  reads: Reads,
  principal: Principal,
  sheet: Stylesheet | undefined,
): VisibleStylesheet | null {
  if (!sheet) return null;
  const { library, published, revision, deletedAt, modifiedAt } = sheet;
  const latest = async () => ({ content: sheet, at: modifiedAt });
  if (allows(principal, library, 'viewer')) return { entity: sheet, drafts: true, shown: latest };
  if (published === null || deletedAt !== null) return null;
  const shown = once(async () => {
    const found = await reads.revision(styleAddress(library), published);
    if (!found) throw new Error(`Stylesheet ${library} has no revision ${published}, but publishes it.`);
    return { content: JSON.parse(found.content) as StylesheetContent, at: found.at };
  });
  return { entity: sheet, drafts: false, shown: published === revision ? latest : shown };
}

/** Components without anything that the principal may see are not there for them. */
export const isComponentVisible = (principal: Principal, { library, publishedAt }: Component): boolean =>
  publishedAt !== null || allows(principal, library, 'viewer');

function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () => (made ??= make());
}
