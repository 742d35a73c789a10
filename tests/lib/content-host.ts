/** A content-delivery host that tests control: they publish and delete content, delay responses, cause faults, stop and restart it. */
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

interface Document {
  body: string;
  lastModified: Date;
  /** The time of the deletion, if the document is a tombstone. */
  deletedAt?: string;
}

/** Handles a request instead of the host and returns true, or returns false. */
export type Fault = (request: IncomingMessage, response: ServerResponse, document: Document | undefined) => boolean;

export class ContentHost {
  readonly documents = new Map<string, Document>();
  /** Requests so far, as `GET /path`. */
  readonly log: string[] = [];
  /** Requests that were aborted before their response, as in `log`. */
  readonly cancelled: string[] = [];
  /** Headers of all responses. */
  headers: Record<string, string> = { 'cache-control': 'no-cache' };
  fault?: Fault | undefined;
  /** Each response waits for the returned promise. */
  gate: (request: IncomingMessage) => Promise<unknown> = async () => {};
  private server?: Server;
  private readonly sockets = new Set<Socket>();
  private port = 0;
  private clock = Date.parse('2026-01-01T00:00:00Z');

  get origin(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Starts the host, after a stop on the same port. */
  async start(): Promise<this> {
    this.server = createServer((request, response) => void this.answer(request, response));
    this.server.on('connection', (socket) => {
      this.sockets.add(socket);
      socket.on('close', () => this.sockets.delete(socket));
    });
    await new Promise<void>((resolve) => this.server!.listen(this.port, '127.0.0.1', resolve));
    this.port = (this.server.address() as AddressInfo).port;
    return this;
  }

  /** Stops the host at once, and destroys its connections. */
  async kill(): Promise<void> {
    const gone = new Promise((resolve) => this.server?.close(resolve));
    for (const socket of this.sockets) socket.destroy();
    await gone;
  }

  /** Publishes a version `library/component[/version]`. */
  publish(name: string, body: string): void {
    // Each publication is one second later than the previous one: Last-Modified has a resolution of seconds.
    this.documents.set(this.path(name), { body, lastModified: new Date((this.clock += 1000)) });
  }

  style(library: string, css: string): void {
    this.documents.set(`/styles/${library}/published.css`, {
      body: css,
      lastModified: new Date((this.clock += 1000)),
    });
  }

  /** Deletes a version, and leaves a tombstone. */
  delete(name: string): void {
    const document = this.documents.get(this.path(name));
    if (document) document.deletedAt = new Date((this.clock += 1000)).toUTCString();
  }

  /** Removes a version without a tombstone. */
  remove(name: string): void {
    this.documents.delete(this.path(name));
  }

  path(name: string): string {
    const [library, component, version = 'responsive'] = name.split('/');
    return `/components/${library}/${component}/${version}/published.html`;
  }

  /** Returns the requests since the last call, in order and abbreviated: `HEAD hero`, `GET hero/fork`, `GET css`. */
  takeRequests(log = this.log): string[] {
    return log
      .splice(0)
      .map((line) =>
        line
          .replace(/\/components\/[^/]+\/([^/]+)\/([^/]+)\/published\.html(\?head)?/, (_all, name, version) =>
            version === 'responsive' ? name : `${name}/${version}`,
          )
          .replace(/\/styles\/[^/]+\/published\.css(\?head)?/, 'css'),
      );
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const requestLine = `${request.method} ${url.pathname}${url.search}`;
    this.log.push(requestLine);
    response.on('close', () => void (response.writableEnded || this.cancelled.push(requestLine)));
    const document = this.documents.get(url.pathname);
    response.on('error', () => {});
    await this.gate(request);
    if (this.fault?.(request, response, document)) return;
    this.send(request, response, document);
  }

  /** Sends the regular response. */
  send(request: IncomingMessage, response: ServerResponse, document: Document | undefined): void {
    const cors = { 'access-control-allow-origin': '*', 'access-control-expose-headers': '*' };
    if (!document) {
      response.writeHead(404, { ...cors, ...this.headers, 'content-type': 'text/plain' }).end('not found');
      return;
    }
    const { body, lastModified, deletedAt } = document;
    const isStyle = request.url!.startsWith('/styles/');
    response.writeHead(200, {
      ...cors,
      'content-type': isStyle ? 'text/css; charset=utf-8' : 'text/html; charset=utf-8',
      'last-modified': lastModified.toUTCString(),
      etag: `"${createHash('sha1').update(body).digest('hex')}"`,
      'content-length': Buffer.byteLength(body),
      // Node's Date header can be stale, see server.ts.
      date: new Date().toUTCString(),
      ...(deletedAt && { [isStyle ? 'x-ms-meta-deletedat' : 'x-ms-meta-versiondeletedat']: deletedAt }),
      ...this.headers,
    });
    response.end(request.method === 'HEAD' ? undefined : body);
  }
}
