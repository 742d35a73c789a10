/** Validation of the store in memory, with the error codes of the content host. */
import { toOperationError } from '../errors';
import type { Revision, RevisionPage, Write } from './store';

const MAX_KEY_CHARACTERS = 200;
const MAX_REVISIONS = 100;
const DEFAULT_REVISIONS = 20;
/** Names are part of URLs and file names; a fork may not have the name of a revision. */
// eslint-disable-next-line no-control-regex
const UNSAFE = /^$|[\u0000-\u001f\u007f/\\:]|^\.|[. ]$|\.(?:published|staged|saved|\d+)$/;

/** @throws the error of the code */
export function throwOperationError(
  code: string,
  message: string,
  extensions: Readonly<Record<string, unknown>> = {},
): never {
  throw toOperationError({ errors: [{ message, extensions: { code, ...extensions } }] });
}

const badInput = (argument: string, message: string): never =>
  throwOperationError('BAD_USER_INPUT', message, { argument });

/** Returns the parts of `library/component/version`, in the form of a version's members. */
export function addressOf(id: string, argument = 'id'): { library: string; component: string; name: string } {
  const [library, component, name, ...rest] = id.split('/');
  if (!library || !component || !name || rest.length) {
    return badInput(argument, `${argument} ${JSON.stringify(id)} must have the form library/component/version.`);
  }
  return { library, component: `${library}/${component}`, name };
}

/** Returns the id of a fork. */
export function instanceOf(originId: string, instance: string): string {
  const { component, name } = addressOf(originId, 'originId');
  if (UNSAFE.test(instance))
    badInput('instance', `instance ${JSON.stringify(instance)} can not be a name. Choose another name.`);
  if (instance === name) badInput('instance', `instance '${instance}' is the original version. Choose another name.`);
  return `${component}/${instance}`;
}

export function checkWrite({ expectedRevision, idempotencyKey: key }: Write): void {
  if (!Number.isInteger(expectedRevision) || expectedRevision < 0) {
    badInput('expectedRevision', `expectedRevision is ${expectedRevision}; it must be 0 or more.`);
  }
  if (key !== undefined && (key === '' || key.length > MAX_KEY_CHARACTERS)) {
    badInput('idempotencyKey', `idempotencyKey must have 1 to ${MAX_KEY_CHARACTERS} characters.`);
  }
}

/** @param revisions latest first */
export function pageFrom(
  revisions: readonly Revision[],
  { first = DEFAULT_REVISIONS, after }: { first?: number; after?: string } = {},
): RevisionPage {
  if (!Number.isInteger(first) || first < 1 || first > MAX_REVISIONS) {
    badInput('first', `first must be a whole number from 1 to ${MAX_REVISIONS}, but is ${first}.`);
  }
  if (after !== undefined && !/^\d+$/.test(after))
    badInput('after', `after ${JSON.stringify(after)} is no 'next'. Send a 'next' as it came, or omit it.`);
  const remaining = after === undefined ? revisions : revisions.filter(({ number }) => number < Number(after));
  const items = remaining.slice(0, first);
  return { items, next: remaining.length > first ? String(items.at(-1)!.number) : null };
}
