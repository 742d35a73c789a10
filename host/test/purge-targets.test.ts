/** The purge targets, each with a stub server that responds as documented for the API of the service. */
import assert from 'node:assert/strict';
import { createHash, createHmac } from 'node:crypto';
import test, { describe, type TestContext } from 'node:test';
import { readSettings } from '../src/config/read-settings.js';
import { HostError } from '../src/lib/host-error.js';
import { blobTags } from '../src/purge/blob-tags.js';
import { MAX_SINGLE_BLOBS } from '../src/purge/group-keys.js';
import { PurgeError, type PurgeTarget } from '../src/purge/purge-target.js';
import { type StubService, type StubResponse, type StubRequest, startStubService } from './support/stub-service.js';

const settingsOf = (environment: Record<string, string>) =>
  readSettings({ flags: {}, environment, file: {}, folder: '/srv' }).settings;
const targetOf = (environment: Record<string, string>): PurgeTarget => settingsOf(environment).purge!.open();

async function purge(target: PurgeTarget, keys: readonly string[]): Promise<void> {
  for (const call of target.calls(keys)) await call.send(AbortSignal.timeout(20_000));
}
const keysOf = (target: PurgeTarget, keys: readonly string[]): string[] =>
  target.calls(keys).flatMap((call) => [...call.keys]);

const HERO = 'components/aurora/hero/responsive/published.html';
const KEYS = [HERO, 'components/aurora/hero/responsive/3.html', 'styles/aurora/published.css'];
const changedKeys = (count: number, library = 'aurora'): string[] =>
  Array.from({ length: count }, (_, index) => `components/${library}/c${index}/v/published.html`);
const jsonOf = <Value>({ body }: StubRequest): Value => JSON.parse(body) as Value;

/** The responses of each service to too many or failing requests, and the resulting errors. */
async function assertPurgeError(
  target: PurgeTarget,
  expected: { message: RegExp; isAboutTarget?: boolean; retryAfter?: number },
) {
  await assert.rejects(purge(target, [HERO]), (error: unknown) => {
    assert.ok(error instanceof PurgeError, String(error));
    assert.match(error.message, expected.message);
    assert.doesNotMatch(error.message, /hush/);
    assert.equal(error.isAboutTarget, expected.isAboutTarget ?? true);
    assert.equal(error.retryAfter, expected.retryAfter);
    return true;
  });
}

