import type { GraphQLResolveInfo } from 'graphql';
import { allows, librariesOf, requireRole, requireRoleEverywhere, roleIn } from '../../auth/principal.js';
import type { AuditAction } from '../../content/audit.js';
import { styleAddress } from '../../content/addresses.js';
import { BadInputError } from '../../lib/domain-error.js';
import type { ComponentFilter } from '../../content/component-fields.js';
import type { ForkOrder } from '../../content/fork.js';
import type { Page } from '../../content/content-service.js';
import type { ComponentDetail, ListedComponent } from '../../content/model.js';
import { omitNil } from '../../lib/omit-nil.js';
import type { Reads } from '../context/cost-budget.js';
import type { Context } from '../context/context.js';
import { parseComponentId, parseVersionId } from '../context/ids.js';
import { selectedFields } from '../context/selected-fields.js';
import type { Services } from '../context/services.js';
import { isComponentVisible, visibleLibrary, visibleStylesheet, visibleVersion } from '../context/visibility.js';
import { itemsAfter, listOf, type PageArgs, pageOf } from './pages.js';

/** Queries, for every kind of principal. */
export function queryResolvers({ tokens, limits }: Services) {
  return {
    async library(_: unknown, { id }: { id: string }, { principal, budget: { reads } }: Context) {
      return (await visibleLibrary(reads, principal, id)) ?? null;
    },

    async libraries(_: unknown, args: PageArgs, { principal, budget: { reads } }: Context) {
      const page = listOf(args);
      // With a token for one library: that library and all published ones. A person may have several libraries.
      const ownLibraries = principal.kind === 'anonymous' ? [] : librariesOf(principal);
      if (ownLibraries === undefined) return (await reads.libraryPage(page)).items;
      const { items } = await reads.libraryPage({ ...page, published: true, besides: ownLibraries });
      return items;
    },

    components: (
      _: unknown,
      { library, ...args }: { library: string } & ComponentsArgs,
      { principal, budget }: Context,
      info: GraphQLResolveInfo,
    ) => componentsOf(budget.reads, principal, library, args, info),

    async component(_: unknown, { id }: { id: string }, { principal, budget: { reads } }: Context) {
      const address = parseComponentId(id);
      const component = await reads.component(address.library, address.id);
      return component && isComponentVisible(principal, component) ? component : null;
    },

    async versions(_: unknown, { ids }: { ids: readonly string[] }, { principal, budget }: Context) {
      if (ids.length > limits.ids) {
        throw new BadInputError(`ids has ${ids.length} entries; it may have ${limits.ids}.`, 'ids');
      }
      const found = await budget.reads.versionSummaries(ids.map((id) => parseVersionId(id, 'ids')));
      return found.map((version) => visibleVersion(budget, principal, version));
    },

    async forks(
      _: unknown,
      { library, component, ...args }: { library: string } & ForksArgs,
      { principal, budget: { reads } }: Context,
    ) {
      requireRole(principal, library, 'viewer');
      const { first, after, order, ...filter } = args;
      const scope = component ? { component: componentIn(library, component) } : {};
      return reads.forks(library, { ...pageOf({ first, after: after ?? null }), ...omitNil(filter), ...scope, order });
    },

    async history(_: unknown, { id, ...args }: { id: string } & PageArgs, { principal, budget: { reads } }: Context) {
      const page = pageOf(args);
      if (!id.includes('/')) {
        requireRole(principal, id, 'viewer');
        return reads.historySummaries(styleAddress(id), page);
      }
      const address = parseVersionId(id);
      requireRole(principal, address.library, 'viewer');
      return reads.historySummaries(address, page);
    },

    async revision(
      _: unknown,
      { id, number }: { id: string; number: number },
      { principal, budget: { reads } }: Context,
    ) {
      const address = parseVersionId(id);
      requireRole(principal, address.library, 'viewer');
      return (await reads.revision(address, number)) ?? null;
    },

    async stylesheet(_: unknown, { library }: { library: string }, { principal, budget }: Context) {
      return visibleStylesheet(budget, principal, await budget.reads.stylesheetSummary(library));
    },

    async dataSources(
      _: unknown,
      { library, ...args }: { library: string } & PageArgs,
      { principal, budget: { reads } }: Context,
    ) {
      requireRole(principal, library, 'viewer');
      return (await reads.dataSourcePage(library, listOf(args, library))).items;
    },

    async media(
      _: unknown,
      { library, search, ...args }: { library: string; search?: string | null } & PageArgs,
      { principal, budget: { reads } }: Context,
    ) {
      requireRole(principal, library, 'viewer');
      return reads.media(library, { ...pageOf(args), ...(search ? { search } : {}) });
    },

    viewer: (_: unknown, _args: unknown, { principal }: Context) => principal,

    async audit(_: unknown, { library, action, since, ...args }: AuditArgs, { principal, budget }: Context) {
      if (library) requireRole(principal, library, 'admin');
      else requireRoleEverywhere(principal, 'admin');
      return budget.reads.auditPage({
        ...pageOf(args),
        ...(library ? { library } : {}),
        ...omitNil({ action, since }),
      });
    },

    async tokens(_: unknown, { library, ...args }: { library?: string | null } & PageArgs, { principal }: Context) {
      const page = listOf(args);
      if (library) requireRole(principal, library, 'admin');
      else requireRoleEverywhere(principal, 'admin');
      const allTokens = await tokens.tokens();
      return itemsAfter(
        allTokens.filter((token) => token.library === (library ?? undefined)),
        page,
      );
    },
  };
}

