import { HostError } from '../../lib/host-error.js';

/** Azure allows 63 characters, and the private container's name has the suffix `-drafts`. */
const CONTAINER_NAME = /^(?=.{3,56}$)[a-z0-9]+(-[a-z0-9]+)*$/;

/** Validates a name for both containers. @throws HostError that begins with `source`, the name of the setting. */
export function containerName(text: string, source: string): string {
  if (CONTAINER_NAME.test(text)) return text;
  throw new HostError(`${source} must be of 3 to 56 lower-case letters, digits and single dashes, but is '${text}'.`);
}
