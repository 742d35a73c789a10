import type { Plugin } from 'graphql-yoga';
import { BadRequestError } from '../context/errors.js';

/** Adds a message to Yoga's error responses without a body. Their status alone does not show which header is wrong. */
export function useErrorBodies(): Plugin {
  return {
    onResponse({ request, response, setResponse, fetchAPI }) {
      const error = errorOf(request, response);
      if (!error || response.body) return;
      const headers = new fetchAPI.Headers(response.headers);
      headers.set('content-type', 'application/json; charset=utf-8');
      headers.delete('content-length');
      const { status, statusText } = response;
      const body = JSON.stringify({ errors: [{ message: error.message, extensions: { code: error.code } }] });
      setResponse(new fetchAPI.Response(request.method === 'HEAD' ? null : body, { status, statusText, headers }));
    },
  };
}

/** Maximum characters of a quoted header. */
const MAX_CHARACTERS = 200;

function errorOf({ headers }: Request, response: Response): BadRequestError | undefined {
  const headerText = (name: string): string => headers.get(name)?.slice(0, MAX_CHARACTERS) ?? 'none';
  if (response.status === 406) {
    const types = response.headers.get('accept') ?? 'application/json';
    return new BadRequestError(
      `The answer has none of the types in Accept (${headerText('accept')}). Send one of ${types}.`,
    );
  }
  if (response.status === 415) {
    return new BadRequestError(
      `The body has the type ${headerText('content-type')}. Send application/json, or multipart/form-data for uploads.`,
    );
  }
  return undefined;
}
