/** Scheduled publications from the editor's menu (the real editor on the real host, D13). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { HTTPRequest, Page } from 'puppeteer';
import type { Version } from '../src/utils/gateway';
import { findViolations } from './lib/axe';
import { chooseMenuItem, focusedName, waitForFocus, tabTo, focusTool } from './lib/editor-keyboard';
import {
  inEditorUI,
  editableComponent,
  openEditor,
  editorJourney,
  focusComponent,
  versionId,
  waitForSaveButton,
  waitForNotice,
  clickButton,
  waitForEditorState,
  saveAndVerify,
  typeAtEnd,
} from './lib/editor-page';
import { setBrowserLanguages } from './lib/browser-languages';
import { pollUntil } from './lib/wait-until';

const at = editorJourney();
const YEAR = new Date().getFullYear() + 1;
const DAY = 86_400_000;
const DIALOG = '.dialog[open]';

/** Visible text of an element, without the isolation characters around values. */
const textOf = (selector: string, page = at.page): Promise<string> =>
  page.evaluate(
    (selector) =>
      (
        document.querySelector('feaas-editor')!.shadowRoot!.querySelector<HTMLElement>(`.dialog[open] ${selector}`)
          ?.innerText ?? ''
      ).replace(/[\u2066-\u2069\u202f]/g, (mark) => (mark === '\u202f' ? ' ' : '')),
    selector,
  );
const waitForText = async (selector: string, text: string, page = at.page): Promise<void> => {
  const found = await pollUntil(
    () => textOf(selector, page),
    (now) => now.includes(text),
    30_000,
  );
  assert.ok(found.includes(text), `${selector} says “${found}”, not “${text}”`);
};
const countSchedules = (page = at.page): Promise<number> =>
  page.evaluate(
    () => document.querySelector('feaas-editor')!.shadowRoot!.querySelectorAll('.dialog[open] .schedule__item').length,
  );

async function openPanel(page: Page = at.page): Promise<void> {
  await clickButton(page, 'More actions');
  await clickButton(page, 'Schedule');
  await page.waitForSelector(inEditorUI(`${DIALOG} .schedule__title`), { visible: true, timeout: 30_000 });
}

interface Fields {
  readonly action?: string;
  readonly date: string;
  readonly time: string;
  readonly zone: string;
}

/** Sets the fields directly. The first test covers the keys. */
async function fillIn({ action = 'publish', date, time, zone }: Fields): Promise<void> {
  await at.page.select(inEditorUI(`${DIALOG} select:not([name])`), action);
  await at.page.select(inEditorUI(`${DIALOG} [name=zone]`), zone);
  for (const [type, value] of [['date', date] as const, ['time', time] as const])
    await at.page.$eval(
      inEditorUI(`${DIALOG} [type=${type}]`),
      (field, value) => void ((field as HTMLInputElement).value = value),
      value,
    );
}
const submit = async (): Promise<void> => {
  const button = await at.page.waitForSelector(inEditorUI(`${DIALOG} [type=submit]:not([aria-disabled=true])`), {
    visible: true,
  });
  await button!.click();
};

/** Runs a GraphQL query outside of the page. */
async function ask<Data>(query: string): Promise<Data> {
  const response = await fetch(`${at.host.origin}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${at.host.token}` },
    body: JSON.stringify({ query }),
  });
  const { data, errors } = (await response.json()) as { data: Data; errors?: unknown };
  assert.equal(errors, undefined, JSON.stringify(errors));
  return data;
}

interface Pending {
  readonly kind: string;
  readonly revision: number | null;
  readonly dueAt: string;
}
const pendingOf = async (id: string): Promise<readonly Pending[]> =>
  (
    await ask<{ schedules: { items: Pending[] } }>(
      `{ schedules(library: "aurora", subject: "${id}") { items { kind revision dueAt } } }`,
    )
  ).schedules.items;

/** The content that visitors receive for a version; undefined if there is none. */
async function delivered(version: string): Promise<string | undefined> {
  const response = await fetch(`${at.host.origin}/components/aurora/footer/${version}/published.html`);
  return response.ok ? response.text() : undefined;
}

/** Opens the editor of a component with the keyboard. */
async function editByKeys(): Promise<void> {
  await focusComponent(at.page);
  await at.page.keyboard.press('Enter');
  await waitForEditorState(at.page, 'ready');
}
async function openByKeys(): Promise<void> {
  await focusTool(at.page, 'More actions');
  await chooseMenuItem(at.page, 'Schedule');
  await at.page.waitForSelector(inEditorUI(`${DIALOG} .schedule__title`), { visible: true, timeout: 30_000 });
}

