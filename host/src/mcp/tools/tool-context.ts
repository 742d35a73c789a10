import { randomUUID } from 'node:crypto';
import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Execute } from '../../graphql/admitted-request.js';
import type { Log } from '../../lib/log.js';
import { DomainError } from '../../lib/domain-error.js';
import { explainError, ToolError } from '../client/tool-error.js';

/** The context of one client's tools. */
export interface ToolContext {
  /** Executes operations with the client's token. */
  readonly execute: Execute;
  /** The host's origin for people: `https://content.example`. */
  readonly origin: string;
  readonly log: Log;
}

/** Converts the outcome of a tool. Errors are results, too, so that the agent can react. */
export async function toResult(
  { log }: Pick<ToolContext, 'log'>,
  work: () => Promise<Readonly<Record<string, unknown>>>,
): Promise<CallToolResult> {
  try {
    const structured = await work();
    return { content: [{ type: 'text', text: JSON.stringify(structured) }], structuredContent: { ...structured } };
  } catch (error) {
    return { content: [{ type: 'text', text: failureText(error, log) }], isError: true };
  }
}

export function failureText(error: unknown, log: Log): string {
  if (error instanceof ToolError) return error.message;
  if (error instanceof DomainError) return explainError({ message: error.message, extensions: { code: error.code } });
  const id = randomUUID();
  log.error(`MCP error ${id}.`, error);
  return `INTERNAL_SERVER_ERROR: Internal error. Ask the operator for ${id} in the host's log.`;
}
