/** What server components have in place of graph.ts. */
export const isReactServer: boolean = true;
