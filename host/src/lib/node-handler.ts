import type { IncomingMessage, ServerResponse } from 'node:http';

/** Handles requests outside of content delivery: other methods, streams. Returns true if it responds. */
export type RawHandler = (request: IncomingMessage, response: ServerResponse, url: URL) => Promise<boolean>;
