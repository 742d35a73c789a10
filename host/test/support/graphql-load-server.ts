/**
 * A server for measuring, in a process of its own: `kit` is the host's GraphQL on a ledger in the given folder,
 * `yardstick` a Yoga server with one field. Sends its URL to the parent, and with it a token's secret.
 */
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createSchema, createYoga } from 'graphql-yoga';
import { createFolderBlobs } from '../../src/blobs/folder.js';
import { openDatabase } from '../../src/database/database.js';
import { createGraphQL } from '../../src/graphql/server.js';
import { createLedger } from '../../src/ledger/ledger.js';
import { createMedia } from '../../src/media/pictures.js';
import { consoleLog } from '../../src/ports.js';
import { GENEROUS, seed, uploadsTo } from './graphql-host.js';

const [which, folder] = process.argv.slice(2);
const { listener, secret } = which === 'kit' ? await kit(folder!) : yardstick();
const server = createServer(listener);
server.listen(0, '127.0.0.1', () => {
  process.send?.({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql`, secret });
});

async function kit(data: string): Promise<{ listener: RequestListener; secret?: string }> {
  const database = await openDatabase({ file: join(data, 'feaas.db') });
  const blobs = createFolderBlobs(join(data, 'blobs'));
  const ledger = createLedger({ database, blobs });
  await seed(ledger);
  const token = await ledger.createToken({ name: 'load', library: 'demo', role: 'viewer', expiresAt: undefined });
  const media = uploadsTo(createMedia({ blobs, ledger }));
  const graphql = createGraphQL({ ledger, tokens: ledger, log: consoleLog, media, rates: GENEROUS });
  return {
    secret: token.secret,
    listener: (request, response) => void graphql(request, response, new URL(request.url ?? '/', 'http://localhost')),
  };
}

function yardstick(): { listener: RequestListener; secret?: string } {
  const schema = createSchema({
    typeDefs: 'type Query { name: String }',
    resolvers: { Query: { name: () => 'Demo' } },
  });
  const yoga = createYoga({ schema, logging: false });
  return { listener: (request, response) => void yoga(request, response) };
}
