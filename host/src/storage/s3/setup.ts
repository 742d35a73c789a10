/** Sets up the buckets before their first use. */
import {
  type BucketLocationConstraint,
  type CORSRule,
  CreateBucketCommand,
  DeleteObjectCommand,
  GetBucketCorsCommand,
  HeadBucketCommand,
  PutBucketCorsCommand,
  PutObjectCommand,
  type PutObjectCommandInput,
  type S3Client,
} from '@aws-sdk/client-s3';
import { randomUUID } from 'node:crypto';
import { CORS } from '../../lib/http-policies.js';
import { LIMITS } from '../../lib/limits.js';
import type { Log } from '../../lib/log.js';
import type { S3Location } from './location.js';
import { briefReasonOf, isConditionNotMet, isMissing, nameOf, statusOf } from './errors.js';

export async function setUpBuckets(
  client: S3Client,
  { bucket, drafts, endpoint }: S3Location,
  log: Log,
  signal: AbortSignal,
): Promise<void> {
  const [isNew] = await Promise.all([bucket, drafts].map((name) => makeBucket(client, name, endpoint, log, signal)));
  if (isNew) {
    log.warn(
      `Made bucket '${bucket}'. It is private: let the CDN, or everybody, read it. See "Set up S3-compatible storage" in docs/host.md.`,
    );
  }
  await shareAcrossOrigins(client, bucket, log, signal);
}

/** Creates a bucket. Returns false if it exists. */
async function makeBucket(
  client: S3Client,
  Bucket: string,
  endpoint: string | undefined,
  log: Log,
  abortSignal: AbortSignal,
): Promise<boolean> {
  try {
    await client.send(new HeadBucketCommand({ Bucket }), { abortSignal });
    return false;
  } catch (error) {
    // Credentials may lack permissions for buckets. Then an operator has created them.
    if (!isMissing(error) && !isDenied(error)) throw error;
    if (isDenied(error)) {
      log.warn(
        `May not look at bucket '${Bucket}' (${briefReasonOf(error)}): taking it as it is. Check that it exists.`,
      );
      return false;
    }
  }
  try {
    const region = await client.config.region();
    // The default region of AWS must be omitted, and other services have their own regions.
    const constraint =
      endpoint === undefined && region !== 'us-east-1' ? (region as BucketLocationConstraint) : undefined;
    await client.send(
      new CreateBucketCommand({
        Bucket,
        ...(constraint && { CreateBucketConfiguration: { LocationConstraint: constraint } }),
      }),
      { abortSignal },
    );
    return true;
  } catch (error) {
    // Another host has created it.
    if (nameOf(error) === 'BucketAlreadyOwnedByYou') return false;
    throw new Error(
      `bucket '${Bucket}' does not exist, and the host could not create it (${briefReasonOf(error)}). Create it yourself`,
      {
        cause: error,
      },
    );
  }
}

/** Headers that pages read, with S3's names for metadata. */
const EXPOSED = CORS['access-control-expose-headers'].replaceAll('x-ms-meta-', 'x-amz-meta-').split(', ');

/** Adds a CORS rule unless it exists, because pages read blobs and their metadata from other origins. */
async function shareAcrossOrigins(client: S3Client, Bucket: string, log: Log, abortSignal: AbortSignal): Promise<void> {
  try {
    const rules = await corsRules(client, Bucket, abortSignal);
    if (rules.some(isHostRule)) return;
    const rule: CORSRule = {
      AllowedOrigins: ['*'],
      AllowedMethods: ['GET', 'HEAD'],
      AllowedHeaders: ['*'],
      ExposeHeaders: EXPOSED,
      MaxAgeSeconds: LIMITS.preflightSeconds,
    };
    await client.send(new PutBucketCorsCommand({ Bucket, CORSConfiguration: { CORSRules: [...rules, rule] } }), {
      abortSignal,
    });
  } catch (error) {
    if (statusOf(error) === undefined) throw error;
    log.warn(
      `May not set the CORS rules of bucket '${Bucket}' (${briefReasonOf(error)}): ` +
        'pages of other origins can not read its blobs. Set the rules yourself, and setup=off in FEAAS_STORAGE.',
    );
  }
}

async function corsRules(client: S3Client, Bucket: string, abortSignal: AbortSignal): Promise<CORSRule[]> {
  try {
    return (await client.send(new GetBucketCorsCommand({ Bucket }), { abortSignal })).CORSRules ?? [];
  } catch (error) {
    if (isMissing(error) && !isMissing(error, 'bucket')) return [];
    throw error;
  }
}

function isHostRule({ AllowedOrigins = [], AllowedMethods = [], ExposeHeaders = [] }: CORSRule): boolean {
  const exposed = new Set(ExposeHeaders.map((name) => name.toLowerCase()));
  return (
    AllowedOrigins.includes('*') &&
    AllowedMethods.includes('GET') &&
    (exposed.has('*') || EXPOSED.every((name) => exposed.has(name.toLowerCase())))
  );
}

/** Tests whether conditional writes work. Some services reject conditions, and some ignore them. */
export async function canWriteConditionally(
  client: S3Client,
  { drafts, prefix }: S3Location,
  abortSignal: AbortSignal,
): Promise<boolean> {
  // A unique key, because hosts may start concurrently.
  const object = { Bucket: drafts, Key: `${prefix}host/conditional-write-${randomUUID()}` };
  const write = async (condition: Pick<PutObjectCommandInput, 'IfMatch' | 'IfNoneMatch'>): Promise<boolean> => {
    try {
      await client.send(new PutObjectCommand({ ...object, Body: Buffer.alloc(0), ContentLength: 0, ...condition }), {
        abortSignal,
      });
      return true;
    } catch (error) {
      if (isConditionNotMet(error)) return false;
      throw error;
    }
  };
  try {
    const first = await write({ IfNoneMatch: '*' });
    const second = await write({ IfNoneMatch: '*' });
    const other = await write({ IfMatch: `"${'0'.repeat(32)}"` });
    return first && !second && !other;
  } catch (error) {
    // A service without conditional writes responds with 501.
    if (statusOf(error) === undefined) throw error;
    return false;
  } finally {
    await client.send(new DeleteObjectCommand(object), { abortSignal }).catch(() => {});
  }
}

const isDenied = (error: unknown): boolean => statusOf(error) === 403 || statusOf(error) === 401;
