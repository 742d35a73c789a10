import type { IncomingMessage } from 'node:http';

/** Fields of a request's log entry. */
export type RequestFields = Readonly<Record<string, string>>;

const fieldsByRequest = new WeakMap<IncomingMessage, RequestFields>();

/** Adds fields that only the request's handler knows, such as the operation and the principal. */
export function addRequestFields(request: IncomingMessage, fields: RequestFields): void {
  const existing = fieldsByRequest.get(request);
  if (existing) Object.assign(existing, fields);
  else fieldsByRequest.set(request, { ...fields });
}

export const requestFieldsOf = (request: IncomingMessage): RequestFields => fieldsByRequest.get(request) ?? {};
