/** Replaces graph.ts in server components. */
export const isReactServer: boolean = true;
