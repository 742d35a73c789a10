/** Editing, saving and undoing on the page itself: the real editor on the real host, under its policy (D13). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { HTTPRequest } from 'puppeteer';
import {
  inEditorUI,
  editableComponent,
  openEditor,
  editorJourney,
  waitForComponentHTML,
  versionId,
  waitForSaveButton,
  clickButton,
  waitForEditorState,
  saveButton,
  componentText,
  waitForComponentText,
  typeAtEnd,
} from './lib/editor-page';
import { waitForNetworkIdle } from './lib/network-idle';
import { pollUntil, waitUntil } from './lib/wait-until';

const at = editorJourney();
const VIEW = '<section><h2>Title</h2><p>One two</p></section>';
const ONLY_HERE = 'Changes will be visible only on this page. You can revert them. Save customization?';

/** The question of the open dialog; empty without a dialog. */
const question = (): Promise<string> =>
  at.page.$eval(
    'feaas-editor',
    (editor) => editor.shadowRoot!.querySelector('dialog[open] .dialog__text')?.textContent ?? '',
  );
const waitForQuestion = (text: string): Promise<unknown> =>
  at.page.waitForFunction(
    (text) =>
      document.querySelector('feaas-editor')!.shadowRoot!.querySelector('dialog[open] .dialog__text')?.textContent ===
      text,
    { timeout: 30_000 },
    text,
  );
const type = (text: string, selector = 'feaas-component p'): Promise<void> => typeAtEnd(at.page, text, selector);
const waitForSaveLabel = (label: string, enabled: boolean): Promise<unknown> =>
  waitForSaveButton(at.page, label, enabled);
const attribute = (name: string): Promise<string | null> =>
  at.page.$eval('feaas-editor', (editor, name) => editor.getAttribute(name), name);

test('§4: click, type, and save with a warning: a fork, for this page and instance only; a reload shows it', async () => {
  const version = await at.publish(VIEW);
  await at.open(editableComponent(version));
  await openEditor(at.page);
  assert.deepEqual(await saveButton(at.page), ['Up to date', false]);
  await type(' three');
  await waitForSaveLabel('Save customization', true);
  assert.equal(await attribute('changed'), '');
  await clickButton(at.page, 'Save customization');
  await waitForQuestion(ONLY_HERE);
  await clickButton(at.page, 'Cancel');
  assert.deepEqual(await at.versions.find([versionId('here')]), [null]);
  await clickButton(at.page, 'Save customization');
  await waitForQuestion(ONLY_HERE);
  await at.page.$eval('feaas-editor', (editor) =>
    editor.shadowRoot!.querySelector<HTMLElement>('dialog[open] .button--main')!.click(),
  );
  await waitForSaveLabel('Up to date', false);
  assert.deepEqual([await attribute('forked'), await attribute('changed')], ['', null]);
  const [original, fork] = await at.versions.find([versionId(version), versionId('here')]);
  assert.equal(original!.view, VIEW);
  assert.equal(fork!.view, VIEW.replace('One two', 'One two three'));
  assert.deepEqual([fork!.forkOriginId, fork!.published, fork!.staged], [original!.id, fork!.revision, fork!.revision]);
  // The editor saves further changes of a fork without a question.
  await type('!');
  await waitForSaveLabel('Save customization', true);
  await clickButton(at.page, 'Save customization');
  await waitForSaveLabel('Up to date', false);
  assert.equal(await question(), '');
  await clickButton(at.page, 'Close');
  await waitForEditorState(at.page, 'idle');
  await waitForComponentText(at.page, 'Title\n\nOne two three!');
  await waitForComponentHTML(at.page, (await at.versions.find([versionId('here')]))[0]!.view);
  await at.page.reload();
  await waitForComponentText(at.page, 'Title\n\nOne two three!');
  await at.open(editableComponent(version, 'elsewhere'), { name: 'other.html' });
  assert.equal(await componentText(at.page), 'Title\n\nOne two');
  assert.deepEqual(
    at.consoleMessages.filter((line) => !/404/.test(line)),
    [],
  );
});

test('§4, §5: unfork asks, then the page shows the original again; two instances on a page have forks of their own', async () => {
  const version = await at.publish(VIEW);
  const [one, two] = [`${version}-one`, `${version}-two`];
  await at.open(editableComponent(version, one, 'id="one"') + editableComponent(version, two, 'id="two"'));
  await openEditor(at.page, '#one');
  await type(' three', '#one p');
  await waitForSaveLabel('Save customization', true);
  await at.page.keyboard.down('Control');
  await at.page.keyboard.press('s');
  await at.page.keyboard.up('Control');
  await waitForQuestion(ONLY_HERE);
  await at.page.keyboard.press('Tab');
  await at.page.keyboard.press('Enter');
  await waitForSaveLabel('Up to date', false);
  assert.equal(await componentText(at.page, '#two'), 'Title\n\nOne two');
  await clickButton(at.page, 'More actions');
  await clickButton(at.page, 'Unfork');
  await waitForQuestion('Are you sure to reset component to its original state? All changes will be lost.');
  await clickButton(at.page, 'Reset component');
  await at.page.waitForFunction(() => !document.querySelector('feaas-editor')!.hasAttribute('forked'));
  await waitForComponentText(at.page, 'Title\n\nOne two', '#one');
  const [fork] = await at.versions.find([versionId(one)]);
  assert.deepEqual([fork!.view, fork!.published, fork!.staged], [VIEW, null, null]);
  await clickButton(at.page, 'Close');
  await waitForEditorState(at.page, 'idle');
  await waitForComponentHTML(at.page, VIEW, '#one');
});

