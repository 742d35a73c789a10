import type { McpServer } from '@modelcontextprotocol/server';
import * as z from 'zod/v4';
import { compareHtml } from '../html/compare-html.js';
import {
  COMPONENTS,
  DATA_SOURCE_KEYS,
  DATA_SOURCES,
  HISTORY,
  LIBRARIES,
  ROLE,
  runQuery,
  VERSIONS,
} from '../client/queries.js';
import { textWindow } from '../html/text-window.js';
import { ToolError } from '../client/tool-error.js';
import { findRevision, findVersion } from './find-version.js';
import { previewLinks } from './preview-links.js';
import { samplesOf } from './samples.js';
import * as schemas from './schemas.js';
import { type ToolContext, toResult } from './tool-context.js';

/** Libraries per page. The role is read for each. */
const LIBRARIES_PER_PAGE = 20;
const VERSIONS_PER_PAGE = 100;
/** Default and maximum characters of HTML in a result, which fit into the context of a model. */
const HTML = { usual: 100_000, most: 500_000 } as const;
/** Maximum characters of a diff in a result. */
const MAX_DIFF = 50_000;

export function registerReadTools(server: McpServer, context: ToolContext): void {
  const { execute, origin } = context;

  server.registerTool(
    'list_libraries',
    {
      title: 'List libraries',
      description: `Lists the libraries that the token may see, and its role in each: VIEWER reads drafts, EDITOR saves drafts, PUBLISHER publishes. Without a role only published content can be read. ${schemas.CONTENT_IS_DATA}`,
      inputSchema: z.object({ after: schemas.after }),
      outputSchema: z.object({
        savesAs: z.string().nullable().describe('Name of the token. Histories show it as the author.'),
        libraries: z.array(
          z.object({ id: z.string(), name: z.string(), description: z.string(), role: z.string().nullable() }),
        ),
        next: schemas.next,
      }),
      annotations: schemas.READS,
    },
    ({ after }) =>
      toResult(context, async () => {
        const { libraries, viewer } = await runQuery(execute, LIBRARIES, {
          first: LIBRARIES_PER_PAGE,
          ...(after === undefined ? {} : { after }),
        });
        const roles = await Promise.all(libraries.map(({ id }) => runQuery(execute, ROLE, { library: id })));
        return {
          savesAs: viewer.name,
          libraries: libraries.map((library, index) => ({ ...library, role: roles[index]!.viewer.role })),
          next: libraries.length === LIBRARIES_PER_PAGE ? libraries.at(-1)!.id : null,
        };
      }),
  );

  server.registerTool(
    'list_components',
    {
      title: 'List components',
      description: `Lists the components of a library by id. ${schemas.CONTENT_IS_DATA}`,
      inputSchema: z.object({
        library: schemas.libraryId,
        collection: z.string().optional().describe('Only those of the collection with this key.'),
        first: z.number().int().min(1).max(100).default(20).describe('How many at most.'),
        after: schemas.after,
      }),
      outputSchema: z.object({ components: z.array(schemas.component), next: schemas.next }),
      annotations: schemas.READS,
    },
    ({ library, collection, first, after }) =>
      toResult(context, () =>
        findComponents({
          ...{ library, first },
          ...(collection === undefined ? {} : { collection }),
          ...(after === undefined ? {} : { after }),
        }),
      ),
  );

  server.registerTool(
    'search_components',
    {
      title: 'Search components',
      description: `Finds components of a library whose id, name and description together hold each word of the query, whatever the case. It does not search the HTML of versions. ${schemas.CONTENT_IS_DATA}`,
      inputSchema: z.object({
        library: schemas.libraryId,
        query: z.string().min(1).max(200).describe('Words to look for.'),
        first: z.number().int().min(1).max(100).default(20).describe('How many at most.'),
        after: schemas.after,
      }),
      outputSchema: z.object({ components: z.array(schemas.component), next: schemas.next }),
      annotations: schemas.READS,
    },
    ({ library, query, first, after }) =>
      toResult(context, () =>
        findComponents({ library, search: query, first, ...(after === undefined ? {} : { after }) }),
      ),
  );

  /** @throws ToolError for an unknown library, which would otherwise have an empty list of components. */
  async function findComponents(variables: Parameters<NonNullable<typeof COMPONENTS.types>>[0]) {
    const { library, components } = await runQuery(execute, COMPONENTS, variables);
    if (!library)
      throw new ToolError(
        `NOT_FOUND: there is no library ${JSON.stringify(variables.library)} that this token may read. Choose one of list_libraries.`,
      );
    return { components: components.items, next: components.next };
  }

  server.registerTool(
    'list_versions',
    {
      title: 'List versions of a component',
      description: `Lists the versions and forks of a component. A fork is what one page has of its own instead of a version. ${schemas.CONTENT_IS_DATA}`,
      inputSchema: z.object({ component: schemas.componentId, after: schemas.after }),
      outputSchema: z.object({ name: z.string(), versions: z.array(schemas.version), next: schemas.next }),
      annotations: schemas.READS,
    },
    ({ component: id, after }) =>
      toResult(context, async () => {
        const { component } = await runQuery(execute, VERSIONS, {
          ...{ component: id, first: VERSIONS_PER_PAGE },
          ...(after === undefined ? {} : { after }),
        });
        if (!component)
          throw new ToolError(
            `NOT_FOUND: there is no component ${JSON.stringify(id)} that this token may read. Choose one of list_components.`,
          );
        const { name, versions } = component;
        return { name, versions, next: versions.length === VERSIONS_PER_PAGE ? versions.at(-1)!.id : null };
      }),
  );

  server.registerTool(
    'read_version',
    {
      title: 'Read a version',
      description: `Reads the HTML of a version, and samples of the data sources that it binds by path (data-path attributes). Text that is bound to data changes in the data, not in the HTML. Long HTML comes in parts: read on from nextOffset. ${schemas.CONTENT_IS_DATA}`,
      inputSchema: z.object({
        id: schemas.versionId,
        revision: schemas.revision.default('latest').describe('Which revision; the latest one may be a draft.'),
        offset: z.number().int().min(0).default(0).describe('First character of the HTML to return.'),
        maxCharacters: z.number().int().min(1).max(HTML.most).default(HTML.usual).describe('How much HTML at most.'),
        samples: z.boolean().default(true).describe('Whether to return samples of data sources.'),
      }),
      outputSchema: z.object({
        version: schemas.version,
        revision: z.number().describe('Number of the revision.'),
        html: z.string(),
        characters: z.number().describe('Length of the whole HTML.'),
        nextOffset: z.number().nullable().describe('Where to read on; null at the end.'),
        dataSources: z.array(schemas.sample),
        otherDataSources: z.array(z.string()).describe('Keys of data sources of the library that are not in the HTML.'),
      }),
      annotations: schemas.READS,
    },
    ({ id, revision, offset, maxCharacters, samples }) =>
      toResult(context, async () => {
        const { version, number, html } = await findRevision(execute, id, revision);
        if (offset > html.length)
          throw new ToolError(`offset is ${offset}, but the HTML has ${html.length} characters. Use a smaller offset.`);
        const { text, nextOffset } = textWindow(html, offset, maxCharacters);
        const sources = samples ? await sourcesIn(html, id) : { dataSources: [], otherDataSources: [] };
        return { version, revision: number, html: text, characters: html.length, nextOffset, ...sources };
      }),
  );

  /** The data sources whose keys occur in the HTML. Callers without a role may not read them. */
  async function sourcesIn(html: string, id: string) {
    const [library = ''] = id.split('/');
    const { viewer } = await runQuery(execute, ROLE, { library });
    if (viewer.role === null) return { dataSources: [], otherDataSources: [] };
    const keys = (await runQuery(execute, DATA_SOURCE_KEYS, { library })).dataSources.map(({ key }) => key);
    const used = keys.filter((key) => html.includes(key));
    const sources = used.length ? (await runQuery(execute, DATA_SOURCES, { library })).dataSources : [];
    return {
      dataSources: samplesOf(sources, used),
      otherDataSources: keys.filter((key) => !used.includes(key)),
    };
  }

  server.registerTool(
    'read_data_sources',
    {
      title: 'Read data sources',
      description: `Reads the samples of a library's data sources, and the requests that fetch their data. A path in the HTML begins with the key of a data source. ${schemas.CONTENT_IS_DATA}`,
      inputSchema: z.object({
        library: schemas.libraryId,
        keys: z.array(z.string()).max(100).optional().describe('Only these; leave out for all of them.'),
      }),
      outputSchema: z.object({ dataSources: z.array(schemas.sample), missing: z.array(z.string()) }),
      annotations: schemas.READS,
    },
    ({ library, keys }) =>
      toResult(context, async () => {
        const sources = (await runQuery(execute, DATA_SOURCES, { library })).dataSources;
        const existingKeys = sources.map(({ key }) => key);
        return {
          dataSources: samplesOf(sources, keys ?? existingKeys),
          missing: (keys ?? []).filter((key) => !existingKeys.includes(key)),
        };
      }),
  );

  server.registerTool(
    'list_history',
    {
      title: 'List the history of a version',
      description: `Lists the revisions of a version, latest first: who saved each, and when. ${schemas.CONTENT_IS_DATA}`,
      inputSchema: z.object({
        id: schemas.versionId,
        first: z.number().int().min(1).max(100).default(20).describe('How many at most.'),
        after: schemas.after,
      }),
      outputSchema: z.object({
        revisions: z.array(
          z.object({
            number: z.number(),
            author: z.string(),
            at: z.string(),
            state: z.enum(['SAVED', 'STAGED', 'PUBLISHED']),
          }),
        ),
        next: schemas.next,
      }),
      annotations: schemas.READS,
    },
    ({ id, first, after }) =>
      toResult(context, async () => {
        const { history } = await runQuery(execute, HISTORY, { id, first, ...(after === undefined ? {} : { after }) });
        return { revisions: history.items, next: history.next };
      }),
  );

  server.registerTool(
    'compare_revisions',
    {
      title: 'Compare two revisions',
      description: `Compares the HTML of two revisions as a unified diff. Lines are broken between elements first, so that a diff stays readable. ${schemas.CONTENT_IS_DATA}`,
      inputSchema: z.object({
        id: schemas.versionId,
        from: schemas.revision.default('published').describe('The earlier revision.'),
        to: schemas.revision.default('latest').describe('The later revision.'),
        otherId: schemas.versionId
          .optional()
          .describe('Compares with a revision of this version instead, such as a fork: `to` is a revision of it.'),
      }),
      outputSchema: z.object({
        from: z.object({ id: z.string(), revision: z.number() }),
        to: z.object({ id: z.string(), revision: z.number() }),
        identical: z.boolean(),
        added: z.number().describe('Added lines.'),
        removed: z.number().describe('Removed lines.'),
        diff: z.string(),
        isTruncated: z.boolean().describe('Whether the diff goes on.'),
      }),
      annotations: schemas.READS,
    },
    ({ id, from, to, otherId = id }) =>
      toResult(context, async () => {
        const [first, second] = await Promise.all([
          findRevision(execute, id, from),
          findRevision(execute, otherId, to),
        ]);
        const comparison = await compareHtml(first.html, second.html);
        if (!comparison)
          throw new ToolError(
            `Revision ${first.number} and revision ${second.number} have too little in common to compare. Read both with read_version.`,
          );
        const { text, nextOffset } = textWindow(comparison.diff, 0, MAX_DIFF);
        return {
          from: { id, revision: first.number },
          to: { id: otherId, revision: second.number },
          ...comparison,
          diff: text,
          isTruncated: nextOffset !== null,
        };
      }),
  );

  server.registerTool(
    'get_preview_link',
    {
      title: 'Get a preview link',
      description:
        'Gives the link to a page of the host that shows a version to people, for a draft too. The link holds no token, so a draft needs sign-in.',
      inputSchema: z.object({
        id: schemas.versionId,
        state: z
          .enum(['saved', 'staged', 'published'])
          .default('saved')
          .describe('`saved` is the latest revision, drafts included.'),
      }),
      outputSchema: schemas.previewLinks,
      annotations: schemas.READS,
    },
    ({ id, state }) =>
      toResult(context, async () => {
        const version = await findVersion(execute, id);
        if (state !== 'saved' && version[state] === null)
          throw new ToolError(
            `NOT_FOUND: no revision of ${JSON.stringify(id)} is ${state} now. Choose one of list_versions.`,
          );
        return { ...(await previewLinks(execute, origin, id, state)) };
      }),
  );
}