export type ComponentsArgs = PageArgs & { readonly [Name in keyof ComponentFilter]: ComponentFilter[Name] | null };

interface AuditArgs extends PageArgs {
  readonly library?: string | null;
  readonly action?: AuditAction | null;
  /** Milliseconds since 1970. */
  readonly since?: number | null;
}

interface ForksArgs extends PageArgs {
  readonly order: ForkOrder;
  readonly inUse?: boolean | null;
  readonly component?: string | null;
  readonly search?: string | null;
  readonly author?: string | null;
  readonly page?: string | null;
  readonly originChanged?: boolean | null;
  readonly orphaned?: boolean | null;
}

/** The component's id within the library. @throws BadInputError if it belongs to another library. */
function componentIn(library: string, id: string): string {
  const address = parseComponentId(id, 'component');
  if (address.library === library) return address.id;
  throw new BadInputError(`component '${id}' is not of the library '${library}'. Leave one of them out.`, 'component');
}

/** One page of the components that the principal may see. Its cursor contains no id of an invisible one. */
export function componentsOf(
  reads: Reads,
  principal: Context['principal'],
  library: string,
  { first, after, ...filter }: ComponentsArgs,
  info: GraphQLResolveInfo,
): Promise<Page<ListedComponent>> {
  const drafts = allows(principal, library, 'viewer');
  const fields = new Set(selectedFields(info, 'items'));
  const details: ComponentDetail[] = [];
  if (fields.has('collections')) details.push('collections');
  if (fields.has('modifiedAt')) details.push(drafts ? 'modifiedAt' : 'publishedAt');
  return reads.componentSummaries(library, {
    published: !drafts,
    details,
    ...pageOf({ first, after }),
    ...omitNil(filter),
  });
}

/** Fields of Viewer. */
export const viewerResolvers = {
  name: (principal: Context['principal']) => (principal.kind === 'anonymous' ? null : principal.actor.name),
  library: (principal: Context['principal']) => (principal.kind === 'anonymous' ? null : principal.library),
  expiresAt: (principal: Context['principal']) => (principal.kind === 'anonymous' ? null : principal.expiresAt),
  role: (principal: Context['principal'], { library }: { library: string }) => roleIn(principal, library) ?? null,
};
