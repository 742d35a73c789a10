import type { IncomingMessage } from 'node:http';

/** Fields of a request's line in the log. */
export type RequestFields = Readonly<Record<string, string>>;

const fieldsByRequest = new WeakMap<IncomingMessage, RequestFields>();

/** Adds what only the handler of a request knows, such as the operation and who asks. */
export function addRequestFields(request: IncomingMessage, fields: RequestFields): void {
  const known = fieldsByRequest.get(request);
  if (known) Object.assign(known, fields);
  else fieldsByRequest.set(request, { ...fields });
}

export const requestFieldsOf = (request: IncomingMessage): RequestFields => fieldsByRequest.get(request) ?? {};