test('changes are scheduled, listed after a reload and canceled, with the keyboard alone', async () => {
  const version = await at.publish('<section><p>Text</p></section>');
  const { keyboard } = at.page;
  await at.open(editableComponent(version, 'by-keys'));
  await editByKeys();
  await keyboard.press('End');
  await keyboard.type(' for summer');
  await openByKeys();
  assert.match(await focusedName(at.page), /^Action/, 'the dialog begins with what it is for');
  await waitForText('.schedule', 'The editor saves your changes as a draft now.');
  assert.equal(
    await textOf('.schedule__list ~ *, .schedule__title + .schedule__note'),
    'This version has no schedules.',
  );
  assert.deepEqual(await findViolations(at.page), []);

  await tabTo(at.page, 'Save draft and schedule');
  await keyboard.press('Enter');
  await waitForText('[role=alert]', 'Enter a date.');
  await waitForFocus(at.page, 'Date');
  await keyboard.type(`0701${YEAR}`);
  await tabTo(at.page, 'Time');
  await keyboard.type('0900AM');
  await tabTo(at.page, 'Time zone');
  await keyboard.type('Europe/Berl');
  await tabTo(at.page, 'Save draft and schedule');
  await keyboard.press('Enter');
  // The first save of this instance asks for confirmation.
  await waitForFocus(at.page, 'Cancel');
  await tabTo(at.page, 'Save customization');
  await keyboard.press('Enter');
  await waitForText('.schedule__outcome[role=status]', `Scheduled for Thu, Jul 1, ${YEAR}, 9:00 AM (Europe/Berlin).`);
  await waitForText('.schedule__item', 'Publish revision 2');
  const due = `${YEAR}-07-01T07:00:00.000Z`;
  assert.deepEqual(await pendingOf(versionId('by-keys')), [{ kind: 'PUBLISH', revision: 2, dueAt: due }]);
  assert.equal(await delivered('by-keys'), undefined, 'visitors see nothing of it yet');
  await keyboard.press('Escape');
  await at.page.waitForSelector(inEditorUI(DIALOG), { hidden: true });

  await at.open(editableComponent(version, 'by-keys'));
  await editByKeys();
  await openByKeys();
  await waitForText('.schedule__item', `Publish revision 2\nThu, Jul 1, ${YEAR}, 9:00 AM (Europe/Berlin)`);
  await waitForText('.schedule', 'Visitors see revision 2 from the time that you choose.');
  await tabTo(at.page, 'Cancel schedule: Publish revision 2, Thu, Jul 1');
  await keyboard.press('Enter');
  await waitForText('.schedule__outcome[role=status]', 'Schedule canceled.');
  await waitForFocus(at.page, 'Scheduled');
  assert.deepEqual(await pendingOf(versionId('by-keys')), []);
  assert.equal(await countSchedules(), 0);
  // Until then, this instance has no customization and shows the original.
  const missing = /^error: Failed to load resource: .* 404 .*by-keys\/published\.html/;
  assert.deepEqual(
    at.consoleMessages.filter((line) => !missing.test(line)),
    [],
  );
});

test('times that clocks skip or repeat are explained, and a time in the past is refused', async () => {
  const version = await at.publish('<section><p>Text</p></section>');
  await at.open(editableComponent(version, version));
  await openEditor(at.page);
  await openPanel();
  await fillIn({ action: 'unpublish', date: '2030-03-31', time: '02:30', zone: 'Europe/Berlin' });
  await submit();
  const gap = 'Clocks go forward that day and skip 2:30 AM, so it runs at 3:30 AM.';
  await waitForText('.schedule__outcome[role=status]', gap);
  await waitForText('.schedule__item', gap);
  await fillIn({ action: 'unpublish', date: '2030-10-27', time: '02:30', zone: 'Europe/Berlin' });
  await submit();
  await waitForText(
    '.schedule__item:nth-child(2)',
    'Clocks go back that day and show 2:30 AM twice. It runs the first time.',
  );
  await fillIn({ date: '2020-01-01', time: '09:00', zone: 'Asia/Tokyo' });
  await submit();
  await waitForText('.schedule [role=alert]', 'This time is in the past: in this time zone, it is ');
  assert.equal(await at.page.$eval(inEditorUI(`${DIALOG} [type=date]`), (each) => each.ariaInvalid), 'true');
  assert.deepEqual(
    (await pendingOf(versionId(version))).map(({ dueAt }) => dueAt),
    ['2030-03-31T01:30:00.000Z', '2030-10-27T00:30:00.000Z'],
  );
});

