/** Requests with files according to the GraphQL multipart request specification. Files are written to disk, not to memory. */
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy';
import { UnavailableError } from '../lib/domain-error.js';
import { isDiskFailure } from '../lib/disk-full.js';
import { dropBody } from '../lib/drop-body.js';
import { codeOf } from '../lib/host-error.js';
import type { TemporaryFiles } from '../lib/temporary-files.js';
import { BlobStoreError } from '../storage/blob-store.js';
import { BodyRefusedError, bodyTimeout, clientLeft } from './body.js';
import { BadRequestError } from './context/errors.js';
import { decodeUploadNames } from './upload-names.js';
import type { ReceivedFile, ReceivedForm } from './context/received-form.js';

export interface FormLimits {
  /** Bytes of the whole form. */
  readonly bytes: number;
  readonly tooLarge: () => Error;
  /** Bytes of a part that is not a file. */
  readonly fieldBytes: number;
  /** Timeout to receive the form. */
  readonly milliseconds: number;
}

/** Maximum fields: `operations`, `map`, and others that a client may add. */
const MAX_FIELDS = 8;
const MAX_FILES = 20;

export const isForm = (request: IncomingMessage): boolean =>
  /^multipart\/form-data\b/i.test(request.headers['content-type'] ?? '');

/**
 * Reads a complete form.
 * @throws the reason for rejecting it. Then its files are removed, and the rest of the body is discarded.
 */
export async function readForm(
  request: IncomingMessage,
  limits: FormLimits,
  temporaryFiles: () => Promise<TemporaryFiles>,
): Promise<ReceivedForm> {
  const fields = new Map<string, string>();
  const files = new Map<string, ReceivedFile>();
  const paths: string[] = [];
  const dispose = async (): Promise<void> => {
    await Promise.all(paths.map((path) => rm(path, { force: true })));
  };
  try {
    await parse(request, limits, {
      onField: (name, value) => void fields.set(name, value),
      async onFile(field, name, content, signal) {
        try {
          const path = await (await temporaryFiles()).path();
          paths.push(path);
          files.set(field, await store(content, name, path, signal));
        } catch (error) {
          throw uploadError(error);
        }
      },
    });
    return { operations: insertFiles(fields, files), dispose };
  } catch (error) {
    await dispose();
    throw error;
  }
}

/** Faults of the file system besides a full disk. Others are those of the connection. */
const SYSTEM_FAULTS = new Set(['EACCES', 'EEXIST', 'EIO', 'EMFILE', 'ENFILE', 'ENOENT', 'ENOTDIR', 'EPERM', 'EROFS']);

function uploadError(error: unknown): unknown {
  if (isDiskFailure(error))
    return new UnavailableError('The disk of the host is full: the upload failed. Free some space, then try again.', {
      cause: error,
    });
  if (!SYSTEM_FAULTS.has(codeOf(error) ?? '')) return error;
  return new BlobStoreError('Could not write the file of an upload.', { cause: error });
}

interface Parts {
  onField(name: string, value: string): void;
  onFile(field: string, name: string, content: Readable, signal: AbortSignal): Promise<void>;
}

