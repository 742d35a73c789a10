import type { IncomingMessage, ServerResponse } from 'node:http';

/** Answers by itself what the handlers of content do not: other methods, streams. True when it has answered, or will. */
export type RawHandler = (request: IncomingMessage, response: ServerResponse, url: URL) => Promise<boolean>;
