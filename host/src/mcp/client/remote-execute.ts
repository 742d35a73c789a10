import type { Execute, ExecutionResponse } from '../../graphql/admitted-request.js';
import { ToolError } from './tool-error.js';

/** Timeout of a response in milliseconds: longer than the host's limit of an operation. */
const TIMEOUT = 60_000;

/** Executes operations on a remote host over HTTP. */
export function createRemoteExecute(origin: string, token: string): Execute {
  return async ({ query, variables }) => {
    const response = await send(`${origin}/graphql`, token, JSON.stringify({ query, variables }));
    const text = await response.text().catch((cause: unknown) => {
      throw new ToolError(`The answer of ${origin} broke off. Try again.`, { cause });
    });
    const answer = parseAnswer(text);
    if (answer) return answer;
    throw new ToolError(
      `${origin} answered ${response.status} without GraphQL. Check that --url is the address of the content host.`,
    );
  };
}

async function send(url: string, token: string, body: string): Promise<Response> {
  try {
    return await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json', authorization: `Bearer ${token}` },
      body,
      // The token must not be sent to another host.
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT),
    });
  } catch (cause) {
    throw new ToolError(`${url} does not answer (${reasonOf(cause)}). Check that the content host runs, and --url.`, {
      cause,
    });
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  return typeof code === 'string' ? code : cause instanceof Error ? cause.message : error.message;
}

function parseAnswer(text: string): ExecutionResponse | undefined {
  try {
    const answer: unknown = JSON.parse(text);
    return typeof answer === 'object' && answer !== null && ('data' in answer || 'errors' in answer)
      ? (answer as ExecutionResponse)
      : undefined;
  } catch {
    return undefined;
  }
}
