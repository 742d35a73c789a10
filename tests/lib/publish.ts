/** Publishes markup on a host through GraphQL. */
import { createGateway, type VersionStore } from '../../src/utils/gateway';

/** The version store of the demo library on its host. */
export const connectVersions = ({ origin, token }: { readonly origin: string; readonly token: string }): VersionStore =>
  createGateway({ url: `${origin}/graphql`, library: 'aurora', auth: token }).versions;

/** Publishes markup as a new version. */
export async function publish(versions: VersionStore, id: string, view: string): Promise<void> {
  const { revision: expectedRevision } = await versions.save(id, view, { expectedRevision: 0 });
  await versions.stage(id, { expectedRevision });
  await versions.publish(id, { expectedRevision });
}
