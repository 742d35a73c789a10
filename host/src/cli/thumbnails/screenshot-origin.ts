/**
 * What the page that is drawn may load, answered without a network: the kit, the library's stylesheet and media. Pictures
 * elsewhere come as the media proxy would fetch them, from the hosts on its list; everything else fails.
 */
import type { BlobStore } from '../../storage/blob-store.js';
import { COMMON, PAGE } from '../../lib/http-policies.js';
import { typeOf } from '../../lib/media-types.js';
import type { FileReader } from '../../server/static/file-reader.js';
import type { Subject } from './missing-thumbnails.js';

/** Reserved, so that nothing is ever there (RFC 6761). */
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
  /** Folder of the built site, which has the kit. */
  readonly site: string;
  /** A picture or font of another host; undefined where it may not be fetched, or can not. */
  fetchMedia(address: string): Promise<{ readonly type: string; readonly bytes: Uint8Array } | undefined>;
}

/** Answers one request of the page that shows a subject; undefined for what is not there. */
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

/** The view in a component of the kit, which binds the data; it fetches nothing itself. */
const pageOf = ({ view, data }: Subject): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Thumbnail</title>` +
  `<link rel="stylesheet" href="${STYLESHEET}"><script type="module" src="/build/feaas.esm.js"></script>` +
  `<style>body{margin:0}feaas-component{display:flow-root}</style></head><body>` +
  `<feaas-component class="component feaas" fetch="false" cdn="${ORIGIN}" data="${escape(data)}" template="${escape(view)}">` +
  `</feaas-component></body></html>`;
