/** Header values are ASCII; names need not be. */
export const metaValue = (name: string): string => encodeURIComponent(name);
