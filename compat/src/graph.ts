/** Whether this is the module graph of server components, which has components of its own: see graph.server.ts. */
export const isReactServer: boolean = false;
