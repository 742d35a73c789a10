/** Pages that are generated from the code. */
export const REFERENCES = ['reference/elements', 'reference/api', 'reference/graphql', 'reference/cli'] as const;
