/** The gateway: the only module of the kit that uses GraphQL. */
export { createGateway, type Gateway } from './gateway';
export type { Auth, AuthTrigger, BatchOptions, GatewayOptions } from './options';
export { memoryVersions, type MemoryOptions } from './versions/memory';
export { graphqlUrl } from './url';
export type { Channel, TabDependencies } from './changes/tab-channel';
export * from './errors';
export type * from './versions/store';
