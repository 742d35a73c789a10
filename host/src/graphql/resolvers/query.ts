import { demand, demandEverywhere, roleIn } from '../../auth/principal.js';
import { BadInputError } from '../../lib/domain-error.js';
import type { ForkOrder } from '../../content/fork.js';
import type { Page } from '../../content/content-service.js';
import type { Component } from '../../content/model.js';
import type { Reads } from '../context/cost-budget.js';
import type { Context } from '../context/context.js';
import { parseComponentId, parseVersionId } from '../context/ids.js';
import type { Services } from '../context/services.js';
import { seesComponent, seeStylesheet, seeVersion } from '../context/visibility.js';
import { type Paged, pageOf } from './pages.js';

/** Reads, for a caller of any kind. */
export function queryResolvers({ tokens, limits }: Services) {
  return {
    library: (_: unknown, { id }: { id: string }, { budget: { reads } }: Context) => reads.library(id),

    libraries: (_: unknown, _args: unknown, { budget: { reads } }: Context) => reads.libraries(),

    components: (
      _: unknown,
      { library, ...wanted }: { library: string } & ComponentsArgs,
      { caller, budget }: Context,
    ) => componentsOf(budget.reads, caller, library, wanted),

    async component(_: unknown, { id }: { id: string }, { caller, budget: { reads } }: Context) {
      const address = parseComponentId(id);
      const component = await reads.component(address.library, address.id);
      return component && seesComponent(caller, component) ? component : null;
    },

    async versions(_: unknown, { ids }: { ids: readonly string[] }, { caller, budget: { reads } }: Context) {
      if (ids.length > limits.ids) {
        throw new BadInputError(`ids has ${ids.length} entries; it may have ${limits.ids}.`, 'ids');
      }
      const found = await reads.versions(ids.map((id) => parseVersionId(id, 'ids')));
      return found.map((version) => seeVersion(reads, caller, version));
    },

    async forks(
      _: unknown,
      { library, component, ...wanted }: { library: string } & ForksArgs,
      { caller, budget: { reads } }: Context,
    ) {
      demand(caller, library, 'viewer');
      const { first, after, order, ...rest } = wanted;
      const of = component ? { component: componentIn(library, component) } : {};
      return reads.forks(library, { ...pageOf({ first, after: after ?? null }), ...given(rest), ...of, order });
    },

    async history(_: unknown, { id, ...wanted }: { id: string } & Paged, { caller, budget: { reads } }: Context) {
      const page = pageOf(wanted);
      if (!id.includes('/')) {
        demand(caller, id, 'viewer');
        return reads.stylesheetHistory(id, page);
      }
      const address = parseVersionId(id);
      demand(caller, address.library, 'viewer');
      return reads.history(address, page);
    },

    async revision(_: unknown, { id, number }: { id: string; number: number }, { caller, budget: { reads } }: Context) {
      const address = parseVersionId(id);
      demand(caller, address.library, 'viewer');
      return (await reads.revision(address, number)) ?? null;
    },

    async stylesheet(_: unknown, { library }: { library: string }, { caller, budget: { reads } }: Context) {
      return seeStylesheet(reads, caller, await reads.stylesheet(library));
    },

    async dataSources(_: unknown, { library }: { library: string }, { caller, budget: { reads } }: Context) {
      demand(caller, library, 'viewer');
      return reads.dataSources(library);
    },

    async media(
      _: unknown,
      { library, search, ...wanted }: { library: string; search?: string | null } & Paged,
      { caller, budget: { reads } }: Context,
    ) {
      demand(caller, library, 'viewer');
      return reads.media(library, { ...pageOf(wanted), ...(search ? { search } : {}) });
    },

    viewer: (_: unknown, _args: unknown, { caller }: Context) => caller,

    async tokens(_: unknown, { library }: { library?: string | null }, { caller }: Context) {
      if (library) demand(caller, library, 'admin');
      else demandEverywhere(caller, 'admin');
      const all = await tokens.tokens();
      return all.filter((token) => token.library === (library ?? undefined));
    },
  };
}

export interface ComponentsArgs extends Paged {
  readonly collection?: string | null;
  readonly search?: string | null;
}

interface ForksArgs extends Paged {
  readonly order: ForkOrder;
  readonly inUse?: boolean | null;
  readonly component?: string | null;
  readonly search?: string | null;
  readonly author?: string | null;
  readonly page?: string | null;
  readonly originChanged?: boolean | null;
  readonly orphaned?: boolean | null;
}

/** What is there: a null says as much as nothing. */
const given = <Args extends object>(args: Args) =>
  Object.fromEntries(Object.entries(args).filter(([, value]) => value !== null && value !== undefined)) as {
    [Name in keyof Args]?: NonNullable<Args[Name]>;
  };

/** The last part of a component's id. @throws BadInputError where it is of another library. */
function componentIn(library: string, id: string): string {
  const address = parseComponentId(id, 'component');
  if (address.library === library) return address.id;
  throw new BadInputError(`component '${id}' is not of the library '${library}'.`, 'component');
}

/** One page of components, without those that the caller may not see. */
export async function componentsOf(
  reads: Reads,
  caller: Context['caller'],
  library: string,
  { collection, search, ...wanted }: ComponentsArgs,
): Promise<Page<Component>> {
  const page = await reads.components(library, {
    ...pageOf(wanted),
    ...(collection ? { collection } : {}),
    ...(search ? { search } : {}),
  });
  return { items: page.items.filter((component) => seesComponent(caller, component)), next: page.next };
}

/** Fields of Viewer. */
export const viewerResolvers = {
  name: (caller: Context['caller']) => (caller.kind === 'anonymous' ? null : caller.actor.name),
  library: (caller: Context['caller']) => (caller.kind === 'anonymous' ? null : caller.library),
  expiresAt: (caller: Context['caller']) => (caller.kind === 'anonymous' ? null : caller.expiresAt),
  role: (caller: Context['caller'], { library }: { library: string }) => roleIn(caller, library) ?? null,
};
