/** Writes of versions and stylesheets, as methods of the content service. */
import { styleAddress, subjectOf } from '../addresses.js';
import { BadInputError, NotFoundError } from '../../lib/domain-error.js';
import type { ContentService, StateTransition, Write } from '../content-service.js';
import type { VersionAddress } from '../model.js';
import type { DatabaseKind } from '../../db/database.js';
import type { EntryRow, Queries } from '../../db/schema.js';
import {
  conflict,
  contentOf,
  createEntry,
  type Entry,
  findEntry,
  entryDeleted,
  entryNotFound,
  type NewRevision,
  throwWriteError,
  reviseEntry,
} from '../entries/entries.js';
import {
  checkAddress,
  checkName,
  checkNumber,
  checkPageAddress,
  checkText,
  checkVersionName,
} from '../../validation/check-input.js';
import type { Outbox } from '../entries/outbox.js';
import { applyTransition } from '../entries/state-transitions.js';
import type { RefusedAction } from '../../validation/content-refused-error.js';
import type { DeliveryCheck, RequireAllowed } from './delivery-check.js';
import { checkStylesheet, fullStylesheet } from '../stylesheets/stylesheets.js';
import { requireComponent } from '../components/require-component.js';
import { requireLibrary } from '../locks/require-library.js';
import { fullVersion } from './version-repository.js';
import type { EntryWriter, WriteResult, ToConflictPayload } from '../entries/entry-writer.js';

type Writes = Pick<ContentService, 'fork' | 'save' | 'step' | 'revert' | 'saveStylesheet' | 'stepStylesheet'>;

/** Actions after which others may see the content, with their names for error messages. */
const PUBLISHING_ACTIONS: Readonly<Partial<Record<StateTransition, RefusedAction>>> = Object.freeze({
  stage: 'staged',
  publish: 'published',
  restore: 'restored',
});

export function entryWrites(
  writeEntry: EntryWriter,
  outbox: Outbox,
  checkDelivery: DeliveryCheck,
  kind: DatabaseKind,
): Writes {
  /** Transitions of versions and stylesheets alike. */
  const transition = (
    step: StateTransition,
    address: VersionAddress,
    write: Write,
    toConflictPayload: ToConflictPayload,
  ): Promise<Entry> => {
    const apply = (requireAllowed: RequireAllowed): Promise<Entry> =>
      writeEntry(step, address, [], write, toConflictPayload, async (transaction, at) => {
        const { expected } = write;
        const requirePublishable = async (entry: Entry): Promise<void> => {
          // Content that is being deleted must not become public.
          if (address.component === '') await requireLibrary(transaction, address.library, kind);
          else await requireComponent(transaction, address, kind);
          await requireAllowed(transaction, entry);
        };
        const state = { expected, at, requireAllowed: requirePublishable };
        return toWriteResult(await applyTransition(transaction, outbox, step, address, state, toConflictPayload));
      });
    const action = PUBLISHING_ACTIONS[step];
    return action ? checkDelivery(action, address, write, apply) : apply(async () => {});
  };

  return {
    async fork(origin, instance, write) {
      checkAddress(origin);
      checkVersionName('instance', instance);
      checkPageAddress(write.page);
      if (instance === origin.version) {
        throw new BadInputError(`instance '${instance}' is the original version. Choose another name.`, 'instance');
      }
      const address = { ...origin, version: instance };
      const row = await checkDelivery('forked', origin, write, (requireAllowed) =>
        writeEntry('fork', address, [origin.version], write, fullVersion, (transaction, at) => {
          const revision = { author: write.actor.name, at, page: write.page };
          return copy(transaction, origin, address, write.expected, revision, { requireAllowed, kind });
        }),
      );
      return fullVersion(row);
    },

    async save(address, view, write) {
      checkAddress(address);
      checkText('view', view);
      checkPageAddress(write.page);
      const row = await writeEntry('save', address, [view], write, fullVersion, async (transaction, at) => {
        const revision = { content: view, author: write.actor.name, at, page: write.page };
        if (write.expected === 0) await requireComponent(transaction, address, kind);
        return add(transaction, address, write.expected, revision, fullVersion);
      });
      return fullVersion(row);
    },

    async step(step, address, write) {
      checkAddress(address);
      return fullVersion(await transition(step, address, write, fullVersion));
    },

    async revert(address, to, write) {
      checkAddress(address);
      checkNumber('to', to, 1);
      const row = await writeEntry('revert', address, [to], write, fullVersion, async (transaction, at) => {
        const content = await contentOf(transaction, address, to);
        if (content === undefined) {
          if (!(await findEntry(transaction, address))) throw entryNotFound(address);
          throw new NotFoundError(
            `The version '${subjectOf(address)}' has no revision ${to}. Choose one of its history.`,
          );
        }
        const revision = { content, author: write.actor.name, at };
        return add(transaction, address, write.expected, revision, fullVersion);
      });
      return fullVersion(row);
    },

    async saveStylesheet(library, content, write) {
      checkName('library', library);
      const text = checkStylesheet(content);
      const address = styleAddress(library);
      const row = await writeEntry('save', address, [text], write, fullStylesheet, async (transaction, at) => {
        const revision = { content: text, author: write.actor.name, at };
        if (write.expected === 0) await requireLibrary(transaction, library, kind);
        return add(transaction, address, write.expected, revision, fullStylesheet);
      });
      return fullStylesheet(row);
    },

    async stepStylesheet(step, library, write) {
      checkName('library', library);
      return fullStylesheet(await transition(step, styleAddress(library), write, fullStylesheet));
    },
  };
}

