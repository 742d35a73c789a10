/** External components of React, of Vue and of no framework on one page of the real host, under its policy (D13). */
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { editorJourney } from './lib/editor-page';
import { bundleFrameworks } from './lib/frameworks';
import { screenshotsFolder } from './lib/screenshots-folder';

const at = editorJourney();
const SHOTS = screenshotsFolder('feaas-external-shots');
const SCRIPT = '<script type="module" src="/frameworks.js"></script>';

let bundled: Promise<unknown> | undefined;
beforeEach(() => (bundled ??= bundleFrameworks(at.host.site)));

const VIEW = `<section class="card"><h2>Counters</h2>
<feaas-external data-external-id="react-counter" data-path-label="shop.name" data-path-step="shop.step">No React</feaas-external>
<feaas-external data-external-id="vue-counter" data-path-label="shop.name" data-path-step="shop.step">No Vue</feaas-external>
<feaas-external data-external-id="note" heading="Hi" rows="2" data-path-attributes="shop.note">No note</feaas-external>
<feaas-external data-external-id="nobody">Nobody is here</feaas-external></section>`;
const DATA = { shop: { name: 'A', step: 2, note: { tone: 'calm' } } };

const show = async (data: object, name: string): Promise<void> => {
  const version = await at.publish(VIEW);
  await at.open(
    `<feaas-component component="footer" version="${version}" data='${JSON.stringify(data)}'></feaas-component>${SCRIPT}`,
    { name },
  );
};
/** Messages of the console, without those about Vue's own policy, which this host does not allow. */
const said = (): string[] => at.consoleMessages.filter((line) => !/'vue'|trusted-types-policy vue/.test(line));
const texts = (): Promise<string[]> =>
  at.page.$$eval('feaas-external', (all) => all.map((each) => (each as HTMLElement).innerText.trim()));
const become = (want: string[]): Promise<unknown> =>
  at.page
    .waitForFunction(
      (want) =>
        JSON.stringify(
          [...document.querySelectorAll('feaas-external')].map((each) => (each as HTMLElement).innerText.trim()),
        ) === JSON.stringify(want),
      { timeout: 5000 },
      want,
    )
    .catch(async () => assert.deepEqual(await texts(), want));
const note = (more: object): string => `Note ${JSON.stringify({ heading: 'Hi', rows: 2, ...more })}`;

test('all of them show, keep their state while data changes, and the console has one message: an unregistered component', async () => {
  await show(DATA, 'frameworks.html');
  const first = note({ tone: 'calm', datasources: { shop: { tone: 'calm' } } });
  await become(['React A 0', 'Vue A 0', first, 'Nobody is here']);
  for (const button of await at.page.$$('feaas-external button')) await button.click();
  await become(['React A 2', 'Vue A 2', first, 'Nobody is here']);
  await at.page.evaluate(() => {
    Object.assign(document.querySelector('feaas-component')!, {
      data: { shop: { name: 'B', step: 5, note: { open: true } } },
    });
  });
  const second = note({ open: true, datasources: { shop: { open: true } } });
  await become(['React B 2', 'Vue B 2', second, 'Nobody is here']);
  for (const button of await at.page.$$('feaas-external button')) await button.click();
  await become(['React B 7', 'Vue B 7', second, 'Nobody is here']);
  await at.page.screenshot({ path: `${SHOTS}/frameworks.png` });
  assert.deepEqual(
    said().map((line) => line.replace(/^warn: \[feaas\] /, '')),
    [
      '<feaas-external data-external-id="nobody">: the page has no component \'nobody\', so the fallback content stays. Register it with registerComponent().',
    ],
  );
});

test('E7: an error while React renders fires `feaasError` and shows the fallback, the others continue, and it recovers', async () => {
  await show(DATA, 'broken.html');
  await become([
    'React A 0',
    'Vue A 0',
    note({ tone: 'calm', datasources: { shop: { tone: 'calm' } } }),
    'Nobody is here',
  ]);
  await at.page.evaluate(() => {
    Object.assign(window, { errors: [] });
    document.addEventListener('feaasError', (event) =>
      (window as any).errors.push([
        (event.target as Element).getAttribute('data-external-id'),
        (event as CustomEvent<Error>).detail.message,
      ]),
    );
    Object.assign(document.querySelector('feaas-component')!, { data: { shop: { name: 'boom', step: 1, note: {} } } });
  });
  const rest = note({ datasources: { shop: {} } });
  await become(['No React', 'Vue boom 0', rest, 'Nobody is here']);
  assert.deepEqual(await at.page.evaluate(() => (window as any).errors), [['react-counter', 'The counter broke']]);
  await at.page.evaluate(() => {
    Object.assign(document.querySelector('feaas-component')!, { data: { shop: { name: 'C', step: 1, note: {} } } });
  });
  await become(['React C 0', 'Vue C 0', rest, 'Nobody is here']);
});

test('D14: a component is bound to a data source of the page', async () => {
  const version = await at.publish('<p data-path="weather.sky">-</p>');
  const data = JSON.stringify({ weather: { url: 'datasource:weather', params: { city: 'Oslo' } } });
  await at.open(`<feaas-component component="footer" version="${version}" data='${data}'></feaas-component>${SCRIPT}`, {
    name: 'weather.html',
  });
  await at.page.waitForFunction(() => document.querySelector('feaas-component')!.textContent === 'clear in Oslo');
  assert.deepEqual(said(), []);
});