test('§4: discard reverts unsaved changes; closing asks only with unsaved changes', async () => {
  const version = await at.publish(VIEW);
  await at.open(editableComponent(version, `${version}-x`));
  await openEditor(at.page);
  await type(' three');
  await waitForSaveLabel('Save customization', true);
  await clickButton(at.page, 'More actions');
  await clickButton(at.page, 'Discard');
  await waitForSaveLabel('Up to date', false);
  await waitForComponentText(at.page, 'Title\n\nOne two');
  await type('!');
  await waitForSaveLabel('Save customization', true);
  await at.page.keyboard.press('Escape');
  await at.page.keyboard.press('Escape');
  await waitForQuestion('Are you sure to close editor and discard changes?');
  await at.page.keyboard.press('Escape');
  await at.page.waitForFunction(() => !document.querySelector('feaas-editor')!.shadowRoot!.querySelector('dialog'));
  assert.equal(await attribute('state'), 'ready');
  // The first Escape has left the text already.
  await at.page.keyboard.press('Escape');
  await waitForQuestion('Are you sure to close editor and discard changes?');
  await clickButton(at.page, 'Discard changes');
  await waitForEditorState(at.page, 'idle');
  await waitForComponentText(at.page, 'Title\n\nOne two');
  assert.deepEqual(await at.versions.find([versionId(`${version}-x`)]), [null]);
  await openEditor(at.page);
  await at.page.keyboard.press('Escape');
  await at.page.keyboard.press('Escape');
  await waitForEditorState(at.page, 'idle');
});

test('every change can be undone one by one, and redone', async () => {
  const version = await at.publish(VIEW);
  await at.open(editableComponent(version, `${version}-x`));
  await openEditor(at.page);
  const seen: string[] = [];
  // Each change is in another block than the previous one, so that each is an undo step.
  for (const [word, selector] of [
    ['a', 'p'],
    ['b', 'h2'],
    ['c', 'p'],
  ] as const) {
    await type(word, `feaas-component ${selector}`);
    seen.push(await componentText(at.page));
  }
  const back = ['Title\n\nOne two', ...seen];
  for (const text of back.slice(0, -1).reverse()) {
    await clickButton(at.page, 'Undo');
    await waitForComponentText(at.page, text);
  }
  await waitForSaveLabel('Up to date', false);
  for (const text of seen) {
    await clickButton(at.page, 'Redo');
    await waitForComponentText(at.page, text);
  }
});

test('one target at a time: a click on another component asks about unsaved changes', async () => {
  const version = await at.publish(VIEW);
  await at.open(
    editableComponent(version, `${version}-one`, 'id="one"') + editableComponent(version, `${version}-two`, 'id="two"'),
  );
  await openEditor(at.page, '#one');
  await type(' three', '#one p');
  await waitForSaveLabel('Save customization', true);
  await at.page.click('#two h2');
  await waitForQuestion('Are you sure to close editor and discard changes?');
  await clickButton(at.page, 'Discard changes');
  await at.page.waitForFunction(
    (instance) => {
      const editor = document.querySelector('feaas-editor')!;
      return editor.getAttribute('instance') === instance && editor.getAttribute('state') === 'ready';
    },
    {},
    `${version}-two`,
  );
  await waitForComponentText(at.page, 'Title\n\nOne two', '#one');
});

/** Holds the first request for an operation, and records the operations of all requests. */
async function holdFirst(operation: string) {
  const sent: string[] = [];
  const held: HTTPRequest[] = [];
  const hold = (request: HTTPRequest): void => {
    const [, name] = /"operationName":"(\w+)"/.exec(request.postData() ?? '') ?? [];
    if (name !== undefined) sent.push(name);
    if (name === operation && held.length === 0) held.push(request);
    else void request.continue();
  };
  await at.page.setRequestInterception(true);
  at.page.on('request', hold);
  const stop = async (): Promise<void> => {
    at.page.off('request', hold);
    await at.page.setRequestInterception(false);
  };
  return { sent, held, stop };
}

