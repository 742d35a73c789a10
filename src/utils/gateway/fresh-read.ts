/**
 * Options of a query whose answer has to be the backend's state at a moment after it was asked for. Apollo would otherwise answer it
 * with an equal query that is still under way, which may have been read before the change that this one was asked for.
 */
export const FRESH_READ = { fetchPolicy: 'network-only', context: { queryDeduplication: false } } as const;
