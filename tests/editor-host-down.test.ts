/** The host is unreachable during a save: no text is lost, and no revision is written twice (the real editor, its policy, D13). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CDPSession, Page, Protocol } from 'puppeteer';
import { createGateway, type VersionStore } from '../src/utils/gateway';
import {
  inEditorUI,
  editableComponent,
  openEditor,
  editorJourney,
  pressWithModifiers,
  versionId,
  waitForSaveButton,
  clickButton,
  waitForComponentText,
  typeAtEnd,
} from './lib/editor-page';
import type { HostToken } from './lib/editing-host';
import { waitForNetworkIdle } from './lib/network-idle';
import { screenshotsFolder } from './lib/screenshots-folder';

const at = editorJourney();
const VIEW = '<section><h2>Title</h2><p>One</p></section>';
const SHOTS = screenshotsFolder('feaas-editor-shots');
const REACHES = 'The server does not respond.';
let token: HostToken;
let versions: VersionStore;

async function publish(name: string): Promise<void> {
  // The token that the host prints at its start is valid only until its next start.
  token ??= await at.host.createToken();
  versions ??= createGateway({ url: `${at.host.origin}/graphql`, library: 'aurora', auth: token.secret }).versions;
  const { revision } = await versions.save(versionId(name), VIEW, { expectedRevision: 0 });
  await versions.stage(versionId(name), { expectedRevision: revision });
  await versions.publish(versionId(name), { expectedRevision: revision });
}

/** Opens the editor with a token that stays valid after the host restarts. */
async function begin(name: string): Promise<void> {
  await at.open(editableComponent(name, name));
  await at.page.evaluate(
    (auth) => void Object.assign(document.querySelector('feaas-context')!, { auth }),
    token.secret,
  );
  await openEditor(at.page);
  // After a moment, the editor has loaded everything that it may need while the host is down.
  await waitForNetworkIdle(at.page);
}

const operationOf = (body: string | undefined): string => /"operationName":"(\w+)"/.exec(body ?? '')?.[1] ?? '';

/** Holds GraphQL requests of the page, or their responses, until the connection is lost. */
async function pause(
  operation: string,
  stage: 'Request' | 'Response',
): Promise<{ lost(meanwhile: () => Promise<void>): Promise<void> }> {
  const session: CDPSession = await at.page.createCDPSession();
  const held = new Promise<string>((resolve) => {
    session.on('Fetch.requestPaused', ({ requestId, request }) => {
      if (operationOf(request.postData) === operation) resolve(requestId);
      else void session.send('Fetch.continueRequest', { requestId });
    });
  });
  await session.send('Fetch.enable', { patterns: [{ urlPattern: '*/graphql', requestStage: stage }] });
  return {
    async lost(meanwhile) {
      await held;
      await meanwhile();
      await session.send('Fetch.failRequest', { requestId: await held, errorReason: 'ConnectionReset' });
      await session.send('Fetch.disable');
    },
  };
}

const banner = async (): Promise<string> => {
  const text = await at.page.waitForSelector(inEditorUI('.banner--wrong .banner__text'), {
    visible: true,
    timeout: 40_000,
  });
  return text!.evaluate((element) => element.textContent!.replace(/[\u2068\u2069]/g, ''));
};
const shot = (name: string): Promise<unknown> => at.page.screenshot({ path: `${SHOTS}/host-down-${name}.png` });

/** Returns the saved revisions, newest first. */
const savedOf = async (name: string): Promise<string[]> =>
  (await versions.history(versionId(name), { first: 50 })).items.map(({ content }) => content);

test('a host killed before a save arrives: the editor reports it, typing continues, and the text is saved once the host is back', async () => {
  await publish('down-before');
  await begin('down-before');
  await typeAtEnd(at.page, ' two', 'feaas-component p');
  await waitForSaveButton(at.page, 'Save', true);
  await at.host.kill();
  await clickButton(at.page, 'Save');
  await waitForSaveButton(at.page, 'Saving', false);
  // The editor accepts text while the save waits.
  await at.page.click('feaas-component h2');
  await at.page.keyboard.press('End');
  await at.page.keyboard.type('!');
  await waitForComponentText(at.page, 'Title!\n\nOne two');
  assert.equal(await banner(), `Saving failed, trying again: ${REACHES}`);
  await shot('said');
  await at.host.start();
  await waitForSaveButton(at.page, 'Up to date', false, 60_000);
  assert.deepEqual(await savedOf('down-before'), ['<section><h2>Title!</h2><p>One two</p></section>', VIEW]);
  assert.equal(await at.page.$(inEditorUI('.banner--wrong')), null);
});