test('Save publishes an unpublished draft, as a schedule or an agent leaves it, without a change', async () => {
  const version = await at.publish('<section><p>Public</p></section>');
  const draft = '<section><p>Draft</p></section>';
  const [{ revision: expectedRevision }] = (await at.versions.find([versionId(version)])) as [Version];
  await at.versions.save(versionId(version), draft, { expectedRevision });
  await at.open(editableComponent(version, version));
  await openEditor(at.page);
  await at.page.waitForFunction(() => document.querySelector('feaas-component p')?.textContent === 'Draft');
  await waitForSaveButton(at.page, 'Save', true);
  await waitForNotice(at.page, /is a draft\. Visitors do not see it\. “Save” publishes it\.$/);
  await clickButton(at.page, 'History');
  await at.page.waitForSelector(inEditorUI('dialog[open]'), { visible: true });
  await at.page.keyboard.press('Escape');
  await at.page.waitForSelector(inEditorUI('dialog[open]'), { hidden: true });
  assert.match((await delivered(version))!, /Public/);
  await saveAndVerify(at, version, draft);
  await at.page.waitForSelector(inEditorUI('.banner'), { hidden: true });
  assert.deepEqual(at.consoleMessages, []);
});

test('releases with this version and the stylesheet are listed, and canceled only after a question', async () => {
  const version = await at.publish('<section><p>Text</p></section>');
  await ask(`mutation { createRelease(library: "aurora", key: "${version}", name: "Summer",
    items: [{ id: "${versionId(version)}", revision: 1 }, { id: "aurora", revision: 1 }]) { id } }`);
  await ask(`mutation { scheduleRelease(id: "aurora/${version}", at: "${YEAR}-06-01T00:00:00Z") { id } }`);
  await ask(`mutation { schedulePublish(id: "aurora", revision: 1, at: "${YEAR}-06-02T00:00:00Z") { id } }`);
  await at.open(editableComponent(version, version));
  await openEditor(at.page);
  await openPanel();
  await waitForText('.schedule__item', 'Part of the release Summer, with 1 more item');
  await waitForText('.schedule__item:nth-child(2)', 'Stylesheet of the library: Publish revision 1');
  assert.equal(await countSchedules(), 2);
  assert.deepEqual(await findViolations(at.page), []);

  const cancel = async (row: number, name: string): Promise<void> => {
    const found = await at.page.$$(inEditorUI(`${DIALOG} .schedule__item:nth-child(${row}) button`));
    for (const each of found) if ((await each.evaluate((button) => button.textContent)) === name) await each.click();
  };
  await cancel(1, 'Cancel schedule');
  await waitForText('.schedule__item', 'Visitors then see nothing of the release. Cancel its schedule?');
  await waitForFocus(at.page, 'Keep');
  await at.page.keyboard.press('Enter');
  await at.page.waitForSelector(inEditorUI(`${DIALOG} .schedule__question`), { hidden: true });
  assert.match(await focusedName(at.page), /^Cancel schedule: Publish revision 1/);
  await at.page.keyboard.press('Enter');
  await waitForFocus(at.page, 'Keep');
  await tabTo(at.page, 'Cancel schedule');
  await at.page.keyboard.press('Enter');
  await waitForText('.schedule__outcome[role=status]', 'Schedule canceled.');
  await waitForText('.schedule__item', 'Stylesheet of the library');
  assert.equal(await countSchedules(), 1);
  await cancel(1, 'Cancel schedule');
  await waitForText('.schedule__item', 'All components of the library use this stylesheet.');
});

test('a viewer sees the schedules, and why they cannot be changed', async () => {
  const version = await at.publish('<section><p>Text</p></section>');
  await ask(`mutation { scheduleUnpublish(id: "${versionId(version)}", at: "${YEAR}-06-01T00:00:00Z") { id } }`);
  await at.open(editableComponent(version, version));
  const { secret } = await at.host.createToken('viewer');
  await at.page.$eval('feaas-context', (context, auth) => void Object.assign(context, { auth }), secret);
  await openEditor(at.page);
  await openPanel();
  await waitForText('.schedule__item', 'Unpublish');
  await waitForText('', 'only people with the role publisher can add and cancel them.');
  assert.equal(await at.page.$(inEditorUI(`${DIALOG} .schedule`)), null);
  assert.equal(await at.page.$(inEditorUI(`${DIALOG} .schedule__item button`)), null);
});

