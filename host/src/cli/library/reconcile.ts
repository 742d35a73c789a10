import type { AuditAction, PublicationAudit } from '../../content/audit.js';
import type { Revision, Revisioned } from '../../content/model.js';
import { IMPORTER } from './context.js';
import { FileProblem } from './problem.js';

/** The target content of a version or stylesheet; null if it should not be delivered. */
export interface Target<Content> {
  readonly published: Content | null;
  readonly staged: Content | null;
  /** The content of the last revision. */
  readonly saved: Content;
}

/** The current state of a version or stylesheet. `now` is undefined if it does not exist. */
export interface Subject<Content> {
  readonly now: (Revisioned & { readonly content: Content }) | undefined;
  /** Reads one of its revisions. */
  revision(number: number): Promise<(Pick<Revision, 'author'> & { readonly content: Content }) | undefined>;
  save(content: Content, expected: number): Promise<Revisioned>;
  step(step: 'stage' | 'publish' | 'unstage' | 'unpublish', expected: number): Promise<Revisioned>;
  equal(one: Content, other: Content): boolean;
}

export interface Reconciliation {
  /** The applied changes in order; empty if nothing changed. */
  readonly steps: readonly string[];
  /** Number of the last revision. */
  readonly revision: number;
}

/** Changes the current state to the target with as few revisions as possible. */
export async function reconcile<Content>(target: Target<Content>, subject: Subject<Content>): Promise<Reconciliation> {
  const steps: string[] = [];
  const contents = new Map<number, Content>();
  let current: Revisioned = subject.now ?? NO_REVISIONS;
  if (subject.now) contents.set(subject.now.revision, subject.now.content);

  const hasContent = async (revision: number | null, expected: Content): Promise<boolean> => {
    if (revision === null) return false;
    const content = contents.get(revision) ?? (await subject.revision(revision))?.content;
    if (content === undefined) return false;
    contents.set(revision, content);
    return subject.equal(content, expected);
  };
  const save = async (content: Content): Promise<void> => {
    if (current.revision > 0 && (await hasContent(current.revision, content))) return;
    current = await subject.save(content, current.revision);
    contents.set(current.revision, content);
    steps.push('saved');
  };
  const step = async (name: 'stage' | 'publish' | 'unstage' | 'unpublish'): Promise<void> => {
    current = await subject.step(name, current.revision);
    steps.push(PAST_TENSE[name]);
  };

  // Published first, saved last: only the last revision can be staged or published.
  if (target.published === null) {
    if (current.published !== null) await step('unpublish');
  } else if (!(await hasContent(current.published, target.published))) {
    await save(target.published);
    await step('publish');
  }
  if (target.staged === null) {
    if (current.staged !== null) await step('unstage');
  } else if (!(await hasContent(current.staged, target.staged))) {
    await save(target.staged);
    await step('stage');
  }
  await save(target.saved);
  return { steps, revision: current.revision };
}

/**
 * Rejects changes that would replace what others saved, published or unpublished, unless it equals the target.
 * @throws FileProblem that names the author
 */
export async function requireUnchangedByOthers<Content>(
  path: string,
  target: Target<Content>,
  { now, revision, equal }: Pick<Subject<Content>, 'now' | 'revision' | 'equal'>,
  publication: PublicationAudit | undefined,
): Promise<void> {
  if (!now) return;
  const isTarget = (content: Content, targetContent: Content | null): boolean =>
    targetContent !== null && equal(content, targetContent);
  for (const [state, number, targetContent] of [
    ['published', now.published, target.published],
    ['staged', now.staged, target.staged],
    ['saved', now.revision, target.saved],
  ] as const) {
    if (!number || (number === now.revision && isTarget(now.content, targetContent))) continue;
    const found = await revision(number);
    if (!found || isTarget(found.content, targetContent)) continue;
    if (found.author !== IMPORTER.name) throw savedByOthers(path, found.author, state, number);
    // Another principal may have published a revision that the import saved.
    if (state === 'published' && isOfOthers(publication, 'publish') && publication?.own?.details['revision'] !== number)
      throw new FileProblem(
        path,
        `is not imported: ${publication!.last.actorName} published its revision ${number}; --force replaces it`,
      );
  }
  if (now.published === null && target.published !== null && isOfOthers(publication, 'unpublish'))
    throw new FileProblem(
      path,
      `is not imported: ${publication!.last.actorName} unpublished it; --force publishes it again`,
    );
}

export const savedByOthers = (
  path: string,
  author: string,
  state: 'published' | 'staged' | 'saved',
  revision: number,
): FileProblem =>
  new FileProblem(path, `is not imported: ${author} saved its ${state} revision ${revision}; --force replaces it`);

const isOfOthers = (publication: PublicationAudit | undefined, action: AuditAction): boolean =>
  publication?.last.action === action && publication.last.actor !== IMPORTER.id;

const PAST_TENSE = { stage: 'staged', publish: 'published', unstage: 'unstaged', unpublish: 'unpublished' } as const;

const NO_REVISIONS: Revisioned = {
  revision: 0,
  staged: null,
  published: null,
  deletedAt: null,
  createdAt: 0,
  modifiedAt: 0,
};

/** The target of the given slots. Fallbacks: plain for published and staged; staged, plain, published for saved. */
export function targetOf<Content>(
  files: Readonly<Partial<Record<'plain' | 'published' | 'staged' | 'saved', Content>>>,
  deletedSlots: ReadonlySet<string>,
): Target<Content> | undefined {
  const isDeleted = deletedSlots.has('plain');
  const published = isDeleted || deletedSlots.has('published') ? null : (files.published ?? files.plain ?? null);
  const staged = isDeleted || deletedSlots.has('staged') ? null : (files.staged ?? files.plain ?? null);
  const saved = files.saved ?? files.staged ?? files.plain ?? files.published;
  return saved === undefined ? undefined : { published, staged, saved };
}

/** The slots to write for a state: the inverse of targetOf. Null content becomes a `.deleted` file. */
export function slotsOf<Content>(
  { published, staged, saved }: Target<Content>,
  equal: (one: Content, other: Content) => boolean,
): Partial<Record<'plain' | 'staged' | 'saved', Content | null>> {
  const slots: Partial<Record<'plain' | 'staged' | 'saved', Content | null>> = {};
  if (published !== null) slots.plain = published;
  if (staged === null) {
    if (published !== null) slots.staged = null;
  } else if (published === null || !equal(staged, published)) slots.staged = staged;
  const implied = slots.staged ?? slots.plain;
  if (implied === undefined || implied === null || !equal(implied, saved)) slots.saved = saved;
  return slots;
}
