/** In a page nothing is printed: see print-content.ts, which servers have in its place. */
export const printContent = undefined;
export const printExternal = undefined;
