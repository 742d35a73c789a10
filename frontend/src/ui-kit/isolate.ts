/**
 * A value within a message, isolated for bidirectional text (FSI … PDI): a name from left to right does not reorder an Arabic
 * sentence, nor an Arabic name an English one.
 */
export const isolate = (value: string): string => `\u2068${value}\u2069`;