const toWriteResult = ({ row, keys, changed }: Awaited<ReturnType<typeof applyTransition>>): WriteResult => {
  const { content, ...entryRow } = row;
  return { row: entryRow, content, keys, changed };
};

/** Adds a revision. If 0 is expected, it creates the entry. */
async function add(
  transaction: Queries,
  address: VersionAddress,
  expected: number,
  revision: NewRevision,
  toConflictPayload: ToConflictPayload,
): Promise<WriteResult> {
  const row =
    expected === 0
      ? await createEntry(transaction, address, null, revision)
      : await reviseEntry(transaction, address, { expected, deleted: false }, revision);
  return row ? { row, content: revision.content } : throwWriteError(transaction, address, expected, toConflictPayload);
}

/** Recreates a deleted fork; undefined if there is none at this revision. Forking must not restore anything but a fork. */
async function forkAgain(
  transaction: Queries,
  origin: EntryRow,
  address: VersionAddress,
  expected: number,
  revision: NewRevision,
): Promise<EntryRow | undefined> {
  const existing = await findEntry(transaction, address);
  if (!existing || existing.deleted_at === null || existing.revision !== expected) return undefined;
  if (existing.fork_origin === null) throw entryDeleted(address);
  await requireNoCycle(transaction, origin, address);
  const change = { deleted_at: null, fork_origin: subjectOf(origin) };
  return reviseEntry(transaction, address, { expected, deleted: true }, revision, change);
}

/** @throws BadInputError if the origin is itself a fork of the address, directly or indirectly */
async function requireNoCycle(transaction: Queries, origin: EntryRow, address: VersionAddress): Promise<void> {
  const fork = subjectOf(address);
  const visited = new Set<string>();
  for (let source = origin.fork_origin; source !== null && !visited.has(source);) {
    if (source === fork)
      throw new BadInputError(
        `originId '${subjectOf(origin)}' is a fork of '${fork}'. Choose another version.`,
        'originId',
      );
    visited.add(source);
    const version = source.slice(source.lastIndexOf('/') + 1);
    source = (await findEntry(transaction, { ...address, version }))?.fork_origin ?? null;
  }
}

async function copy(
  transaction: Queries,
  origin: VersionAddress,
  address: VersionAddress,
  expected: number,
  details: Omit<NewRevision, 'content'>,
  { requireAllowed, kind }: { requireAllowed: RequireAllowed; kind: DatabaseKind },
): Promise<WriteResult> {
  const originEntry = await findEntry(transaction, origin);
  if (!originEntry) throw entryNotFound(origin);
  if (originEntry.deleted_at !== null) throw entryDeleted(origin);
  await requireComponent(transaction, address, kind);
  const { content } = originEntry;
  const source = subjectOf(origin);
  const revision = { ...details, content };
  const row =
    expected === 0
      ? await createEntry(transaction, address, source, revision)
      : await forkAgain(transaction, originEntry, address, expected, revision);
  if (row) {
    await requireAllowed(transaction, originEntry);
    return { row, content };
  }
  const existing = await findEntry(transaction, address);
  if (!existing) throw entryNotFound(address);
  if (existing.revision !== expected) {
    throw conflict(address, expected, fullVersion(existing));
  }
  throw new BadInputError(`instance '${address.version}' is there already: save it instead.`, 'instance');
}
