/** Many components of few sources: the number of requests, and the time until everything shows. */
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { waitForDelivery, takeEvents, visitorJourney } from './lib/visitor-journey';

const COMPONENTS = 500;
const SOURCES = 20;
const at = visitorJourney();

beforeEach(async () => {
  await at.resetProfile();
  at.host.style('lib', '.x { color: red }');
  for (let source = 0; source < SOURCES; source++) at.host.publish(`lib/c${source}`, `<p>source ${source}</p>`);
  at.body = Array.from(
    { length: COMPONENTS },
    (_each, index) => `<feaas-component component="c${index % SOURCES}"></feaas-component>`,
  ).join('');
});

const filled = (): number => document.querySelectorAll('feaas-component > p').length;
const methods = (): string[] => at.host.log.splice(0).map((line) => line.split(' ')[0]!);

test('a first visit sends 21 GETs, a repeat visit 21 HEADs; within the freshness window there are none', async () => {
  const first = await at.open();
  assert.equal(await first.evaluate(filled), COMPONENTS);
  assert.deepEqual(methods(), Array(21).fill('GET'));

  const repeat = await at.open();
  assert.equal(await repeat.evaluate(filled), COMPONENTS);
  assert.deepEqual(methods(), Array(21).fill('HEAD'));

  at.host.publish('lib/c7', '<p>changed</p>');
  const changed = await at.open();
  assert.equal(await changed.evaluate(filled), COMPONENTS);
  assert.deepEqual(methods().sort(), ['GET', ...Array(21).fill('HEAD')]);
  assert.equal((await takeEvents(changed)).filter(({ phase }) => phase === 'updated').length, COMPONENTS / SOURCES);

  at.head = '<meta name="feaas-delivery" content="freshness=600">';
  const fresh = await at.open();
  assert.equal(await fresh.evaluate(filled), COMPONENTS);
  assert.deepEqual(methods(), []);
});

test('a repeat visit renders everything before the first response arrives', async () => {
  await at.open();
  at.host.log.length = 0;
  let open!: () => void;
  const gate = new Promise<void>((resolve) => (open = resolve));
  at.host.gate = () => gate;
  const page = await at.open({ settle: false });
  await page.waitForFunction((count: number) => document.querySelectorAll('feaas-component > p').length === count, {}, COMPONENTS); // prettier-ignore
  open();
  await waitForDelivery(page);
  assert.deepEqual(methods(), Array(21).fill('HEAD'));
});
