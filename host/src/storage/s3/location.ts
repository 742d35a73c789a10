/** Parses `FEAAS_STORAGE`: `s3://bucket/prefix?region=…&endpoint=…`. */
import { HostError } from '../../lib/host-error.js';
import { nearest } from '../../lib/nearest-name.js';
import type { Read } from '../../lib/setting.js';
import { httpUrl, oneOf, wrongValue } from '../../lib/setting-readers.js';

export interface S3Location {
  readonly bucket: string;
  /** The private bucket for drafts. */
  readonly drafts: string;
  /** Prefix of each key in both buckets: empty, or ending with a slash. */
  readonly prefix: string;
  /** Undefined to use the environment or the AWS configuration. */
  readonly region: string | undefined;
  /** Undefined for AWS. */
  readonly endpoint: string | undefined;
  /** Whether the bucket is part of the URL's path instead of its host name. */
  readonly pathStyle: boolean;
  readonly checksums: 'when-supported' | 'when-required';
  readonly conditionalWrites: 'on' | 'off' | 'auto';
  /** Whether the host creates the buckets and their CORS rule. */
  readonly setup: boolean;
  /** Whether compressible blobs are stored with gzip. */
  readonly gzip: boolean;
}

export interface S3Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

export interface S3Options extends S3Location {
  /** Undefined to let the SDK find credentials: a profile, a role of the machine or container, an identity provider. */
  readonly credentials: S3Credentials | undefined;
}

const EXAMPLE = 's3://bucket/prefix?region=eu-central-1';

/** The naming rules of AWS, which compatible services share. Dots would break the certificates of virtual-hosted URLs. */
const BUCKET = /^[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/;
const DRAFTS = '-drafts';

const PARAMETERS = [
  'region',
  'endpoint',
  'path-style',
  'drafts',
  'checksums',
  'conditional-writes',
  'setup',
  'encoding',
] as const;
type Parameter = (typeof PARAMETERS)[number];

/** @throws HostError that begins with `source`, the name of the setting. */
export function parseS3Location(text: string, source: string): S3Location {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && (url.username || url.password)) {
    // The URL contains a key, so the message does not repeat it.
    throw new HostError(
      `${source} contains credentials. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY instead. This message does not repeat its value.`,
    );
  }
  if (url?.protocol !== 's3:' || url.port || url.hash) throw wrongValue(source, `like '${EXAMPLE}'`, text);
  const parameters = parametersOf(url.searchParams, source);
  const read = <Value>(name: Parameter, reader: Read<Value>): Value | undefined =>
    parameters[name] === undefined ? undefined : reader(parameters[name], `${name} in ${source}`);
  const bucket = bucketName(url.hostname, `The bucket in ${source}`);
  const drafts = read('drafts', bucketName) ?? draftsOf(bucket, source);
  if (drafts === bucket) throw wrongValue(`drafts in ${source}`, 'another bucket than the public one', drafts);
  const endpoint = read('endpoint', httpUrl);
  return {
    bucket,
    drafts,
    prefix: prefixOf(url.pathname, source),
    region: read('region', regionName),
    endpoint,
    pathStyle: (read('path-style', oneOf('on', 'off')) ?? (endpoint === undefined ? 'off' : 'on')) === 'on',
    checksums:
      read('checksums', oneOf('when-supported', 'when-required')) ??
      (endpoint === undefined ? 'when-supported' : 'when-required'),
    // AWS supports conditional writes.
    conditionalWrites:
      read('conditional-writes', oneOf('on', 'off', 'auto')) ?? (endpoint === undefined ? 'on' : 'auto'),
    setup: (read('setup', oneOf('on', 'off')) ?? 'on') === 'on',
    gzip: (read('encoding', oneOf('identity', 'gzip')) ?? 'identity') === 'gzip',
  };
}

function parametersOf(parameters: URLSearchParams, source: string): Partial<Record<Parameter, string>> {
  for (const name of parameters.keys()) {
    if ((PARAMETERS as readonly string[]).includes(name)) continue;
    throw new HostError(
      `${source} has an unknown parameter '${name}'. The nearest is '${nearest(name, PARAMETERS)}'; all are ${PARAMETERS.join(', ')}. Correct or remove it.`,
    );
  }
  return Object.fromEntries(parameters);
}

const bucketName: Read<string> = (text, source) => {
  if (BUCKET.test(text)) return text;
  throw wrongValue(source, 'the name of a bucket: 3 to 63 lower-case letters, digits and dashes', text);
};

const regionName: Read<string> = (text, source) => {
  if (/^[a-z0-9-]{2,40}$/.test(text)) return text;
  throw wrongValue(source, "the name of a region, such as 'eu-central-1' or 'auto'", text);
};

function draftsOf(bucket: string, source: string): string {
  if (bucket.length + DRAFTS.length <= 63) return bucket + DRAFTS;
  throw new HostError(
    `The bucket in ${source} has a long name: '${bucket}${DRAFTS}' is no name of a bucket. Name the private bucket with drafts=….`,
  );
}

function prefixOf(path: string, source: string): string {
  const names = path.split('/').filter((name) => name !== '');
  for (const name of names) {
    // Only characters that need no encoding in URLs.
    if (/^[A-Za-z0-9_-][A-Za-z0-9._-]*$/.test(name)) continue;
    throw wrongValue(`The prefix in ${source}`, 'of letters, digits, dots, dashes and underscores', path);
  }
  return names.map((name) => `${name}/`).join('');
}
