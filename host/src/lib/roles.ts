/** What somebody may do in a library; each may do what those before it may. */
export const ROLES = ['viewer', 'editor', 'publisher', 'admin'] as const;

export type Role = (typeof ROLES)[number];
