/**
 * Isolates a value within a message for bidirectional text (FSI … PDI), so that a name does not reorder a sentence in a
 * script of the other direction.
 */
export const isolate = (value: string): string => `\u2068${value}\u2069`;
