/** Ids in the GraphQL schema are paths with the segments of the delivery URLs. */
import { BadInputError } from '../../lib/domain-error.js';
import type { VersionAddress } from '../../content/model.js';

/** @throws BadInputError */
export function parseVersionId(id: string, argument = 'id'): VersionAddress {
  const [library, component, version, ...rest] = id.split('/');
  if (!library || !component || !version || rest.length > 0) throw invalidId(id, argument, 'library/component/version');
  return { library, component, version };
}

/** @throws BadInputError */
export function parseComponentId(id: string, argument = 'id'): { library: string; id: string } {
  const [library, component, ...rest] = id.split('/');
  if (!library || !component || rest.length > 0) throw invalidId(id, argument, 'library/component');
  return { library, id: component };
}

const invalidId = (id: string, argument: string, form: string): BadInputError =>
  new BadInputError(`${argument} ${JSON.stringify(id.slice(0, 200))} must have the form ${form}.`, argument);