test('while a failed save is retried, its notice stays the last announcement', async () => {
  await publish('down-announced');
  await begin('down-announced');
  await typeAtEnd(at.page, ' two', 'feaas-component p');
  await waitForSaveButton(at.page, 'Save', true);
  // Timers of one second run when the test runs them: those of retries, and of the announcement of a slow save.
  await at.page.evaluate(() => {
    const { setTimeout: start, clearTimeout: stop } = window;
    const held = new Map<number, () => void>();
    let last = 0;
    window.setTimeout = ((call: () => void, ms?: number) =>
      ms === 1000 ? (held.set(--last, call), last) : start(call, ms)) as typeof setTimeout;
    window.clearTimeout = (id) => void (held.delete(Number(id)) || stop(id));
    Object.assign(window, {
      runTimers() {
        const calls = [...held.values()];
        held.clear();
        calls.forEach((call) => call());
      },
    });
  });
  const runTimers = (): Promise<void> => at.page.evaluate(() => (window as any).runTimers());
  const announced = (): Promise<string> =>
    at.page.$eval('feaas-editor', (editor) => editor.shadowRoot!.querySelector('[role=status]')!.textContent!);
  await at.page.setOfflineMode(true);
  await clickButton(at.page, 'Save');
  await waitForSaveButton(at.page, 'Saving', false);
  await runTimers();
  assert.equal(await announced(), 'Saving');
  await banner();
  const notice = await announced();
  assert.match(notice, /^Saving failed, trying again/);
  await runTimers();
  await waitForSaveButton(at.page, 'Saving', false);
  await runTimers();
  assert.equal(await announced(), notice);
  await at.page.setOfflineMode(false);
  await waitForSaveButton(at.page, 'Up to date', false, 60_000);
});

test('every tool works while the host is down, because all code has loaded before', async () => {
  await publish('down-tools');
  await begin('down-tools');
  await at.host.kill();
  await at.page.click('feaas-component p', { count: 3 });
  await pressWithModifiers(at.page, ['Control'], 'k');
  await at.page.waitForSelector(inEditorUI('input[name=href]'), { visible: true });
  await at.page.keyboard.type('/there');
  await at.page.keyboard.press('Enter');
  await at.page.waitForSelector('feaas-component p a[href="/there"]');
  await clickButton(at.page, 'Data mode');
  await at.page.waitForSelector(inEditorUI('.panel--aside'), { visible: true });
  await clickButton(at.page, 'Data mode');
  await at.host.start();
  await clickButton(at.page, 'Save');
  await waitForSaveButton(at.page, 'Up to date', false, 60_000);
  assert.deepEqual(await savedOf('down-tools'), [VIEW.replace('One', '<a href="/there">One</a>'), VIEW]);
});

test('a save whose response is lost with the host is not repeated', async () => {
  await publish('down-after');
  await begin('down-after');
  await typeAtEnd(at.page, ' two', 'feaas-component p');
  await waitForSaveButton(at.page, 'Save', true);
  const { lost } = await pause('Save', 'Response');
  await clickButton(at.page, 'Save');
  await waitForSaveButton(at.page, 'Saving', false);
  await lost(() => at.host.kill());
  await at.host.start();
  await waitForSaveButton(at.page, 'Up to date', false, 60_000);
  assert.deepEqual(await savedOf('down-after'), [VIEW.replace('One', 'One two'), VIEW]);
  const [version] = await versions.find([versionId('down-after')]);
  assert.deepEqual([version!.staged, version!.published], [version!.revision, version!.revision]);
  // The exact bytes that visitors receive.
  const delivered = await fetch(`${at.host.origin}/components/aurora/footer/down-after/published.html`);
  assert.equal(await delivered.text(), VIEW.replace('One', 'One two'));
});

