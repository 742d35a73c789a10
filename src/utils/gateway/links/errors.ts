/** Converts failed responses, and errors within responses, to the errors of the catalog (specification §8). */
import { PROTOCOL_ERRORS_SYMBOL, ServerError, ServerParseError } from '@apollo/client/errors';
import { ApolloLink } from '@apollo/client/link';
import { Observable } from 'rxjs';
import { FeaasError } from '../../../global/errors';
import { retryAfter } from '../../../global/retry-after';
import {
  BatchLengthError,
  EmptyResponseError,
  InterruptedError,
  MissingResponseError,
  NetworkError,
  PatchTypeError,
  toOperationError,
  ResponseParseError,
  ResponseStatusError,
  UnauthenticatedError,
  type ResponseDetails,
  type ErrorEntry,
} from '../errors';

/** What an operation's context contains about its response. */
interface ResponseContext {
  readonly response?: Response;
  /** Whether errors beside data are left to Apollo Client's `errorPolicy`. */
  readonly partial?: boolean;
}

/** Any form of a response: complete, a part of a deferred one, or one event. Its errors are not validated. */
interface ResponseBody {
  readonly data?: unknown;
  readonly errors?: unknown;
  readonly incremental?: readonly { readonly errors?: unknown }[];
  readonly hasNext?: boolean;
  readonly extensions?: { readonly [PROTOCOL_ERRORS_SYMBOL]?: { readonly errors: readonly ErrorEntry[] } };
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Returns the errors in GraphQL's form: a backend, or a corrupted response, may contain anything in their place. */
function entriesOf(errors: unknown): readonly ErrorEntry[] {
  if (!Array.isArray(errors)) return [];
  return errors.map((each: unknown) => {
    const { message, extensions, ...others } = isObject(each) ? each : { message: each };
    return {
      ...others,
      message: typeof message === 'string' ? message.trim() : '',
      ...(isObject(extensions) ? { extensions } : {}),
    };
  });
}

const nameOf = ({ operationName }: ApolloLink.Operation): string => operationName ?? '';

function detailsOf(operation: ApolloLink.Operation, url: string): ResponseDetails {
  const { response } = operation.getContext() as ResponseContext;
  return response ? { url: response.url || url, status: response.status } : { url };
}

/** Returns the errors in a body's text, if it has any. */
function errorsIn(text: string): readonly ErrorEntry[] {
  try {
    const body = JSON.parse(text) as ResponseBody | readonly ResponseBody[] | null;
    const { errors } = (Array.isArray(body) ? (body as readonly ResponseBody[])[0] : (body as ResponseBody)) ?? {};
    return entriesOf(errors);
  } catch {
    return [];
  }
}

function statusError(error: ServerError, url: string): Error {
  const { statusCode: status, bodyText, response } = error;
  const details = { url: response.url || url, status, bodyText, cause: error };
  const errors = errorsIn(bodyText);
  // The backend may also return its errors with an HTTP status; the status 401 alone is enough to ask for a token.
  if (status === 401) {
    const message = `Response not successful: Received status code ${status}`;
    return new UnauthenticatedError({ ...details, errors: errors.length ? errors : [{ message }] });
  }
  const refusal = toOperationError({ ...details, errors });
  if (refusal.name !== 'OperationError') return refusal;
  const seconds = retryAfter(response.headers.get('retry-after')) / 1000;
  return new ResponseStatusError(status, { ...details, ...(seconds ? { retryAfter: seconds } : {}) });
}

/** Converts an error of the connection to an error of the kit; others are returned unchanged. */
function toResponseError(error: unknown, operation: ApolloLink.Operation, url: string): unknown {
  if (error instanceof FeaasError) return error;
  if (ServerError.is(error)) {
    const { statusCode: status, bodyText, response } = error;
    if (status >= 300) return statusError(error, url);
    return new MissingResponseError(nameOf(operation), { url: response.url || url, status, bodyText, cause: error });
  }
  if (ServerParseError.is(error)) {
    const { statusCode: status, bodyText, response, message } = error;
    const details = { url: response.url || url, status, bodyText, cause: error };
    if (status >= 300) return new ResponseStatusError(status, details);
    return bodyText.trim() ? new ResponseParseError(message, details) : new EmptyResponseError(details);
  }
  if (!(error instanceof Error)) return error;
  const details = { ...detailsOf(operation, url), cause: error };
  const { message } = error;
  if (message.startsWith('Unsupported patch content type')) return new PatchTypeError(details);
  if (message === 'premature end of multipart body') return new InterruptedError(details);
  if ('result' in error && message.startsWith('server returned results')) {
    const errors = errorsIn(JSON.stringify(error.result));
    return errors.length ? toOperationError({ ...details, errors }) : new BatchLengthError(message, details);
  }
  // An interrupted body is a TypeError, too: the difference is whether a response had begun.
  if (error.name === 'TypeError' || error.name === 'NetworkError') {
    return details.status === undefined ? new NetworkError(details) : new InterruptedError(details);
  }
  return error;
}

/** Returns the error of a response; undefined for a successful one. */
function errorIn(answer: ResponseBody, operation: ApolloLink.Operation, url: string): Error | undefined {
  const { data, errors, incremental, hasNext, extensions } = answer;
  const protocol = extensions?.[PROTOCOL_ERRORS_SYMBOL]?.errors ?? [];
  const allErrors = [
    ...protocol,
    ...entriesOf(errors),
    ...(incremental ?? []).flatMap((part) => entriesOf(part.errors)),
  ];
  const details = detailsOf(operation, url);
  if (!allErrors.length) {
    const isComplete = !incremental && hasNext === undefined;
    return isComplete && (data === undefined || data === null)
      ? new MissingResponseError(nameOf(operation), details)
      : undefined;
  }
  const isPartial = data !== undefined && data !== null && (operation.getContext() as ResponseContext).partial;
  return isPartial ? undefined : toOperationError({ ...details, errors: allErrors, data });
}

/** @param url address of GraphQL, for errors without a response */
export const errorLink = (url: string): ApolloLink =>
  new ApolloLink((operation, forward) => {
    // Remove the response of an earlier attempt.
    operation.setContext({ response: undefined });
    return new Observable((observer) =>
      forward(operation).subscribe({
        next(result) {
          const refusal = errorIn(result as ResponseBody, operation, url);
          if (refusal) observer.error(refusal);
          else observer.next(result);
        },
        error: (error) => observer.error(toResponseError(error, operation, url)),
        complete: () => observer.complete(),
      }),
    );
  });