async function parse(request: IncomingMessage, limits: FormLimits, parts: Parts): Promise<void> {
  const { bytes, tooLarge, fieldBytes, milliseconds } = limits;
  const form = formOf(request, fieldBytes);
  const aborted = new AbortController();
  const pending: Promise<void>[] = [];
  let length = 0;
  const counter = new Transform({
    transform(chunk: Buffer, _, callback) {
      length += chunk.length;
      if (length > bytes) callback(tooLarge());
      else callback(null, chunk);
    },
  });
  let timer: NodeJS.Timeout | undefined;
  let onClose = (): void => {};
  try {
    await new Promise<void>((resolve, reject) => {
      onClose = () => request.complete || reject(clientLeft());
      timer = setTimeout(() => reject(bodyTimeout(milliseconds)), milliseconds);
      form.on('field', (name, value, nameCut, valueCut) => {
        if (nameCut || valueCut) {
          reject(
            new BodyRefusedError(
              413,
              `The form's field "${name.slice(0, 100)}" is larger than ${fieldBytes} bytes. Send less at once.`,
            ),
          );
        } else parts.onField(name, value);
      });
      form.on('file', (field, content, name) => {
        const stored = parts.onFile(field, name ?? field, content, aborted.signal);
        stored.catch(reject);
        pending.push(stored);
      });
      for (const limit of ['filesLimit', 'fieldsLimit', 'partsLimit'] as const) {
        form.on(limit, () =>
          reject(
            new BadRequestError(
              `The form has more than ${MAX_FILES} files or ${MAX_FIELDS} fields. Send less at once.`,
            ),
          ),
        );
      }
      form.on('finish', resolve);
      form.on('error', (error) =>
        reject(
          new BadRequestError(
            `The form is not valid. Correct it: ${error instanceof Error ? error.message : String(error)}.`,
          ),
        ),
      );
      counter.on('error', reject);
      request.on('error', reject).on('close', onClose);
      // Not `pipeline`, which would close the connection before the error response.
      request.pipe(counter).pipe(decodeUploadNames(request.headers['content-type'])).pipe(form);
    });
    await Promise.all(pending);
  } catch (error) {
    aborted.abort();
    request.unpipe(counter);
    dropBody(request);
    await Promise.allSettled(pending);
    throw error;
  } finally {
    clearTimeout(timer);
    request.off('close', onClose);
    // The streams may still fail while the rest is discarded.
    for (const stream of [request, counter, form]) stream.on('error', () => {});
  }
}

function formOf({ headers }: IncomingMessage, fieldSize: number): BusboyInstance {
  try {
    return new Busboy({
      headers: headers as BusboyHeaders,
      // Limits all parts, because parts that are neither take as long to read.
      limits: { fieldSize, fields: MAX_FIELDS, files: MAX_FILES, parts: MAX_FIELDS + MAX_FILES },
    });
  } catch (error) {
    throw new BadRequestError(`The form is not valid. Correct it: ${(error as Error).message}.`);
  }
}

async function store(content: Readable, name: string, path: string, signal: AbortSignal): Promise<ReceivedFile> {
  const hash = createHash('sha256');
  let byteLength = 0;
  const measure = new Transform({
    transform(chunk: Buffer, _, callback) {
      byteLength += chunk.length;
      hash.update(chunk);
      callback(null, chunk);
    },
  });
  await pipeline(content, measure, createWriteStream(path, { flags: 'wx', mode: 0o600 }), { signal });
  return { name, byteLength, sha256: hash.digest('hex'), arrayBuffer: () => readFile(path) };
}

/** The value of `operations`, with the files at the places in `map`. */
function insertFiles(fields: ReadonlyMap<string, string>, files: ReadonlyMap<string, ReceivedFile>): unknown {
  const operations = parseField(fields, 'operations');
  if (operations === undefined) throw new BadRequestError('The form has no field "operations". Send it first.');
  const map = parseField(fields, 'map') ?? {};
  if (!isObject(map)) throw new BadRequestError('The form\'s field "map" is not a JSON object. Send one.');
  for (const [field, paths] of Object.entries(map)) {
    if (!Array.isArray(paths))
      throw new BadRequestError(`"map" does not list the places of file "${field}". Add them.`);
    for (const path of paths) insertFile(operations, String(path), files.get(field) ?? null);
  }
  return operations;
}

function parseField(fields: ReadonlyMap<string, string>, name: string): unknown {
  const text = fields.get(name);
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw new BadRequestError(`The form's field "${name}" is not JSON. Correct it.`);
  }
}

/** Inserts a file. According to the specification, the place must exist and be null, so that nothing else is overwritten. */
function insertFile(operations: unknown, path: string, file: ReceivedFile | null): void {
  const names = path.split('.');
  const last = names.pop()!;
  let parent = operations;
  for (const name of names) parent = isObject(parent) && Object.hasOwn(parent, name) ? parent[name] : undefined;
  if (!isObject(parent) || !Object.hasOwn(parent, last) || parent[last] !== null)
    throw new BadRequestError(
      `"map" names the place "${path.slice(0, 100)}", which is not null in "operations". Set it to null.`,
    );
  parent[last] = file;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
