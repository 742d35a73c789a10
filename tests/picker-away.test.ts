/** A picker whose frontend host is unreachable for a while (the real picker on the real host, under its policy, D13). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { HTTPRequest } from 'puppeteer';
import { findViolations } from './lib/axe';
import { waitForEntries, inContext, inPicker, pickerJourney, clickButton, pickerText } from './lib/picker-page';

const journey = pickerJourney();

test('a mode that does not load shows an error, and “Try again” loads it despite the failed import', async () => {
  const { page, open } = journey;
  await open(inContext('<feaas-picker mode="theme"></feaas-picker>'));
  await waitForEntries(page);
  let isAway = true;
  const again: string[] = [];
  await page.setRequestInterception(true);
  page.on('request', (request: HTTPRequest) => {
    const isPart = new URL(request.url()).pathname.startsWith('/assets/p-');
    if (isPart && !isAway) again.push(new URL(request.url()).search);
    void (isPart && isAway ? request.abort('connectionrefused') : request.continue());
  });
  await page.$eval('feaas-picker', (picker) => picker.setAttribute('mode', 'component'));
  await page.waitForSelector(inPicker('.note--wrong'), { visible: true });
  assert.match(await pickerText(page, '.note--wrong'), /^Could not load this: .*Try again$/);
  assert.deepEqual(await findViolations(page), []);
  // The user can try again at any time.
  await clickButton(page, 'Try again');
  await page.waitForSelector(inPicker('.note--wrong'), { visible: true });
  isAway = false;
  await clickButton(page, 'Try again');
  await waitForEntries(page, 9);
  assert.ok(again.includes('?retry=2'), again.join());
  // Another mode has loaded before, so it shows at once.
  await page.$eval('feaas-picker', (picker) => picker.setAttribute('mode', 'theme'));
  await page.waitForSelector(inPicker('.swatch'), { visible: true });
  assert.ok(journey.consoleMessages.some((line) => /Could not load a part of the picker, component/.test(line)));
});

/** Selector of the entries that each mode shows once its data has arrived. */
const MODES: Readonly<Record<string, string>> = {
  theme: '.swatch',
  component: '.list__entry',
  data: '[role=treeitem]',
  media: '.note',
  revision: '.list__entry',
};
const REFUSED = { contentType: 'application/json', body: '{"errors":[{"message":"Not today"}]}' };
const FAILURES: readonly (readonly [mode: string, how: string, fail: (request: HTTPRequest) => Promise<void>])[] = [
  ...Object.keys(MODES).map((mode) => [mode, 'refused', (request: HTTPRequest) => request.respond(REFUSED)] as const),
  // The picker repeats a failed request a few times before it reports that the host is unreachable.
  ['data', 'away', (request) => request.abort('connectionrefused')],
];
for (const [mode, how, fail] of FAILURES) {
  test(`${mode}, ${how} by the backend: the picker shows an error, and “Try again” shows the entries once the backend responds`, async () => {
    const { page, open } = journey;
    let fails = true;
    await page.setRequestInterception(true);
    page.on('request', (request: HTTPRequest) => {
      const isAsked = /\/(?:graphql|api)$/.test(new URL(request.url()).pathname);
      void (isAsked && fails ? fail(request) : request.continue());
    });
    await open(inContext(`<feaas-picker mode="${mode}" component="footer" version="responsive"></feaas-picker>`));
    await page.waitForSelector(inPicker('.note--wrong'), { visible: true });
    assert.match(await pickerText(page, '.note--wrong'), /^Could not load this: .*Try again$/);
    assert.deepEqual(await findViolations(page), []);
    fails = false;
    await clickButton(page, 'Try again');
    await page.waitForSelector(inPicker(`${MODES[mode]}:not(.note--wrong)`), { visible: true });
    assert.equal(await page.$(inPicker('.note--wrong')), null);
  });
}
