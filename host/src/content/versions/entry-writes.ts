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
const MAKES_PUBLIC: Readonly<Partial<Record<StateTransition, RefusedAction>>> = Object.freeze({
  stage: 'staged',
  publish: 'published',
  restore: 'restored',
});

export function entryWrites(
  write: EntryWriter,
  outbox: Outbox,
  checkDelivery: DeliveryCheck,
  kind: DatabaseKind,
): Writes {
  /** Transitions of versions and stylesheets alike. */
  const transition = (
    step: StateTransition,
    address: VersionAddress,
    by: Write,
    toConflictPayload: ToConflictPayload,
  ): Promise<Entry> => {
    const apply = (requireAllowed: RequireAllowed): Promise<Entry> =>
      write(step, address, [], by, toConflictPayload, async (transaction, at) => {
        const { expected } = by;
        const requireAllowedThere = async (entry: Entry): Promise<void> => {
          // Content that is being deleted must not become public.
          if (address.component === '') await requireLibrary(transaction, address.library, kind);
          else await requireComponent(transaction, address, kind);
          await requireAllowed(transaction, entry);
        };
        const state = { expected, at, requireAllowed: requireAllowedThere };
        return toWriteResult(await applyTransition(transaction, outbox, step, address, state, toConflictPayload));
      });
    const action = MAKES_PUBLIC[step];
    return action ? checkDelivery(action, address, by, apply) : apply(async () => {});
  };

  return {
    async fork(origin, instance, by) {
      checkAddress(origin);
      checkVersionName('instance', instance);
      checkPageAddress(by.page);
      if (instance === origin.version) {
        throw new BadInputError(`instance '${instance}' is the original version. Choose another name.`, 'instance');
      }
      const address = { ...origin, version: instance };
      const row = await checkDelivery('forked', origin, by, (requireAllowed) =>
        write('fork', address, [origin.version], by, fullVersion, (transaction, at) => {
          const revision = { author: by.actor.name, at, page: by.page };
          return copy(transaction, origin, address, by.expected, revision, { requireAllowed, kind });
        }),
      );
      return fullVersion(row);
    },

    async save(address, view, by) {
      checkAddress(address);
      checkText('view', view);
      checkPageAddress(by.page);
      const row = await write('save', address, [view], by, fullVersion, async (transaction, at) => {
        const revision = { content: view, author: by.actor.name, at, page: by.page };
        if (by.expected === 0) await requireComponent(transaction, address, kind);
        return add(transaction, address, by.expected, revision, fullVersion);
      });
      return fullVersion(row);
    },

    async step(step, address, by) {
      checkAddress(address);
      return fullVersion(await transition(step, address, by, fullVersion));
    },

    async revert(address, to, by) {
      checkAddress(address);
      checkNumber('to', to, 1);
      const row = await write('revert', address, [to], by, fullVersion, async (transaction, at) => {
        const content = await contentOf(transaction, address, to);
        if (content === undefined) {
          if (!(await findEntry(transaction, address))) throw entryNotFound(address);
          throw new NotFoundError(
            `The version '${subjectOf(address)}' has no revision ${to}. Choose one of its history.`,
          );
        }
        const revision = { content, author: by.actor.name, at };
        return add(transaction, address, by.expected, revision, fullVersion);
      });
      return fullVersion(row);
    },

    async saveStylesheet(library, content, by) {
      checkName('library', library);
      const text = checkStylesheet(content);
      const address = styleAddress(library);
      const row = await write('save', address, [text], by, fullStylesheet, async (transaction, at) => {
        const revision = { content: text, author: by.actor.name, at };
        if (by.expected === 0) await requireLibrary(transaction, library, kind);
        return add(transaction, address, by.expected, revision, fullStylesheet);
      });
      return fullStylesheet(row);
    },

    async stepStylesheet(step, library, by) {
      checkName('library', library);
      return fullStylesheet(await transition(step, styleAddress(library), by, fullStylesheet));
    },
  };
}

const toWriteResult = ({ row, keys, changed }: Awaited<ReturnType<typeof applyTransition>>): WriteResult => {
  const { content, ...bare } = row;
  return { row: bare, content, keys, changed };
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
  const known = await findEntry(transaction, address);
  if (!known || known.deleted_at === null || known.revision !== expected) return undefined;
  if (known.fork_origin === null) throw entryDeleted(address);
  await requireNoCycle(transaction, origin, address);
  const change = { deleted_at: null, fork_origin: subjectOf(origin) };
  return reviseEntry(transaction, address, { expected, deleted: true }, revision, change);
}

/** @throws BadInputError if the origin is itself a fork of the address, directly or indirectly */
async function requireNoCycle(transaction: Queries, origin: EntryRow, address: VersionAddress): Promise<void> {
  const fork = subjectOf(address);
  const seen = new Set<string>();
  for (let source = origin.fork_origin; source !== null && !seen.has(source);) {
    if (source === fork)
      throw new BadInputError(
        `originId '${subjectOf(origin)}' is a fork of '${fork}'. Choose another version.`,
        'originId',
      );
    seen.add(source);
    const version = source.slice(source.lastIndexOf('/') + 1);
    source = (await findEntry(transaction, { ...address, version }))?.fork_origin ?? null;
  }
}

async function copy(
  transaction: Queries,
  origin: VersionAddress,
  address: VersionAddress,
  expected: number,
  by: Omit<NewRevision, 'content'>,
  { requireAllowed, kind }: { requireAllowed: RequireAllowed; kind: DatabaseKind },
): Promise<WriteResult> {
  const from = await findEntry(transaction, origin);
  if (!from) throw entryNotFound(origin);
  if (from.deleted_at !== null) throw entryDeleted(origin);
  await requireComponent(transaction, address, kind);
  const { content } = from;
  const source = subjectOf(origin);
  const revision = { ...by, content };
  const row =
    expected === 0
      ? await createEntry(transaction, address, source, revision)
      : await forkAgain(transaction, from, address, expected, revision);
  if (row) {
    await requireAllowed(transaction, from);
    return { row, content };
  }
  const toConflictPayload = await findEntry(transaction, address);
  if (!toConflictPayload) throw entryNotFound(address);
  if (toConflictPayload.revision !== expected) {
    throw conflict(address, expected, fullVersion(toConflictPayload));
  }
  throw new BadInputError(`instance '${address.version}' is there already: save it instead.`, 'instance');
}
