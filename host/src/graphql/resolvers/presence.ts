/** Presence: announcements of browsers, and its delivery to clients. */
import { requireRole } from '../../auth/principal.js';
import { versionId } from '../../content/addresses.js';
import { BadInputError, NotFoundError } from '../../lib/domain-error.js';
import type { VersionAddress } from '../../content/model.js';
import type { Presence } from '../../content/presence/presence.js';
import type { Context } from '../context/context.js';
import { parseVersionId } from '../context/ids.js';
import type { Services } from '../context/services.js';

interface Args {
  readonly id: string;
  readonly editorId: string;
}

const EDITOR = /^[\w-]{1,100}$/;
/** Maximum characters of a version's id: three names of 200 characters and two slashes. */
const MAX_CHARACTERS = 602;
const MIN_SECONDS = 5;
const MAX_SECONDS = 300;

export function presenceResolvers({ presences, clock }: Services) {
  return {
    async announcePresence(_: unknown, { seconds, ...args }: Args & { readonly seconds: number }, context: Context) {
      const { address, editor, actor, token, left } = parseArguments(args, context);
      if (seconds < MIN_SECONDS || seconds > MAX_SECONDS) {
        throw new BadInputError(`seconds is ${seconds}; it must be ${MIN_SECONDS} to ${MAX_SECONDS}.`, 'seconds');
      }
      const { library, component } = address;
      if (!(await context.budget.reads.component(library, component))) {
        throw new NotFoundError(`There is no component "${library}/${component}". Check the id.`);
      }
      presences.publishMessage({ address, editor, actor, token, seconds: Math.min(seconds, left) });
      return presences.of(address);
    },

    withdrawPresence(_: unknown, args: Args, context: Context) {
      const { address, editor, actor } = parseArguments(args, context);
      presences.withdraw({ address, editor, actor });
      return presences.of(address);
    },
  };

  /** @throws BadInputError, and the errors of `requireRole`. */
  function parseArguments({ id, editorId }: Args, { principal }: Context) {
    if (id.length > MAX_CHARACTERS)
      throw new BadInputError(`id is longer than ${MAX_CHARACTERS} characters. Send the id of a version.`, 'id');
    const address: VersionAddress = parseVersionId(id);
    const { actor, token, expiresAt } = requireRole(principal, address.library, 'viewer');
    if (!EDITOR.test(editorId)) {
      const quoted = JSON.stringify(editorId.slice(0, 200));
      throw new BadInputError(`editorId ${quoted} must be 1 to 100 letters, digits, "-" and "_".`, 'editorId');
    }
    const left = expiresAt === undefined ? Infinity : Math.max(0, expiresAt - clock()) / 1000;
    return { address, editor: editorId, actor, token, left };
  }
}

/** Fields of Presence. */
export const presenceFields = {
  id: ({ address }: Presence) => versionId(address),
};
