import { isLoopbackName } from '../../lib/loopback.js';
import { HostError } from '../../lib/host-error.js';
import { createRemoteExecute } from '../../mcp/client/remote-execute.js';
import { textOf } from '../command-line/arguments.js';
import { hostOrigin } from '../command-line/host-origin.js';
import { waitForStopSignal } from '../command-line/stop-signal.js';
import type { CommandHandler } from './command.js';

/**
 * `mcp`: runs an MCP server over stdio until the agent disconnects. It uses a running host over GraphQL, which checks
 * the token's permissions. Standard output contains only protocol messages.
 */
export const mcpCommand: CommandHandler = async ({ arguments: args, settings, log }) => {
  const { token } = settings;
  if (token === undefined)
    throw new HostError(
      "'mcp' needs a token in FEAAS_TOKEN. Make one with 'feaas-host token create <name> --role editor'; histories show its name.",
    );
  const origin = hostOrigin(textOf(args, 'url'), settings);
  const { protocol, hostname } = new URL(origin);
  if (protocol === 'http:' && !isLoopbackName(hostname))
    log.warn(`${origin} is not encrypted: others on the network can read the token. Use https.`);
  const [{ serveStdio, StdioServerTransport }, { createMcpServer }] = await Promise.all([
    import('@modelcontextprotocol/server/stdio'),
    import('../../mcp/create-mcp-server.js'),
  ]);
  const context = { execute: createRemoteExecute(origin, token), origin, log };
  const disconnected = new Promise<void>((resolve) => void process.stdin.once('close', resolve).once('end', resolve));
  const handle = serveStdio(() => createMcpServer(context), {
    transport: new StdioServerTransport(process.stdin, process.stdout),
    onerror: (error) => log.warn(`MCP: ${error.message}`),
  });
  await Promise.race([disconnected, waitForStopSignal()]);
  await handle.close();
  return 0;
};
