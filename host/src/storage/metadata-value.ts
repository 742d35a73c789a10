/** Encodes a name as a header value, which must be ASCII. */
export const metaValue = (name: string): string => encodeURIComponent(name);
