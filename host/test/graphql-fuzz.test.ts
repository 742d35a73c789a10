/**
 * Thousands of hostile requests: none gets status 500 or an internal error, none reads more than the limits allow, and some
 * reach each limit. `FEAAS_SEED` repeats a run.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { buildSchema, getNamedType, type GraphQLField, isCompositeType, isInterfaceType, isObjectType } from 'graphql';
import type { ContentService } from '../src/content/content-service.js';
import { SCHEMA_FILE } from '../src/graphql/schema.js';
import { randomGenerator, seed } from '../../tests/lib/fuzz.js';
import { UNLIMITED_RATES, type Json, startGraphQLHost } from './support/graphql-host.js';

const REQUESTS = process.env['FEAAS_LONG'] ? 5000 : 700;
const LIMITS = { rows: 60, characters: 300 };
const schema = buildSchema(readFileSync(SCHEMA_FILE, 'utf8'));

interface RandomSource {
  /** An integer from 0 to `n` - 1. */
  below(n: number): number;
  one<Item>(items: readonly Item[]): Item;
  /** True once in `n` calls on average. */
  in(n: number): boolean;
}

function createRandomSource(from: number): RandomSource {
  const next = randomGenerator(from);
  const below = (n: number): number => Math.floor(next() * n);
  return { below, one: (items) => items[below(items.length)]!, in: (n) => below(n) === 0 };
}

const VALUES = [
  '"demo"',
  '"demo/hero"',
  '"demo/hero/responsive"',
  '["demo/hero/responsive"]',
  '[["demo"]]',
  '"../../etc/passwd"',
  '"\\u0000"',
  '"\\ud800"',
  '"""block " \\""" text"""',
  '"constructor"',
  '"__proto__"',
  'null',
  'true',
  '-1',
  '0',
  '2147483647',
  '99999999999999999999',
  '1e999',
  '3.14',
  'VIEWER',
  '{ id: "x" }',
  '{ __proto__: { a: 1 } }',
  '[]',
  '$a',
  '$n',
];
const DIRECTIVES = [
  '@include(if: true)',
  '@skip(if: false)',
  '@include(if: $b)',
  '@defer',
  '@stream',
  '@nope',
  '@deprecated',
];
const FRAGMENTS = ['a', 'b', 'c', 'd', 'e'];

function selections(by: RandomSource, type: string, depth: number): string {
  const composite = schema.getType(type);
  const known = isObjectType(composite) || isInterfaceType(composite) ? Object.values(composite.getFields()) : [];
  const parts = Array.from({ length: 1 + by.below(4) }, () => {
    if (by.in(8)) return `...${by.one(FRAGMENTS)} ${directive(by)}`;
    if (by.in(12)) return `... on ${type} ${directive(by)} { ${selections(by, type, depth)} }`;
    if (by.in(20)) return by.one(['__typename', '__schema { types { name } }', 'nope', 'toString', 'a: __typename']);
    return known.length > 0 ? field(by, by.one(known), depth) : '__typename';
  });
  return parts.join(' ');
}

const directive = (by: RandomSource): string => (by.in(6) ? by.one(DIRECTIVES) : '');

function field(by: RandomSource, { name, args, type }: GraphQLField<unknown, unknown>, depth: number): string {
  const given = args
    .filter((each) => each.type.toString().endsWith('!') || by.in(3))
    .map((each) => `${each.name}: ${argument(by, each.name)}`);
  const inner = getNamedType(type);
  const alias = by.in(4) ? `x${by.below(40)}: ` : '';
  const below = isCompositeType(inner) && depth > 0 ? ` { ${selections(by, inner.name, depth - 1)} }` : '';
  return `${alias}${name}${given.length > 0 ? `(${given.join(', ')})` : ''} ${directive(by)}${below}`;
}

/** Valid most of the time, so that queries pass the first checks. */
function argument(by: RandomSource, name: string): string {
  if (by.in(5)) return by.one(VALUES);
  if (name === 'ids') return by.one(['["demo/hero/responsive"]', '["demo/hero/responsive", "a/b/c"]', '$ids']);
  if (name === 'id') return by.one(['"demo"', '"demo/hero"', '"demo/hero/responsive"']);
  if (name === 'first') return by.one(['100', '1', '$n']);
  if (name === 'library') return '"demo"';
  if (name === 'expectedRevision') return by.one(['0', '1', '2']);
  return by.one(VALUES);
}