test('a dismissed error shows again when it happens again', async () => {
  await publish('down-again');
  await begin('down-again');
  await typeAtEnd(at.page, ' two', 'feaas-component p');
  const session = await at.page.createCDPSession();
  session.on('Fetch.requestPaused', ({ requestId, request }) => {
    if (operationOf(request.postData) !== 'Save') return void session.send('Fetch.continueRequest', { requestId });
    const refused = { data: null, errors: [{ message: 'No more today.', extensions: { code: 'FORBIDDEN' } }] };
    const body = btoa(JSON.stringify(request.postData!.startsWith('[') ? [refused] : refused));
    const responseHeaders = [{ name: 'content-type', value: 'application/json' }];
    return void session.send('Fetch.fulfillRequest', { requestId, responseCode: 200, responseHeaders, body });
  });
  await session.send('Fetch.enable', { patterns: [{ urlPattern: '*/graphql', requestStage: 'Request' }] });
  for (let time = 0; time < 2; time++) {
    await clickButton(at.page, 'Save');
    assert.match(await banner(), /You are not allowed to do this/);
    await clickButton(at.page, 'Dismiss');
    await at.page.waitForFunction(() => !document.querySelector('feaas-editor')!.shadowRoot!.querySelector('.banner'));
  }
  await session.send('Fetch.disable');
  await clickButton(at.page, 'Save');
  await waitForSaveButton(at.page, 'Up to date', false);
});

test('a refusal without a reason shows a message, and no text is lost', async () => {
  await publish('down-words');
  await begin('down-words');
  await typeAtEnd(at.page, ' two', 'feaas-component p');
  const session = await at.page.createCDPSession();
  for (const errors of [[{}], [{ message: '' }], [{ message: null }], [null], [' ']]) {
    const answer = { data: null, errors };
    const fulfill = ({ requestId, request }: Protocol.Fetch.RequestPausedEvent): void => {
      if (operationOf(request.postData) !== 'Save') return void session.send('Fetch.continueRequest', { requestId });
      const body = btoa(JSON.stringify(request.postData!.startsWith('[') ? [answer] : answer));
      const responseHeaders = [{ name: 'content-type', value: 'application/json' }];
      void session.send('Fetch.fulfillRequest', { requestId, responseCode: 200, responseHeaders, body });
    };
    session.on('Fetch.requestPaused', fulfill);
    await session.send('Fetch.enable', { patterns: [{ urlPattern: '*/graphql', requestStage: 'Request' }] });
    await clickButton(at.page, 'Save');
    assert.equal(await banner(), 'That did not work: The server can not do it right now.', JSON.stringify(errors));
    await clickButton(at.page, 'Dismiss');
    await at.page.waitForFunction(() => !document.querySelector('feaas-editor')!.shadowRoot!.querySelector('.banner'));
    session.off('Fetch.requestPaused', fulfill);
  }
  await session.send('Fetch.disable');
  await clickButton(at.page, 'Save');
  await waitForSaveButton(at.page, 'Up to date', false);
  assert.deepEqual(await savedOf('down-words'), [VIEW.replace('One', 'One two'), VIEW]);
});

test('a panel whose code does not load is reported, and opens later', async () => {
  await publish('down-part');
  await begin('down-part');
  await at.host.kill();
  await clickButton(at.page, 'More actions');
  await clickButton(at.page, 'Schedule');
  assert.equal(await banner(), `That did not work: ${REACHES}`);
  await at.host.start();
  await clickButton(at.page, 'More actions');
  await clickButton(at.page, 'Schedule');
  await at.page.waitForSelector(inEditorUI('dialog[open] .schedule'), { visible: true });
  assert.equal(await at.page.$(inEditorUI('.banner--wrong')), null);
});

test('an action whose code does not load is reported, and works once the host is back', async () => {
  await publish('down-action');
  await begin('down-action');
  await at.host.kill();
  await clickButton(at.page, 'More actions');
  await clickButton(at.page, 'Preview page');
  assert.equal(await banner(), `That did not work: ${REACHES}`);
  await at.host.start();
  const opened = new Promise((resolve) => at.page.once('popup', resolve));
  await clickButton(at.page, 'More actions');
  await clickButton(at.page, 'Preview page');
  const popup = (await opened) as Page;
  await popup.close();
});

