/** In a page nothing is printed: see server-content.ts, which servers have in its place. */
export const renderServerContent = undefined;
export const renderServerExternal = undefined;
