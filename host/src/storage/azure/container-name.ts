import { HostError } from '../../lib/host-error.js';

/** Azure takes 63 characters; the private container's name is `-drafts` longer than this one. */
const CONTAINER_NAME = /^(?=.{3,56}$)[a-z0-9]+(-[a-z0-9]+)*$/;

/** A name that both containers can be made of. @throws HostError that begins with `source`, what it was given by. */
export function containerName(text: string, source: string): string {
  if (CONTAINER_NAME.test(text)) return text;
  throw new HostError(`${source} must be of 3 to 56 lower-case letters, digits and single dashes, but is '${text}'.`);
}