for (const { step, isPublished } of [
  { step: 'Save', isPublished: false },
  { step: 'Publish', isPublished: true },
])
  test(`discarding during a save, at ${step}: visitors and the page see the same text`, async () => {
    const version = await at.publish(VIEW);
    await at.open(editableComponent(version, version));
    await openEditor(at.page);
    await type('!');
    await waitForSaveLabel('Save', true);
    const { sent, held, stop } = await holdFirst(step);
    await clickButton(at.page, 'Save');
    await waitUntil(() => held.length === 1);
    await clickButton(at.page, 'Close');
    await waitForQuestion('Are you sure to close editor and discard changes?');
    await clickButton(at.page, 'Discard changes');
    await waitForEditorState(at.page, 'idle');
    const answered = at.page.waitForResponse((response) => response.request() === held[0]);
    await held[0]!.continue();
    await answered;
    // Wait for all further requests.
    await waitForNetworkIdle(at.page, 500);
    const text = isPublished ? 'Title\n\nOne two!' : 'Title\n\nOne two';
    assert.equal(
      await pollUntil(
        () => componentText(at.page),
        (now) => now === text,
        10_000,
      ),
      text,
    );
    const [found] = await at.versions.find([versionId(version)]);
    assert.equal(found!.published, isPublished ? found!.revision : found!.revision - 1);
    assert.equal(sent.includes('Publish'), isPublished, sent.join());
    await stop();
    assert.deepEqual(at.consoleMessages, []);
  });

test('closing during a save asks; once the text is saved, the editor closes by itself', async () => {
  const version = await at.publish(VIEW);
  await at.open(editableComponent(version, version));
  await openEditor(at.page);
  await type('!');
  await waitForSaveLabel('Save', true);
  const { held, stop } = await holdFirst('Save');
  await clickButton(at.page, 'Save');
  await clickButton(at.page, 'Close');
  await waitForQuestion('Are you sure to close editor and discard changes?');
  assert.equal(held.length, 1);
  await held[0]!.continue();
  await waitForEditorState(at.page, 'idle');
  assert.equal(await question(), '');
  assert.equal(await componentText(at.page), 'Title\n\nOne two!');
  const [saved] = await at.versions.find([versionId(version)]);
  assert.equal(saved!.view, VIEW.replace('two', 'two!'));
  assert.equal(saved!.published, saved!.revision);
  await stop();
  assert.deepEqual(at.consoleMessages, []);
});

test('a change event for an own save that arrives before the response is not reported as another editor’s', async () => {
  const session = await at.page.createCDPSession();
  await session.send('Network.enable');
  /** Id of the request with the subscription to the host's changes. */
  let stream = '';
  const isOf = (operation: string, body = ''): boolean => body.includes(`"operationName":"${operation}"`);
  session.on('Network.requestWillBeSent', ({ requestId, request: { postData } }) => {
    if (isOf('LibraryChanged', postData)) stream = requestId;
  });
  const version = await at.publish(VIEW);
  await at.open(editableComponent(version, version));
  await openEditor(at.page);
  await type(' three');
  await waitForSaveLabel('Save', true);
  assert.notEqual(stream, '');
  const saved = new Promise<string>((resolve) => {
    session.on('Fetch.requestPaused', ({ requestId, request: { postData } }) => {
      if (isOf('Save', postData)) resolve(requestId);
      else void session.send('Fetch.continueRequest', { requestId });
    });
  });
  const told = new Promise<void>((resolve) => {
    session.on('Network.dataReceived', ({ requestId }) => requestId === stream && resolve());
  });
  await session.send('Fetch.enable', { patterns: [{ urlPattern: '*/graphql', requestStage: 'Response' }] });
  await clickButton(at.page, 'Save');
  const answer = await saved;
  await told;
  await at.page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  assert.equal(await at.page.$(inEditorUI('.banner')), null, 'while its answer is awaited');
  await session.send('Fetch.continueRequest', { requestId: answer });
  await waitForSaveLabel('Up to date', false);
  assert.equal(await at.page.$(inEditorUI('.banner')), null);
  await session.detach();
});

test('leaving the page asks with unsaved text, and does not without it', async () => {
  const version = await at.publish(VIEW);
  await at.open(editableComponent(version, version));
  await openEditor(at.page);
  await at.page.reload();
  assert.deepEqual(at.dialogs, []);
  await at.open(editableComponent(version, version));
  await openEditor(at.page);
  await type(' three');
  await waitForSaveLabel('Save', true);
  await at.page.reload();
  assert.deepEqual(at.dialogs.splice(0), ['beforeunload']);
  await at.open(editableComponent(version, version));
  await openEditor(at.page);
  await clickButton(at.page, 'Restore');
  await waitForSaveLabel('Save', true);
  await clickButton(at.page, 'Save');
  await waitForSaveLabel('Up to date', false);
  await at.page.reload();
  assert.deepEqual(at.dialogs, []);
});
