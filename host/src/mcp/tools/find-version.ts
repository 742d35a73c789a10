import type { Execute } from '../../graphql/admitted-request.js';
import { REVISION, runQuery, VERSION_HTML, VERSION_STATE, type VersionSummary } from '../client/queries.js';
import { ToolError } from '../client/tool-error.js';
import type { RevisionChoice } from './schemas.js';

const missingVersion = (id: string): ToolError =>
  new ToolError(
    `NOT_FOUND: there is no version ${JSON.stringify(id)} that this token may read. Choose one of list_versions.`,
  );

/** A version without its HTML. @throws ToolError if it does not exist. */
export async function findVersion(execute: Execute, id: string): Promise<VersionSummary> {
  const [version] = (await runQuery(execute, VERSION_STATE, { id })).versions;
  if (!version) throw missingVersion(id);
  return version;
}

export interface RevisionHtml {
  readonly version: VersionSummary;
  readonly number: number;
  readonly html: string;
}

/** The HTML of one revision. @throws ToolError if it does not exist. */
export async function findRevision(execute: Execute, id: string, choice: RevisionChoice): Promise<RevisionHtml> {
  if (choice === 'latest') {
    const [found] = (await runQuery(execute, VERSION_HTML, { id })).versions;
    if (!found) throw missingVersion(id);
    const { view: html, ...version } = found;
    return { version, number: version.revision, html };
  }
  const version = await findVersion(execute, id);
  const number = typeof choice === 'number' ? choice : version[choice];
  if (number === null)
    throw new ToolError(
      `NOT_FOUND: no revision of ${JSON.stringify(id)} is ${choice} now. Choose one of list_versions.`,
    );
  const { revision } = await runQuery(execute, REVISION, { id, number });
  if (!revision)
    throw new ToolError(
      `NOT_FOUND: ${JSON.stringify(id)} has no revision ${number}. Use one up to ${version.revision}.`,
    );
  return { version, number, html: revision.content };
}
