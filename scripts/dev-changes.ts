/** Folder that Stencil watches while `npm run dev` runs, and TypeScript does not. */
export const DEV_CHANGES = '.dev/changes';