describe('Cloudflare', () => {
  const ZONE = '023e105f4ecef8ad9ca31a8372d0c353';
  const TOKEN = 'hush-cloudflare-token';
  /** `POST /client/v4/zones/{zone}/purge_cache`. */
  const answer = (request: StubRequest): StubResponse => {
    const failed = (status: number, code: number, message: string): StubResponse => ({
      status,
      body: { success: false, errors: [{ code, message }], messages: [], result: null },
    });
    if (request.headers.authorization !== `Bearer ${TOKEN}`) return failed(403, 10000, 'Authentication error');
    if (request.method !== 'POST' || request.target !== `/client/v4/zones/${ZONE}/purge_cache`)
      return failed(404, 7003, 'Could not route to the zone');
    if (!request.headers['content-type']?.startsWith('application/json')) return failed(400, 6003, 'Invalid headers');
    const { tags, files, ...rest } = jsonOf<{ tags?: string[]; files?: string[] }>(request);
    const items = tags ?? files ?? [];
    if (Object.keys(rest).length > 0 || (tags && files) || items.length === 0)
      return failed(
        400,
        1012,
        'Request must contain one of "purge_everything", "files", "tags", "hosts" or "prefixes"',
      );
    if (items.length > 100) return failed(400, 1108, 'Unable to purge, too many items');
    if (tags?.some((tag) => !/^[\x21-\x2b\x2d-\x7e]{1,1024}$/.test(tag))) return failed(400, 1016, 'Invalid tag');
    if (files?.some((file) => !URL.canParse(file))) return failed(400, 1016, 'Unable to purge an invalid URL');
    return { status: 200, body: { success: true, errors: [], messages: [], result: { id: ZONE } } };
  };
  const open = (service: StubService, more: Record<string, string> = {}): PurgeTarget =>
    targetOf({
      FEAAS_PURGE: `cloudflare:${ZONE}?endpoint=${service.url}`,
      CLOUDFLARE_API_TOKEN: TOKEN,
      ...more,
    });

  test('purges tags, at most 100 in a request', async (t) => {
    const service = await startStubService(t, answer);
    const target = open(service);
    await purge(target, KEYS);
    assert.deepEqual(service.requests.map(jsonOf), [{ tags: ['feaas-aurora-hero', 'feaas-aurora-styles'] }]);
    await purge(target, changedKeys(250));
    const counts = service.requests.slice(1).map((request) => jsonOf<{ tags: string[] }>(request).tags.length);
    assert.deepEqual(counts, [100, 100, 50]);
    assert.deepEqual(keysOf(target, changedKeys(250)), changedKeys(250).sort());
  });

  test('purges the addresses below each public base', async (t) => {
    const service = await startStubService(t, answer);
    await purge(open(service, { FEAAS_PURGE_BASES: 'https://cdn.example/content/, https://www.example' }), [HERO]);
    assert.deepEqual(service.requests.map(jsonOf), [
      { files: [`https://cdn.example/content/${HERO}`, `https://www.example/${HERO}`] },
    ]);
  });

  test('an error contains its reason and a hint', async (t) => {
    let answered: StubResponse | undefined;
    const service = await startStubService(t, (request) => answered ?? answer(request));
    await assertPurgeError(open(service, { CLOUDFLARE_API_TOKEN: 'hush-another-token' }), {
      message:
        /refused the credentials \(403, 10000: Authentication error\)\. Check them\. Give CLOUDFLARE_API_TOKEN the permission/,
    });
    const elsewhere = `cloudflare:${'0'.repeat(32)}?endpoint=${service.url}`;
    await assertPurgeError(open(service, { FEAAS_PURGE: elsewhere }), {
      message: /no such cache \(404.*Correct the zone id/,
    });
    answered = { status: 429, headers: { 'retry-after': '12' }, body: { success: false, errors: [] } };
    await assertPurgeError(open(service), { message: /limits the rate \(429\)/, retryAfter: 12 });
    answered = { status: 502, body: '<html>hush' };
    await assertPurgeError(open(service), { message: /Cloudflare answered 502/ });
    answered = { status: 200, body: { success: false, errors: [{ code: 1, message: 'not now' }] } };
    await assertPurgeError(open(service), { message: /did not purge \(1: not now\)/, isAboutTarget: false });
    answered = { status: 302, headers: { location: 'https://elsewhere.example/' } };
    await assertPurgeError(open(service), { message: /could not reach Cloudflare/ });
    const away = targetOf({
      FEAAS_PURGE: `cloudflare:${ZONE}?endpoint=http://127.0.0.1:9`,
      CLOUDFLARE_API_TOKEN: TOKEN,
    });
    await assertPurgeError(away, { message: /could not reach Cloudflare at http:\/\/127\.0\.0\.1:9/ });
  });
});

describe('Fastly', () => {
  const SERVICE = 'SU1Z0isxPaozGVKXdv0eY';
  const TOKEN = 'hush-fastly-token';
  /** `POST /service/{service}/purge` and `POST /purge/{address}`. */
  const answer = (request: StubRequest): StubResponse => {
    if (request.headers['fastly-key'] !== TOKEN)
      return { status: 401, body: { msg: 'Provided credentials are missing or invalid' } };
    if (request.method !== 'POST') return { status: 405, body: { msg: 'Method Not Allowed' } };
    if (request.target.startsWith('/purge/www.example/')) return { status: 200, body: { status: 'ok', id: '1-2' } };
    if (request.target !== `/service/${SERVICE}/purge`)
      return { status: 404, body: { msg: 'Record not found', detail: 'Cannot load service' } };
    const { surrogate_keys: keys } = jsonOf<{ surrogate_keys: string[] }>(request);
    if (keys.length > 256) return { status: 400, body: { msg: 'Bad request', detail: 'Too many surrogate keys' } };
    if (keys.some((key) => !/^[\x21-\x7e]{1,1024}$/.test(key))) return { status: 400, body: { msg: 'Bad request' } };
    return { status: 200, body: Object.fromEntries(keys.map((key, index) => [key, `108-${index}`])) };
  };
  const open = (service: StubService, more: Record<string, string> = {}): PurgeTarget =>
    targetOf({ FEAAS_PURGE: `fastly:${SERVICE}?endpoint=${service.url}`, FASTLY_API_TOKEN: TOKEN, ...more });

  test('purges surrogate keys, at most 256 in a request; one for a whole library', async (t) => {
    const service = await startStubService(t, answer);
    const target = open(service);
    await purge(target, KEYS);
    assert.deepEqual(service.requests.map(jsonOf), [{ surrogate_keys: ['feaas-aurora-hero', 'feaas-aurora-styles'] }]);
    await purge(target, [...changedKeys(200, 'one'), ...changedKeys(200, 'two')]);
    const counts = (from: number): number[] =>
      service.requests
        .slice(from)
        .map((request) => jsonOf<{ surrogate_keys: string[] }>(request).surrogate_keys.length);
    assert.deepEqual(counts(1), [256, 144]);
    await purge(target, changedKeys(MAX_SINGLE_BLOBS + 1));
    assert.deepEqual(service.requests.slice(3).map(jsonOf), [{ surrogate_keys: ['feaas-aurora'] }]);
  });

  test('purges addresses one by one', async (t) => {
    const service = await startStubService(t, answer);
    await purge(open(service, { FEAAS_PURGE_BASES: 'https://www.example' }), KEYS.slice(0, 2));
    const [hero, third] = KEYS;
    assert.deepEqual(
      service.requests.map(({ target }) => target).sort(),
      [third, hero].map((key) => `/purge/www.example/${key}`),
    );
  });

  test('an error contains its reason and a hint', async (t) => {
    let answered: StubResponse | undefined;
    const service = await startStubService(t, (request) => answered ?? answer(request));
    await assertPurgeError(open(service, { FASTLY_API_TOKEN: 'hush-another-token' }), {
      message:
        /refused the credentials \(401, Provided credentials are missing or invalid\)\. Check them\. Give FASTLY_API_TOKEN the scope/,
    });
    await assertPurgeError(open(service, { FEAAS_PURGE: `fastly:another1?endpoint=${service.url}` }), {
      message: /no such cache \(404, Record not found: Cannot load service\)\. Correct the service id/,
    });
    answered = { status: 429, headers: { 'retry-after': new Date(Date.now() + 5_000_000_000).toUTCString() } };
    await assertPurgeError(open(service), { message: /limits the rate/, retryAfter: 3600 });
    answered = { status: 500 };
    await assertPurgeError(open(service), { message: /Fastly answered 500/ });
    answered = { status: 400, body: { msg: 'Bad request' } };
    await assertPurgeError(open(service), { message: /Fastly answered 400, Bad request/, isAboutTarget: false });
  });
});

describe('CloudFront', () => {
  const DISTRIBUTION = 'EDFDVBD6EXAMPLE';
  const KEY = 'AKIDEXAMPLE';
  const SECRET = 'hush-aws-secret';
  const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
  const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

  /** Signature Version 4, as AWS documents the check of `Authorization`. */
  const isSigned = ({ method, target, headers, body }: StubRequest): boolean => {
    const [, id, date, signed, signature] =
      /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/us-east-1\/cloudfront\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
        headers.authorization ?? '',
      ) ?? [];
    const time = String(headers['x-amz-date']);
    if (id !== KEY || !signed?.split(';').includes('host') || !time.startsWith(date!)) return false;
    const canonicalHeaders = signed
      .split(';')
      .map((name) => `${name}:${String(headers[name]).trim()}\n`)
      .join('');
    const [path, query = ''] = target.split('?');
    const canonical = [method, path, query, canonicalHeaders, signed, sha256(body)].join('\n');
    const scope = `${date}/us-east-1/cloudfront/aws4_request`;
    const toSign = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n');
    const key = ['us-east-1', 'cloudfront', 'aws4_request'].reduce<Buffer>(hmac, hmac(`AWS4${SECRET}`, date!));
    return hmac(key, toSign).toString('hex') === signature;
  };
  const failed = (status: number, code: string, message: string): StubResponse => ({
    status,
    headers: { 'content-type': 'text/xml' },
    body: `<?xml version="1.0"?><ErrorResponse xmlns="http://cloudfront.amazonaws.com/doc/2020-05-31/"><Error><Type>Sender</Type><Code>${code}</Code><Message>${message}</Message></Error><RequestId>1</RequestId></ErrorResponse>`,
  });
  const pathsOf = ({ body }: StubRequest): string[] =>
    [...body.matchAll(/<Path>([^<]*)<\/Path>/g)].map(([, path]) => path!);
  const references = new Set<string>();
  let inProgress = 0;
  /** `POST /2020-05-31/distribution/{distribution}/invalidation`. */
  const answer = (request: StubRequest): StubResponse => {
    if (!isSigned(request)) return failed(403, 'SignatureDoesNotMatch', 'The request signature does not match');
    if (request.method !== 'POST' || !/^\/2020-05-31\/distribution\/[A-Z0-9]+\/invalidation$/.test(request.target))
      return failed(404, 'NoSuchResource', 'No such resource');
    if (!request.target.includes(`/${DISTRIBUTION}/`))
      return failed(404, 'NoSuchDistribution', 'The specified distribution does not exist.');
    const paths = pathsOf(request);
    const [, reference] = /<CallerReference>([^<]+)</.exec(request.body) ?? [];
    if (!reference || references.has(reference)) return failed(400, 'InvalidationBatchAlreadyExists', 'Used before');
    references.add(reference);
    if (!request.body.includes(`<Quantity>${paths.length}</Quantity>`))
      return failed(400, 'InconsistentQuantities', 'The value of Quantity and the size of Items do not match.');
    if (paths.some((path) => !/^\/[\w%./~!'()*-]*$/.test(path)))
      return failed(400, 'InvalidArgument', 'A path is wrong');
    if (paths.length > 3_000) return failed(413, 'BatchTooLarge', 'Invalidation batch specified is too large.');
    if (inProgress + paths.length > 3_000)
      return failed(
        400,
        'TooManyInvalidationsInProgress',
        'Processing your request will cause you to exceed the limit',
      );
    inProgress += paths.length;
    return {
      status: 201,
      headers: { 'content-type': 'text/xml' },
      body: `<?xml version="1.0"?><Invalidation xmlns="http://cloudfront.amazonaws.com/doc/2020-05-31/"><Id>I1</Id><Status>InProgress</Status><CreateTime>2026-01-01T00:00:00Z</CreateTime></Invalidation>`,
    };
  };
  const open = (service: StubService, more: Record<string, string> = {}): PurgeTarget =>
    targetOf({
      FEAAS_PURGE: `cloudfront:${DISTRIBUTION}?endpoint=${service.url}`,
      AWS_ACCESS_KEY_ID: KEY,
      AWS_SECRET_ACCESS_KEY: SECRET,
      ...more,
    });
  const fresh = async (t: TestContext): Promise<StubService> => {
    inProgress = 0;
    return startStubService(t, answer);
  };

  test('invalidates paths with a signature; at most 3,000 in a request', async (t) => {
    const service = await fresh(t);
    await purge(open(service), ['components/aurora/Große Karte/v/published.html', 'styles/aurora/published.css']);
    assert.deepEqual(service.requests.flatMap(pathsOf), [
      '/components/aurora/Gro%C3%9Fe%20Karte/v/published.html',
      '/cdn/components/aurora/Gro%C3%9Fe%20Karte/v/published.html',
      '/styles/aurora/published.css',
      '/cdn/styles/aurora/published.css',
    ]);
    const libraries = Array.from({ length: 7 }, (_, index) => changedKeys(MAX_SINGLE_BLOBS, `l${index}`)).flat();
    const calls = open(service).calls(libraries);
    assert.deepEqual(
      calls.map((call) => call.keys.length),
      [1_500, 600],
    );
    assert.deepEqual(calls.flatMap((call) => [...call.keys]).length, libraries.length);
  });

  test('invalidates a whole library by two wildcards, or by one below a base', async (t) => {
    const service = await fresh(t);
    await purge(open(service), changedKeys(MAX_SINGLE_BLOBS + 1));
    await purge(
      open(service, { FEAAS_PURGE_BASES: 'https://a.example/content,https://b.example/content' }),
      changedKeys(MAX_SINGLE_BLOBS + 1),
    );
    assert.deepEqual(service.requests.map(pathsOf), [
      ['/components/aurora/*', '/cdn/components/aurora/*'],
      ['/content/components/aurora/*'],
    ]);
  });

  test('an error contains its reason and a hint', async (t) => {
    let answered: StubResponse | undefined;
    const service = await startStubService(t, (request) => answered ?? answer(request));
    await assertPurgeError(open(service, { AWS_SECRET_ACCESS_KEY: 'hush-another-secret' }), {
      message: /refused the credentials \(SignatureDoesNotMatch.*Allow cloudfront:CreateInvalidation/,
    });
    await assertPurgeError(open(service, { FEAAS_PURGE: `cloudfront:ANOTHER1?endpoint=${service.url}` }), {
      message: /no such cache \(NoSuchDistribution.*Check the distribution id/,
    });
    inProgress = 3_000;
    await assertPurgeError(open(service), { message: /too many invalidations in progress/ });
    answered = {
      ...failed(503, 'Throttling', 'Rate exceeded'),
      headers: { 'retry-after': '3', 'content-type': 'text/xml' },
    };
    await assertPurgeError(open(service), { message: /limits the rate \(Throttling/, retryAfter: 3 });
    answered = failed(500, 'InternalFailure', 'Internal');
    await assertPurgeError(open(service), { message: /CloudFront answered 500/ });
    answered = failed(400, 'InvalidArgument', 'A path is wrong');
    await assertPurgeError(open(service), {
      message: /CloudFront answered 400 \(InvalidArgument/,
      isAboutTarget: false,
    });
    const count = service.requests.length;
    await assert.rejects(purge(open(service), [HERO]));
    assert.equal(service.requests.length, count + 1, 'the SDK does not try again by itself');
  });
});

describe('Azure Front Door', () => {
  const SUBSCRIPTION = '00000000-0000-0000-0000-000000000001';
  const NAME = `${SUBSCRIPTION}/my-group/my-profile/my-endpoint`;
  const TENANT = '00000000-0000-0000-0000-000000000002';
  const CLIENT = '00000000-0000-0000-0000-000000000003';
  const SECRET = 'hush-azure-secret';
  let tokens = 0;
  let revoked = false;
  /** The token endpoint of Microsoft Entra, and `POST …/afdEndpoints/{endpoint}/purge`. */
  const answer =
    (service: () => StubService) =>
    (request: StubRequest): StubResponse => {
      if (request.target === `/${TENANT}/oauth2/v2.0/token`) {
        const form = new URLSearchParams(request.body);
        if (form.get('grant_type') !== 'client_credentials' || form.get('scope') !== `${service().url}/.default`)
          return { status: 400, body: { error: 'invalid_scope' } };
        if (form.get('client_id') !== CLIENT || form.get('client_secret') !== SECRET)
          return { status: 401, body: { error: 'invalid_client', error_description: 'hush' } };
        revoked = false;
        return { status: 200, body: { token_type: 'Bearer', expires_in: 3599, access_token: `token-${++tokens}` } };
      }
      if (revoked || request.headers.authorization !== `Bearer token-${tokens}`)
        return {
          status: 401,
          body: { error: { code: 'ExpiredAuthenticationToken', message: 'The access token expired.' } },
        };
      const path = `/subscriptions/${SUBSCRIPTION}/resourceGroups/my-group/providers/Microsoft.Cdn/profiles/my-profile/afdEndpoints/my-endpoint/purge`;
      const [asked, query] = request.target.split('?');
      if (asked !== path || request.method !== 'POST')
        return { status: 404, body: { error: { code: 'ResourceNotFound', message: 'was not found' } } };
      if (!/^api-version=\d{4}-\d{2}-\d{2}$/.test(query ?? ''))
        return { status: 400, body: { error: { code: 'MissingApiVersionParameter', message: 'is missing' } } };
      const { contentPaths, domains } = jsonOf<{ contentPaths: string[]; domains?: string[] }>(request);
      const isValid =
        contentPaths.length > 0 &&
        contentPaths.length <= 100 &&
        contentPaths.every((each) => each.startsWith('/')) &&
        (domains ?? []).every((domain) => /^[a-z0-9.-]+$/.test(domain));
      if (!isValid) return { status: 400, body: { error: { code: 'BadRequest', message: 'contentPaths are wrong' } } };
      return { status: 202, headers: { location: `${service().url}/operationresults/1` } };
    };
  const start = async (
    t: TestContext,
    override: () => StubResponse | undefined = () => undefined,
  ): Promise<StubService> => {
    const service: StubService = await startStubService(t, (request) =>
      request.target.includes('/purge?')
        ? (override() ?? answer(() => service)(request))
        : answer(() => service)(request),
    );
    return service;
  };
  const open = (service: StubService, more: Record<string, string> = {}): PurgeTarget =>
    targetOf({
      FEAAS_PURGE: `azure-front-door:${NAME}?endpoint=${service.url}&login=${service.url}`,
      AZURE_TENANT_ID: TENANT,
      AZURE_CLIENT_ID: CLIENT,
      AZURE_CLIENT_SECRET: SECRET,
      ...more,
    });
  const purges = ({ requests }: StubService) => requests.filter(({ target }) => target.includes('/purge?'));

  test('signs in once, and purges paths, at most 100 in a request', async (t) => {
    const service = await start(t);
    const target = open(service);
    await purge(target, KEYS);
    const paths = [...KEYS].sort().flatMap((key) => [`/${key}`, `/cdn/${key}`]);
    assert.deepEqual(purges(service).map(jsonOf), [{ contentPaths: paths }]);
    await purge(target, changedKeys(120));
    const counts = purges(service).map((request) => jsonOf<{ contentPaths: string[] }>(request).contentPaths.length);
    assert.deepEqual(counts, [6, 100, 100, 40]);
    assert.equal(service.requests.length, 5, 'one of them for the token');
  });

  test('purges the domains and paths of public bases', async (t) => {
    const service = await start(t);
    await purge(open(service, { FEAAS_PURGE_BASES: 'https://www.example/content' }), [HERO]);
    assert.deepEqual(purges(service).map(jsonOf), [{ contentPaths: [`/content/${HERO}`], domains: ['www.example'] }]);
  });

  test('gets a new token when one is rejected, and errors contain a reason and a hint', async (t) => {
    let answered: StubResponse | undefined;
    const service = await start(t, () => answered);
    await assertPurgeError(open(service, { AZURE_CLIENT_SECRET: 'hush-another-secret' }), {
      message:
        /Microsoft Entra refused the credentials \(401, invalid_client\)\. Check them\. They are in AZURE_TENANT_ID/,
    });
    const target = open(service);
    await purge(target, [HERO]);
    revoked = true;
    await assertPurgeError(target, {
      message: /Azure Front Door refused the credentials \(401, ExpiredAuthenticationToken/,
    });
    await purge(target, [HERO]);
    const other = `azure-front-door:${SUBSCRIPTION}/my-group/my-profile/other?endpoint=${service.url}&login=${service.url}`;
    await assertPurgeError(open(service, { FEAAS_PURGE: other }), { message: /no such cache \(404, ResourceNotFound/ });
    answered = {
      status: 429,
      headers: { 'retry-after': '17' },
      body: { error: { code: 'TooManyRequests', message: 'x' } },
    };
    await assertPurgeError(open(service), { message: /limits the rate \(429, TooManyRequests: x\)/, retryAfter: 17 });
    answered = { status: 500 };
    await assertPurgeError(open(service), { message: /Azure Front Door answered 500/ });
  });
});

test('conflicting settings are rejected with a hint', () => {
  const zone = `cloudflare:${'a'.repeat(32)}`;
  const cases: [Record<string, string>, RegExp][] = [
    [{ FEAAS_PURGE: 'akamai:1' }, /^FEAAS_PURGE must be like cloudflare:<zone id> or .*'akamai:1'/],
    [{ FEAAS_PURGE: 'constructor:1' }, /^FEAAS_PURGE must be like/],
    [{ FEAAS_PURGE: 'cloudflare:zone' }, /^FEAAS_PURGE must be like cloudflare:<zone id>, but is/],
    [{ FEAAS_PURGE: 'azure-front-door:a/b/c' }, /^FEAAS_PURGE must be like azure-front-door:<subscription>/],
    [{ FEAAS_PURGE: zone }, /^FEAAS_PURGE names cloudflare, but CLOUDFLARE_API_TOKEN has no value\./],
    [{ FEAAS_PURGE: `${zone}?endpoint=http://api.example` }, /^endpoint in FEAAS_PURGE must be a URL with https/],
    [{ FEAAS_PURGE: `${zone}?region=x` }, /unknown parameter 'region'/],
    [{ FEAAS_PURGE_BASES: 'https://a.example' }, /^FEAAS_PURGE_BASES has a value, but FEAAS_PURGE has none/],
    [{ FEAAS_PURGE_BASES: 'https://a.example?x' }, /^FEAAS_PURGE_BASES must be addresses without \? and #/],
    [
      { FEAAS_PURGE: zone, CLOUDFLARE_API_TOKEN: 'hush hush' },
      /^CLOUDFLARE_API_TOKEN must have 16 to 200 characters [^']*$/,
    ],
    [
      {
        FEAAS_PURGE: zone,
        CLOUDFLARE_API_TOKEN: 'x'.repeat(40),
        FEAAS_PURGE_URL: 'https://x',
        FEAAS_PURGE_SECRET: 'y'.repeat(16),
      },
      /^FEAAS_PURGE and FEAAS_PURGE_URL each name a target\. Remove one/,
    ],
    [{ FEAAS_PURGE: 'cloudfront:ABCDEFGH', AWS_ACCESS_KEY_ID: 'a' }, /AWS_SECRET_ACCESS_KEY has none/],
    [{ FEAAS_PURGE_SECRET: 'y'.repeat(16) }, /^FEAAS_PURGE_SECRET has a value, but FEAAS_PURGE_URL has none/],
  ];
  for (const [environment, message] of cases)
    assert.throws(
      () => settingsOf(environment),
      (error: unknown) => error instanceof HostError && message.test(error.message) && !error.message.includes('hush'),
      JSON.stringify(environment),
    );
  assert.equal(settingsOf({}).surrogateKeys, 'off');
  assert.equal(settingsOf({ FEAAS_PURGE: 'cloudfront:ABCDEFGH' }).surrogateKeys, 'on');
  assert.equal(settingsOf({ FEAAS_PURGE: 'cloudfront:ABCDEFGH', FEAAS_SURROGATE_KEYS: 'off' }).surrogateKeys, 'off');
});

test('tags are visible ASCII without commas, of at most 256 characters, for every name', () => {
  for (const name of ['hero', 'Große, Karte', '雪'.repeat(100)]) {
    const tags = blobTags(`components/${name}/${name}/v/published.html`);
    assert.equal(new Set(tags).size, 3);
    for (const tag of tags) assert.match(tag, /^[\x21-\x2b\x2d-\x7e]{1,256}$/);
  }
  assert.notEqual(
    blobTags(`styles/${'雪'.repeat(100)}/published.css`)[1],
    blobTags(`styles/${'雪'.repeat(101)}/p.css`)[1],
  );
  assert.deepEqual(blobTags('thumbnails/l/c.jpg').slice(0, 3), blobTags('thumbnails/l/c/v.jpg').slice(0, 3));
  assert.deepEqual(blobTags('host/mark'), []);
});