function operation(by: RandomSource): string {
  const [kind, root] = by.one([
    ['query', 'Query'],
    ['query', 'Query'],
    ['query', 'Query'],
    ['mutation', 'Mutation'],
    ['subscription', 'Subscription'],
  ] as const);
  const variables = '($a: ID = "demo", $b: Boolean = true, $n: Int! = 100, $ids: [ID!]! = ["demo/hero/responsive"])';
  const used = FRAGMENTS.map((name) => `fragment ${name} on Query { ${selections(by, 'Query', 2)} }`);
  return `${kind} q${by.below(3)} ${by.in(3) ? '' : variables} { ${selections(by, root, 4)} } ${by.in(2) ? '' : used.join(' ')}`;
}

/** Nested levels of one text, usually balanced. */
function nested(by: RandomSource, open: string, inmost: string, below: number): string {
  const levels = by.below(below);
  return open.repeat(levels) + inmost + ' }'.repeat(by.in(4) ? by.below(below) : levels);
}

const CYCLE = 'fragment f on Query { ...f } { ...f }';
const SHAPES: readonly ((by: RandomSource) => string)[] = [
  operation,
  operation,
  operation,
  operation,
  // Nesting, doubling and repetition, which the limits must stop.
  (by) => nested(by, '{ library(id: "demo") ', 'id', 40),
  (by) => `{ __type(name: "Version") { ${nested(by, 'ofType { ', 'name', 20)} } }`,
  (by) => {
    const last = 2 + by.below(60);
    const doubled = Array.from({ length: last }, (_, at) => `fragment f${at} on Query { ...f${at + 1} ...f${at + 1} }`);
    return `{ ...f0 } ${doubled.join(' ')} fragment f${last} on Query { a: viewer { name } }`;
  },
  (by) => `{ ${Array.from({ length: by.below(300) }, (_, at) => `a${at}: viewer { name }`).join(' ')} }`,
  (by) => `{ ${'...a @include(if: true) '.repeat(by.below(80))} } fragment a on Query { viewer { name } }`,
  (by) => `{ ${'viewer { name } '.repeat(by.below(250))} }`,
  (by) =>
    `{ components(library: "demo", first: ${by.below(5000)}) { items { versions { history(first: 100) { next } } } } }`,
  (by) => {
    const often = Array.from(
      { length: 1 + by.below(29) },
      (_, at) => `v${at}: versions(ids: ["demo/hero/responsive"]) { view id }`,
    );
    return `{ ${often.join(' ')} }`;
  },
  // Each name costs a row, whether the version exists or not.
  (by) => {
    const ids = Array.from({ length: by.below(2 * LIMITS.rows) }, (_, at) => `"demo/hero/v${at}"`);
    return `{ versions(ids: [${ids.join(' ')}]) { id } }`;
  },
  (by) => `${'('.repeat(by.below(2000))}`,
  (by) => `{ versions(ids: ${'['.repeat(by.below(400))}"a"${']'.repeat(by.below(400))}) { id } }`,
  (by) => `# ${'x'.repeat(by.below(20_000))}\n{ viewer { name } }`,
  () => CYCLE,
];

/** A text with a part removed, doubled or inserted. */
function mutateText(by: RandomSource, text: string): string {
  const at = by.below(text.length + 1);
  const to = Math.min(text.length, at + by.below(30));
  const strange = by.one(['{', '}', '"', '"""', '...', '$', '@', '\0', '\ud800', '\ufeff', '&', '|', '#', '\\u{', '}']);
  return by.one([
    text.slice(0, at) + text.slice(to),
    text.slice(0, to) + text.slice(at),
    text.slice(0, at) + strange + text.slice(at),
  ]);
}

const query = (by: RandomSource): string => {
  const text = by.one(SHAPES)(by);
  return by.in(4) ? mutateText(by, text) : text;
};

