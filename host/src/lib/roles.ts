/** Roles in a library. Each includes the permissions of those before it. */
export const ROLES = ['viewer', 'editor', 'publisher', 'admin'] as const;

export type Role = (typeof ROLES)[number];
