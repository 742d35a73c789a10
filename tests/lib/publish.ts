/** Views that a test puts on a host, by its GraphQL. */
import { createGateway, type VersionStore } from '../../src/utils/gateway';

/** The versions of the demo library, as its host has them. */
export const connectVersions = ({ origin, token }: { readonly origin: string; readonly token: string }): VersionStore =>
  createGateway({ url: `${origin}/graphql`, library: 'aurora', auth: token }).versions;

/** Publishes a view as a version that there is not yet. */
export async function publish(versions: VersionStore, id: string, view: string): Promise<void> {
  const { revision: expectedRevision } = await versions.save(id, view, { expectedRevision: 0 });
  await versions.stage(id, { expectedRevision });
  await versions.publish(id, { expectedRevision });
}