test('a page that shows the original has nothing to schedule', async () => {
  const version = await at.publish('<section><p>Text</p></section>');
  await at.open(editableComponent(version, 'untouched'));
  await openEditor(at.page);
  await openPanel();
  await waitForText('', 'This page shows the original. Close this dialog and change the content first.');
  assert.equal(await at.page.$(inEditorUI(`${DIALOG} [type=submit]`)), null);
});

/** Makes a host respond like one whose schema has no schedules: unknown fields are errors. */
async function withoutSchedules(page: Page): Promise<void> {
  const older = (operation: { query?: string; extensions?: unknown }): unknown => ({
    ...operation,
    query: operation.query?.replaceAll(' schedules(', ' schedulesOfLaterHosts('),
    extensions: undefined,
  });
  await page.setRequestInterception(true);
  page.on('request', (request: HTTPRequest) => {
    const text = request.postData();
    if (!text?.includes('"operationName":"Schedules"')) return void request.continue();
    const sent = JSON.parse(text) as { query?: string } | { query?: string }[];
    const all = [sent].flat();
    // The host does not know this persisted query yet.
    const unknown = { errors: [{ message: 'Not found', extensions: { code: 'PERSISTED_QUERY_NOT_FOUND' } }] };
    if (all.some(({ query }) => query === undefined)) {
      const answer = Array.isArray(sent) ? sent.map(() => unknown) : unknown;
      return void request.respond({ contentType: 'application/json', body: JSON.stringify(answer) });
    }
    const body = Array.isArray(sent) ? sent.map(older) : older(sent);
    return void request.continue({ postData: JSON.stringify(body) });
  });
}

test('the panel says that a host does not support schedules', async () => {
  const version = await at.publish('<section><p>Text</p></section>');
  await withoutSchedules(at.page);
  await at.open(editableComponent(version, version));
  await openEditor(at.page);
  await clickButton(at.page, 'More actions');
  await clickButton(at.page, 'Schedule');
  await waitForText('[role=alert]', 'This host does not offer this. Ask its operator for an update.');
  assert.equal(await at.page.$(inEditorUI(`${DIALOG} .schedule__title, ${DIALOG} [type=submit]`)), null);
});

test('the panel uses the language of the editor', async () => {
  await setBrowserLanguages(at.page, 'ar');
  const version = await at.publish('<section><p>Text</p></section>');
  await at.open(editableComponent(version, version));
  await openEditor(at.page);
  const more = await at.page.waitForSelector(inEditorUI('.bar--main .icon--more'), { visible: true });
  await more!.click();
  await clickButton(at.page, 'الجدولة');
  await waitForText('.schedule__title', 'المجدول');
});

/** The last test, because the clock of the host stays ahead. */
test('a schedule publishes at its time, and unpublishes at another', async () => {
  const version = await at.publish('<section><p>Text</p></section>');
  await at.open(editableComponent(version, version));
  await openEditor(at.page);
  await typeAtEnd(at.page, ' for summer', 'feaas-component p');
  await openPanel();
  const soon = new Date(Date.now() + 2 * DAY).toISOString().slice(0, 10);
  await fillIn({ date: soon, time: '09:00', zone: 'UTC' });
  await submit();
  await waitForText('.schedule__item', 'Publish revision 2');
  await fillIn({ action: 'unpublish', date: soon, time: '10:00', zone: 'UTC' });
  await waitForText('.schedule', 'visitors no longer see this version');
  await submit();
  await waitForText('.schedule__item:nth-child(2)', 'Unpublish');
  assert.equal(await delivered(version), '<section><p>Text</p></section>');

  const now = Date.now();
  at.host.advance(Date.parse(`${soon}T09:30Z`) - now);
  const published = await pollUntil(
    () => delivered(version),
    (html) => html?.includes('for summer') ?? false,
  );
  assert.equal(published, '<section><p>Text for summer</p></section>');
  at.host.advance(3_600_000);
  assert.equal(
    await pollUntil(
      () => delivered(version),
      (html) => html === undefined,
    ),
    undefined,
  );
  assert.deepEqual(await pendingOf(versionId(version)), []);
});
