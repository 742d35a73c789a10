/** In a page nothing is printed; servers resolve server-content.ts instead. */
export const renderServerContent = undefined;
export const renderServerExternal = undefined;