/** The options for `fetch`. */
function request(by: RandomSource, as: string): RequestInit & { path?: string } {
  const json = { 'content-type': 'application/json' };
  const accept = by.one([
    'application/json',
    'application/graphql-response+json',
    'multipart/mixed;deferSpec=20220824, application/json',
    '*/*',
  ]);
  const headers = { ...json, accept, ...(by.in(3) ? {} : { authorization: `Bearer ${as}` }) };
  const variables = by.one([undefined, {}, { n: -5 }, { n: '7' }, { ids: null }, { b: 'x', nope: 1 }, [], 'text', 7]);
  const operationName = by.one([undefined, undefined, undefined, 'q0', 'nope', 7, null]);
  const hash = {
    persistedQuery: { version: by.one([1, 1, 2, 'x']), sha256Hash: by.one(['0'.repeat(64), '', 7, null]) },
  };
  const extensions = by.in(8) ? by.one([hash, { persistedQuery: 7 }, 'text', []]) : undefined;
  const one = (): object => ({ query: query(by), variables, operationName, extensions });
  if (by.in(10)) {
    const text = new URLSearchParams({ query: query(by), variables: JSON.stringify(variables ?? {}) });
    return { path: `/graphql?${text}`, headers };
  }
  const many = (): object => Array.from({ length: by.below(12) }, one);
  const body = JSON.stringify(by.in(10) ? many() : one());
  return { method: 'POST', headers, body: by.in(25) ? mutateText(by, body) : body };
}

const countValues = (value: Json): number =>
  typeof value === 'object' && value !== null
    ? Object.values(value).reduce((sum: number, each) => sum + countValues(each), 0)
    : 1;

test(`${REQUESTS} hostile requests: no internal error, and no more work than the limits allow`, async (t) => {
  t.diagnostic(`FEAAS_SEED=${seed}`);
  const by = createRandomSource(seed);
  const seeded = await startGraphQLHost(t);
  let reads = 0;
  // The real content service, with its calls counted.
  const contentService = new Proxy(seeded.contentService, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]) => {
        reads++;
        return Reflect.apply(value, target, args) as unknown;
      };
    },
  }) as ContentService & typeof seeded.contentService;
  const host = await startGraphQLHost(t, {
    contentService,
    tokens: seeded.contentService,
    limits: LIMITS,
    rates: UNLIMITED_RATES,
  });
  const statuses = new Map<number, number>();
  const met = new Map<string, number>();
  let most = 0;
  for (let count = 0; count < REQUESTS; count++) {
    const sent = request(by, seeded.secrets.admin);
    reads = 0;
    const answer = await answerOf(host.url, sent);
    const shown = `request ${count} of FEAAS_SEED=${seed}: ${JSON.stringify(sent).slice(0, 2000)}\n${answer.text.slice(0, 500)}`;
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    assert.ok(answer.status < 500, shown);
    assert.ok(!answer.text.includes('INTERNAL_SERVER_ERROR') && !answer.text.includes("The host's log has it"), shown);
    // Writes call the content service as well: at most three times each, and an operation has few writes.
    most = Math.max(most, reads);
    assert.ok(reads <= LIMITS.rows + 1000, `${reads} reads: ${shown}`);
    if (!/__schema|__type\b/.test(answer.text)) assert.ok(countValues(answer.json) < 60_000, shown);
    for (const [, name] of answer.text.matchAll(
      /(Aliases|Directives|Fragment spreads|Repeated fields|depth|Cost) limit of/g,
    ))
      note(name!);
    for (const [, name] of answer.text.matchAll(/more than \d+ (tokens|rows|characters)|may have (16384)|(Batching)/gi))
      note(name ?? 'query characters');
  }
  assert.deepEqual(host.errors, [], 'nothing that the log calls an error');
  t.diagnostic(
    `statuses ${JSON.stringify(Object.fromEntries([...statuses].sort()))}, most calls of the content service ${most}`,
  );
  t.diagnostic(`limits met ${JSON.stringify(Object.fromEntries(met))}`);
  for (const limit of [
    'Aliases',
    'Directives',
    'Fragment spreads',
    'Repeated fields',
    'depth',
    'Cost',
    'tokens',
    'rows',
    'characters',
    'query characters',
  ])
    assert.ok((met.get(limit) ?? 0) > 0, `${limit} was met by no request: the queries are not hostile enough`);

  function note(name: string): void {
    met.set(name, (met.get(name) ?? 0) + 1);
  }
});

/** The whole response; only the beginning for a subscription, which does not end. */
async function answerOf(url: string, { path = '/graphql', ...init }: ReturnType<typeof request>) {
  const leave = new AbortController();
  const response = await fetch(url + path, { ...init, signal: leave.signal });
  const type = response.headers.get('content-type') ?? '';
  const endless = type.startsWith('text/event-stream') || type.includes('subscriptionSpec');
  const text = endless ? '' : await response.text();
  if (endless) leave.abort();
  return { status: response.status, text, json: jsonOf(text) };
}

function jsonOf(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
