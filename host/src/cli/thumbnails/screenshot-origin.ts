/**
 * Serves the resources of a rendered page without network access: the kit, the library's stylesheet and media. Pictures
 * of other hosts are fetched with the rules of the media proxy; all other requests fail.
 */
import type { BlobStore } from '../../storage/blob-store.js';
import { COMMON, PAGE } from '../../lib/http-policies.js';
import { typeOf } from '../../lib/media-types.js';
import type { FileReader } from '../../server/static/file-reader.js';
import type { Subject } from './missing-thumbnails.js';

/** A reserved domain that never exists (RFC 6761). */
export const ORIGIN = 'http://thumbnails.invalid';

export interface OriginResponse {
  readonly status: number;
  readonly contentType: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | string;
}

export interface OriginOptions {
  readonly blobs: Pick<BlobStore, 'get'>;
  readonly files: Pick<FileReader, 'read'>;
  /** Folder of the built site, which contains the kit. */
  readonly site: string;
  /** Fetches a picture or font of another host; undefined if that is forbidden or fails. */
  fetchMedia(address: string): Promise<{ readonly type: string; readonly bytes: Uint8Array } | undefined>;
}

/** The response to a request of the rendered page; undefined if there is none. */
export async function originResponse(
  address: string,
  subject: Subject,
  options: OriginOptions,
): Promise<OriginResponse | undefined> {
  const url = new URL(address);
  if (url.origin !== ORIGIN) {
    const found = /^https?:$/.test(url.protocol) ? await options.fetchMedia(address) : undefined;
    return found && respond(found.type, found.bytes, { 'access-control-allow-origin': '*' });
  }
  const names = url.pathname.slice(1).split('/').map(decode);
  if (url.pathname === '/') return respond('text/html; charset=utf-8', pageOf(subject), PAGE);
  if (url.pathname === STYLESHEET) return respond('text/css; charset=utf-8', subject.css);
  if (names[0] === 'build') {
    const bytes = (await options.files.read(options.site, names))?.bytes;
    return bytes && respond(typeOf(names.at(-1)!), bytes);
  }
  if (names[0] === 'media') {
    const blob = await options.blobs.get(names.join('/')).catch(() => undefined);
    return blob && respond(typeOf(names.at(-1)!), blob.bytes);
  }
  return undefined;
}

const STYLESHEET = '/styles.css';

const decode = (name: string): string => {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
};

const respond = (
  contentType: string,
  body: Uint8Array | string,
  headers: OriginResponse['headers'] = {},
): OriginResponse => ({
  ...{ status: 200, contentType, body },
  headers: { ...COMMON, ...headers },
});

const escape = (text: string): string => text.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;');

/** Markup in a component of the kit, which binds the data without fetching anything. */
const pageOf = ({ view, data }: Subject): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Thumbnail</title>` +
  `<link rel="stylesheet" href="${STYLESHEET}"><script type="module" src="/build/feaas.esm.js"></script>` +
  `<style>body{margin:0}feaas-component{display:flow-root}</style></head><body>` +
  `<feaas-component class="component feaas" fetch="false" cdn="${ORIGIN}" data="${escape(data)}" template="${escape(view)}">` +
  `</feaas-component></body></html>`;
