/** Folder that Stencil watches during `npm run dev`, but TypeScript does not. */
export const DEV_CHANGES = '.dev/changes';
