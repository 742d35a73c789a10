/**
 * A baseline for the host, in its own process: a file server with node:http only (`files <folder>`), or a Yoga server with one
 * field (`yoga`). Sends its URL to the parent.
 */
import { readFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createSchema, createYoga } from 'graphql-yoga';

const [which, folder] = process.argv.slice(2);
const server = createServer(which === 'files' ? files(folder!) : yoga());
server.listen(0, '127.0.0.1', () => {
  process.send?.({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
});

/** A minimal file server: no conditional requests, ranges, encodings or checks. */
function files(root: string): RequestListener {
  return (request, response) => {
    readFile(join(root, request.url ?? '/')).then(
      (body) => {
        response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-length': body.length });
        response.end(body);
      },
      () => response.writeHead(404).end(),
    );
  };
}

function yoga(): RequestListener {
  const schema = createSchema({
    typeDefs: 'type Query { name: String }',
    resolvers: { Query: { name: () => 'Demo' } },
  });
  const handle = createYoga({ schema, logging: false });
  return (request, response) => void handle(request, response);
}
