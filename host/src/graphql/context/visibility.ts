/** What a principal may see: everything with a role in the library, otherwise only published content. */
import { allows, type Principal } from '../../auth/principal.js';
import { styleAddress, subjectOf } from '../../content/addresses.js';
import type {
  Component,
  Library,
  Revisioned,
  Stylesheet,
  StylesheetContent,
  StylesheetSummary,
  Version,
  VersionAddress,
  VersionState,
  VersionSummary,
} from '../../content/model.js';
import { parseStylesheet } from '../../content/usable-values.js';
import type { Budget, Reads } from './cost-budget.js';

/** A version or stylesheet as one principal may see it. */
export interface Visible<Entity, Content> {
  readonly entity: Entity;
  /** Whether the principal may see drafts. Without drafts, all fields describe the published revision. */
  readonly drafts: boolean;
  /** When it changed; without drafts: when its published content changed. */
  readonly modifiedAt: number;
  /** Loads the content of the visible revision on demand, and charges it each time. */
  readonly content: () => Promise<Content>;
}

export type VisibleVersion = Visible<Version | VersionState | VersionSummary, string>;
export type VisibleStylesheet = Visible<Stylesheet | StylesheetSummary, StylesheetContent>;

export function visibleVersion(
  budget: Budget,
  principal: Principal,
  version: Version | VersionState | VersionSummary | undefined,
): VisibleVersion | null {
  if (!version) return null;
  const visible = visibleRevision(principal, version);
  if (!visible) return null;
  const content = async (): Promise<string> => {
    if ('view' in version) return budget.charge(version.view);
    if ('bytes' in version) return contentOf(budget, version, version, visible.drafts);
    throw new Error(`The list has no size of the view of ${subjectOf(version)}. Read it with summaries.`);
  };
  return { entity: version, ...visible, content };
}

export function visibleStylesheet(
  budget: Budget,
  principal: Principal,
  sheet: Stylesheet | StylesheetSummary | undefined,
): VisibleStylesheet | null {
  if (!sheet) return null;
  const visible = visibleRevision(principal, sheet);
  if (!visible) return null;
  // Shared by the fields of this stylesheet.
  const load = memoize(async () =>
    parseStylesheet(await contentOf(budget, styleAddress(sheet.library), sheet as StylesheetSummary, visible.drafts)),
  );
  const content = async (): Promise<StylesheetContent> => {
    if (!('css' in sheet)) return load();
    budget.charge(sheet.css);
    return sheet;
  };
  return { entity: sheet, ...visible, content };
}

/** The revision that a principal may see; undefined for none. The result of a write needs a role. */
function visibleRevision(
  principal: Principal,
  entity: Revisioned & { readonly library: string; readonly publishedAt?: number | null },
): { readonly drafts: boolean; readonly modifiedAt: number } | undefined {
  const { library, published, deletedAt, modifiedAt, publishedAt } = entity;
  if (allows(principal, library, 'viewer')) return { drafts: true, modifiedAt };
  if (published === null || deletedAt !== null || publishedAt === undefined) return undefined;
  return { drafts: false, modifiedAt: publishedAt ?? modifiedAt };
}

async function contentOf(
  budget: Budget,
  address: VersionAddress,
  summary: Omit<StylesheetSummary, 'library'>,
  drafts: boolean,
): Promise<string> {
  const { revision, published, bytes, publishedBytes, shortContent } = summary;
  const number = drafts ? revision : published!;
  if (shortContent !== undefined && number === revision) return budget.charge(shortContent);
  const { library, component, version } = address;
  const content = await budget.content({ library, component, version, number }, drafts ? bytes : publishedBytes!);
  if (content === undefined)
    throw new Error(`${subjectOf(address)} has no revision ${number}, but delivers it. Run 'check --repair'.`);
  return content;
}

/** Whether a principal may see a component. Without a role, it needs published content. */
export const isComponentVisible = (principal: Principal, { library, publishedAt }: Component): boolean =>
  publishedAt !== null || allows(principal, library, 'viewer');

/** The library, if the principal may see it. Without a role, it needs published content. */
export const visibleLibrary = (reads: Reads, principal: Principal, id: string): Promise<Library | undefined> =>
  allows(principal, id, 'viewer') ? reads.library(id) : reads.publishedLibrary(id);

function memoize<Value>(create: () => Promise<Value>): () => Promise<Value> {
  let value: Promise<Value> | undefined;
  return () => (value ??= create());
}