test('a language whose messages do not load is not selected', async () => {
  await publish('down-language');
  await begin('down-language');
  await clickButton(at.page, 'More actions');
  await clickButton(at.page, 'Language');
  await at.page.waitForSelector(inEditorUI('.languages input'), { visible: true });
  const chosen = (): Promise<string> =>
    at.page.$eval(inEditorUI('.languages label:has(input:checked)'), (label) => label.textContent!);
  const before = await chosen();
  await at.host.kill();
  await (await at.page.$$(inEditorUI('.languages label')))[2]!.click();
  assert.equal(await banner(), `That did not work: ${REACHES}`);
  assert.equal(await chosen(), before);
  assert.deepEqual(await at.page.evaluate(() => Object.keys(localStorage).filter((key) => /language/.test(key))), []);
  await at.host.start();
});

test('when the page connects to another backend, the editor explains what to do, and offers the text afterwards', async () => {
  await publish('down-other');
  await begin('down-other');
  await typeAtEnd(at.page, ' two', 'feaas-component p');
  await waitForSaveButton(at.page, 'Save', true);
  await at.page.$eval('feaas-context', (context) => context.setAttribute('backend', '/elsewhere/graphql'));
  await clickButton(at.page, 'Save');
  const reason =
    'The page has ended the connection to this server. Reload the page: the editor then offers your changes.';
  assert.equal(await banner(), `That did not work: ${reason}`);
  await waitForComponentText(at.page, 'Title\n\nOne two');
  await begin('down-other');
  await clickButton(at.page, 'Restore');
  await waitForComponentText(at.page, 'Title\n\nOne two');
  await clickButton(at.page, 'Save');
  await waitForSaveButton(at.page, 'Up to date', false);
  assert.deepEqual(await savedOf('down-other'), [VIEW.replace('One', 'One two'), VIEW]);
});

test('after a reload while the host is down, the text is offered once the host is back', async () => {
  await publish('down-reload');
  await begin('down-reload');
  await typeAtEnd(at.page, ' two', 'feaas-component p');
  await waitForSaveButton(at.page, 'Save', true);
  await at.host.kill();
  await clickButton(at.page, 'Save');
  await waitForSaveButton(at.page, 'Saving', false);
  // The same host serves the page, so it cannot load either.
  await at.page.reload();
  assert.equal(await at.page.$('feaas-component'), null);
  await at.host.start();
  await begin('down-reload');
  const offer = await at.page.waitForSelector(inEditorUI('.banner__text'), { visible: true });
  assert.match(await offer!.evaluate((each) => each.textContent!), /^Restore unsaved changes from /);
  await shot('restore');
  await clickButton(at.page, 'Restore');
  await waitForComponentText(at.page, 'Title\n\nOne two');
  await waitForSaveButton(at.page, 'Save', true);
  await clickButton(at.page, 'Save');
  await waitForSaveButton(at.page, 'Up to date', false);
  assert.deepEqual(await savedOf('down-reload'), [VIEW.replace('One', 'One two'), VIEW]);
});

test('closing during a save asks for confirmation, and no text is lost by mistake', async () => {
  await publish('down-close');
  await begin('down-close');
  await typeAtEnd(at.page, ' two', 'feaas-component p');
  await waitForSaveButton(at.page, 'Save', true);
  await at.host.kill();
  await clickButton(at.page, 'Save');
  await waitForSaveButton(at.page, 'Saving', false);
  // The first Escape leaves the text, the second one leaves the editor.
  await at.page.keyboard.press('Escape');
  assert.equal(await at.page.$(inEditorUI('dialog[open]')), null);
  await at.page.keyboard.press('Escape');
  await at.page.waitForSelector(inEditorUI('dialog[open]'), { visible: true });
  await clickButton(at.page, 'Cancel');
  await at.host.start();
  await waitForSaveButton(at.page, 'Up to date', false, 60_000);
  assert.deepEqual(await savedOf('down-close'), [VIEW.replace('One', 'One two'), VIEW]);
});
