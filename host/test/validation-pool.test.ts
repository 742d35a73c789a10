/** Large views are checked in threads: other requests go on, and callers take turns. */
import assert from 'node:assert/strict';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import test, { type TestContext } from 'node:test';
import { isHostBuilt } from '../../scripts/host-built.js';
import { RateLimitedError, UnavailableError } from '../src/lib/domain-error.js';
import { cachedValidator } from '../src/validation/cached-validator.js';
import { checkMarkup } from '../src/validation/check-markup.js';
import { checkStylesheet } from '../src/validation/check-stylesheet.js';
import { createValidationPool, type ValidationPoolOptions } from '../src/validation/validation-pool.js';
import { startGraphQLHost } from './support/graphql-host.js';
import { cleanUp } from '../../tests/lib/clean-up.js';

const NO_ORIGINS = { embeds: [], cdns: [], frames: [] };
/** A view whose check takes about a second. */
const heavy = (name: string): string => `<i>${name}</i>${'<b>x</b>\n'.repeat(40_000)}`;
const mediumView = (name: string): string => `<i>${name}</i>${'<b>x</b>\n'.repeat(4_000)}`;

/** The threads run the build, which requires no compiler. */
const WORKER = isHostBuilt() ? { worker: new URL('../dist/program/validation-worker.js', import.meta.url).href } : {};

function poolFor(t: TestContext, options: ValidationPoolOptions = {}) {
  const pool = createValidationPool({ threads: 1, ...WORKER, ...options });
  cleanUp(t, () => pool.close());
  return pool;
}

test('a worker thread returns the result of the check', async (t) => {
  const pool = poolFor(t, { inlineBelow: 0 });
  for (const html of [
    '<p>a</p>',
    '<p onclick="x()">a</p>\n<iframe src="https://a.example"></iframe>',
    'x'.repeat(500_001),
  ])
    assert.deepEqual(await pool.markup(html, NO_ORIGINS, 'Ann'), checkMarkup(html, NO_ORIGINS));
  const embed = '<p data-embed-src="https://a.example/x.js"></p>';
  assert.deepEqual(await pool.markup(embed, { ...NO_ORIGINS, embeds: ['https://a.example/'] }, 'Ann'), []);
  for (const css of ['p { margin: 0 }', '@import url(https://a.example/x.css);'])
    assert.deepEqual(await pool.stylesheet(css, 'Ann'), checkStylesheet(css));
});

test('large content does not delay other checks', async (t) => {
  const host = await startGraphQLHost(t, { validator: poolFor(t) });
  const delay = monitorEventLoopDelay({ resolution: 5 });
  const save = async (view: string, expected: number) =>
    host.execute(
      `mutation ($view: String!) { saveVersion(id: "demo/hero/responsive", view: $view, expectedRevision: ${expected}) { revision } }`,
      { token: host.secrets.editor, variables: { view } },
    );
  const inline = performance.now();
  checkMarkup(heavy('measured'), NO_ORIGINS);
  const milliseconds = performance.now() - inline;
  delay.enable();
  assert.equal((await save(heavy('one'), 2)).json.data.saveVersion.revision, 3);
  delay.disable();
  assert.ok(delay.max / 1e6 < milliseconds / 2, `blocked ${delay.max / 1e6} ms of the ${milliseconds} ms of a check`);
});

test('callers take turns: one with many checks does not delay another', async (t) => {
  const pool = poolFor(t);
  const ended: string[] = [];
  const check = (principal: string, name: string) =>
    pool.markup(mediumView(name), NO_ORIGINS, principal).then(() => ended.push(name));
  const greedy = Array.from({ length: 8 }, (_, at) => check('greedy', `greedy ${at}`));
  await Promise.all([...greedy, check('Ann', 'Ann 1'), check('Bob', 'Bob 1'), check('Ann', 'Ann 2')]);
  const place = (name: string): number => ended.indexOf(name);
  assert.ok(place('Ann 1') <= 3 && place('Bob 1') <= 3, ended.join(', '));
  assert.ok(place('Ann 2') <= 5, ended.join(', '));
  assert.ok(place('greedy 0') < place('greedy 1') && place('greedy 6') < place('greedy 7'), ended.join(', '));
});

test('too many checks of one caller are rejected, and those of others are not', async (t) => {
  const pool = poolFor(t, { perPrincipal: 2, queueLength: 3 });
  const check = (principal: string, name: string) => pool.markup(mediumView(name), NO_ORIGINS, principal);
  const first = [check('greedy', 'a'), check('greedy', 'b')];
  await assert.rejects(check('greedy', 'c'), (error) => {
    assert.ok(error instanceof RateLimitedError);
    assert.equal(error.message, 'Too many views and stylesheets to check: try again in 5 s.');
    return true;
  });
  assert.deepEqual(await Promise.all([...first, check('Ann', 'd')]), [[], [], []]);
  // Afterwards the queue has room again.
  assert.deepEqual(await check('greedy', 'c'), []);
  const many = ['e', 'f', 'g', 'h', 'i'].map((name) => check(name, name));
  const settled = await Promise.allSettled(many);
  assert.ok(
    settled.some(({ status }) => status === 'rejected'),
    'the queue is bounded for all together',
  );
  assert.ok(settled.filter(({ status }) => status === 'fulfilled').length >= 3);
});

test('the GraphQL error contains when to retry', async (t) => {
  const host = await startGraphQLHost(t, { validator: poolFor(t, { perPrincipal: 1 }) });
  const save = (version: string) =>
    host.execute(
      `mutation ($view: String!) { saveVersion(id: "demo/hero/${version}", view: $view, expectedRevision: 0) { revision } }`,
      { token: host.secrets.editor, variables: { view: heavy(version) } },
    );
  const answers = await Promise.all(['a', 'b', 'c'].map(save));
  const codes = answers.flatMap(({ json }) => json.errors ?? []).map(({ extensions }) => extensions);
  assert.ok(codes.length >= 1 && codes.length < 3);
  for (const { code, retryAfter } of codes) assert.deepEqual([code, retryAfter], ['RATE_LIMITED', 5]);
});

test('valid content is not checked again, invalid content is', async () => {
  let checks = 0;
  const validator = cachedValidator({
    markup: async (html, allowed) => (checks++, checkMarkup(html, allowed)),
    stylesheet: async (css) => (checks++, checkStylesheet(css)),
  });
  const view = '<p data-embed-src="https://a.example/x.js"></p>';
  const allowed = { ...NO_ORIGINS, embeds: ['https://a.example/'] };
  for (const principal of ['Ann', 'Bob']) assert.deepEqual(await validator.markup(view, allowed, principal), []);
  assert.equal(checks, 1);
  for (let count = 0; count < 2; count++) assert.equal((await validator.markup(view, NO_ORIGINS, 'Ann')).length, 1);
  assert.equal(checks, 3, 'other settings are another question');
  for (let count = 0; count < 2; count++) await validator.stylesheet('p { margin: 0 }', 'Ann');
  assert.equal(checks, 4);
});

test('closing a pool ends its waiting checks, too', async () => {
  const pool = createValidationPool({ threads: 1, ...WORKER });
  const waiting = [1, 2, 3].map((at) => pool.markup(heavy(String(at)), NO_ORIGINS, 'Ann'));
  const settled = Promise.allSettled(waiting);
  await pool.close();
  const reasons = (await settled).flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []));
  assert.ok(reasons.length > 0);
  for (const reason of reasons) assert.ok(reason instanceof UnavailableError, String(reason));
});
