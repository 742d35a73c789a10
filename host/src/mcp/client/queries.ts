/** GraphQL queries of the tools, with the types of their results. */
import { COMPONENT_FIELD_NAMES, type ComponentFields } from '../../content/component-fields.js';
import type { Execute } from '../../graphql/admitted-request.js';
import { explainError, ToolError } from './tool-error.js';

/** A query with the types of its variables and result. */
export interface Query<Variables, Data> {
  readonly text: string;
  /** Only for type inference. */
  readonly types?: (variables: Variables) => Data;
}

/** @throws ToolError with the host's message and advice. */
export async function runQuery<Variables extends object, Data>(
  execute: Execute,
  { text }: Query<Variables, Data>,
  variables: Variables,
): Promise<Data> {
  const { data, errors } = await execute({ query: text, variables: { ...variables } as Record<string, unknown> });
  if (errors?.length) throw new ToolError(errors.map(explainError).join('\n'));
  return data as Data;
}

export interface VersionSummary {
  readonly id: string;
  readonly name: string;
  readonly revision: number;
  readonly staged: number | null;
  readonly published: number | null;
  readonly forkOriginId: string | null;
  readonly deletedAt: string | null;
  readonly modifiedAt: string;
}

export interface ComponentSummary extends ComponentFields {
  readonly id: string;
  readonly modifiedAt: string;
}

export interface RevisionSummary {
  readonly number: number;
  readonly author: string;
  readonly at: string;
  readonly state: 'SAVED' | 'STAGED' | 'PUBLISHED';
}

export interface PublishedVersion extends VersionSummary {
  readonly delivered: boolean;
}

const VERSION = 'id name revision staged published forkOriginId deletedAt modifiedAt';
const COMPONENT = ['id', ...COMPONENT_FIELD_NAMES, 'modifiedAt'].join(' ');

export interface LibrarySummary {
  readonly id: string;
  readonly name: string;
  readonly description: string;
}

export const LIBRARIES: Query<
  { first: number; after?: string },
  { libraries: LibrarySummary[]; viewer: { name: string | null } }
> = {
  text: `query McpLibraries($first: Int!, $after: ID) {
    libraries(first: $first, after: $after) { id name description }
    viewer { name }
  }`,
};

/** The role in one library. */
export const ROLE: Query<{ library: string }, { viewer: { role: string | null } }> = {
  text: 'query McpRole($library: ID!) { viewer { role(library: $library) } }',
};

export const COMPONENTS: Query<
  { library: string; search?: string; collection?: string; first: number; after?: string },
  { library: { id: string } | null; components: { items: ComponentSummary[]; next: string | null } }
> = {
  text: `query McpComponents($library: ID!, $search: String, $collection: ID, $first: Int!, $after: String) {
    library(id: $library) { id }
    components(library: $library, search: $search, collection: $collection, first: $first, after: $after) {
      items { ${COMPONENT} }
      next
    }
  }`,
};

export const VERSIONS: Query<
  { component: string; first: number; after?: string },
  { component: { id: string; name: string; versions: VersionSummary[] } | null }
> = {
  text: `query McpVersions($component: ID!, $first: Int!, $after: ID) {
    component(id: $component) { id name versions(first: $first, after: $after) { ${VERSION} } }
  }`,
};

export const VERSION_STATE: Query<{ id: string }, { versions: (VersionSummary | null)[] }> = {
  text: `query McpVersionState($id: ID!) { versions(ids: [$id]) { ${VERSION} } }`,
};

/** Includes the HTML of the visible revision: the latest, or the published one for callers without a role. */
export const VERSION_HTML: Query<{ id: string }, { versions: ((VersionSummary & { view: string }) | null)[] }> = {
  text: `query McpVersionHtml($id: ID!) { versions(ids: [$id]) { ${VERSION} view } }`,
};

export const REVISION: Query<
  { id: string; number: number },
  { revision: (RevisionSummary & { content: string }) | null }
> = {
  text: `query McpRevision($id: ID!, $number: Int!) {
    revision(id: $id, number: $number) { number content author at state }
  }`,
};

export const HISTORY: Query<
  { id: string; first: number; after?: string },
  { history: { items: RevisionSummary[]; next: string | null } }
> = {
  text: `query McpHistory($id: ID!, $first: Int!, $after: String) {
    history(id: $id, first: $first, after: $after) { items { number author at state } next }
  }`,
};

export const DATA_SOURCE_KEYS: Query<{ library: string }, { dataSources: { key: string }[] }> = {
  text: 'query McpDataSourceKeys($library: ID!) { dataSources(library: $library) { key } }',
};

export interface DataSourceSample {
  readonly key: string;
  readonly sample: string;
  readonly settings: string | null;
}

export const DATA_SOURCES: Query<{ library: string }, { dataSources: DataSourceSample[] }> = {
  text: 'query McpDataSources($library: ID!) { dataSources(library: $library) { key sample settings } }',
};

/** Whether drafts are delivered without a token. */
export const PUBLIC_DRAFTS: Query<{ library: string }, { library: { settings: { publicDrafts: boolean } } | null }> = {
  text: 'query McpPublicDrafts($library: ID!) { library(id: $library) { settings { publicDrafts } } }',
};

export interface CreatedPreviewLink {
  readonly path: string;
  readonly link: { readonly id: string; readonly expiresAt: string };
}

export const CREATE_PREVIEW_LINK: Query<
  { library: string; id: string; pinned: boolean; days: number },
  { createPreviewLink: CreatedPreviewLink }
> = {
  text: `mutation McpCreatePreviewLink($library: ID!, $id: ID!, $pinned: Boolean!, $days: Int!) {
    createPreviewLink(library: $library, ids: [$id], pinned: $pinned, days: $days) { path link { id expiresAt } }
  }`,
};

export const SAVE_VERSION: Query<
  { id: string; html: string; expectedRevision: number; key: string; page?: string },
  { saveVersion: VersionSummary }
> = {
  text: `mutation McpSaveVersion($id: ID!, $html: String!, $expectedRevision: Int!, $key: String!, $page: String) {
    saveVersion(id: $id, view: $html, expectedRevision: $expectedRevision, idempotencyKey: $key, page: $page) {
      ${VERSION}
    }
  }`,
};

export const PUBLISH_VERSION: Query<{ id: string; expectedRevision: number }, { publishVersion: PublishedVersion }> = {
  text: `mutation McpPublishVersion($id: ID!, $expectedRevision: Int!) {
    publishVersion(id: $id, expectedRevision: $expectedRevision) { ${VERSION} delivered }
  }`,
};
