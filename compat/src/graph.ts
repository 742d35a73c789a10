/** Whether this is the module graph of React server components; see graph.server.ts. */
export const isReactServer: boolean = false;
