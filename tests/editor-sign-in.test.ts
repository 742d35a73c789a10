/** The editor's token becomes invalid: the editor asks the page for another one and keeps the text (the real editor, its policy, D13). */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { transform } from 'esbuild';
import { blocksOf, pagesIn } from '../scripts/docs/pages';
import type { HostToken } from './lib/editing-host';
import {
  inEditorUI,
  editableComponent,
  openEditor,
  editorJourney,
  versionId,
  waitForSaveButton,
  clickButton,
  componentText,
  typeAtEnd,
} from './lib/editor-page';
import { screenshotsFolder } from './lib/screenshots-folder';

const at = editorJourney();
const VIEW = '<section><h2>Title</h2><p>One</p></section>';
const SAVED = VIEW.replace('One', 'One two');
const SHOTS = screenshotsFolder('feaas-editor-shots');

/** Opens the editor with a token that is valid until it is revoked. */
async function begin(): Promise<{ version: string; token: HostToken }> {
  const version = await at.publish(VIEW);
  const token = await at.host.createToken();
  await at.open(editableComponent(version, version));
  await at.page.evaluate((auth) => {
    const context = document.querySelector('feaas-context') as HTMLElement & { auth: string };
    context.auth = auth;
    const page = Object.assign(window, { asked: [] as string[], answer: null as string | null });
    context.addEventListener('feaasAuth', (event) => {
      const { reason, respondWith } = (event as CustomEvent).detail;
      page.asked.push(reason.name);
      // Respond asynchronously, as a page that asks its user.
      respondWith(new Promise((resolve) => setTimeout(() => resolve(page.answer))));
    });
  }, token.secret);
  await openEditor(at.page);
  await typeAtEnd(at.page, ' two', 'feaas-component p');
  await waitForSaveButton(at.page, 'Save', true);
  return { version, token };
}

const tokenRequests = (): Promise<string[]> => at.page.evaluate(() => (window as any).asked);
const answer = (secret: string | null): Promise<void> =>
  at.page.evaluate((secret) => void ((window as any).answer = secret), secret);
const viewOf = async (version: string): Promise<string> => (await at.versions.find([versionId(version)]))[0]!.view;
const readErrorNotice = async (): Promise<string> => {
  const text = await at.page.waitForSelector(inEditorUI('.banner--wrong .banner__text'), {
    visible: true,
    timeout: 30_000,
  });
  return text!.evaluate((element) => element.textContent!.replace(/[\u2068\u2069]/g, ''));
};

/** A code block of the documentation. */
const docsBlock = (page: string, title: string): string =>
  blocksOf(pagesIn(new URL('../docs', import.meta.url).pathname).find(({ name }) => name === page)!).find(
    (block) => block.title === title,
  )!.code;

/** Opens a page without a token. It responds to `feaasAuth` with `window.answer`. */
async function beginSignedOut(): Promise<string> {
  const version = await at.publish(VIEW);
  await at.open(editableComponent(version, version));
  await at.page.evaluate(() => {
    const context = document.querySelector('feaas-context') as HTMLElement & { auth: string | null };
    context.auth = null;
    const page = Object.assign(window, {
      asked: [] as string[],
      failed: [] as string[],
      answer: null as string | null,
    });
    context.addEventListener('feaasAuth', (event) => {
      const { reason, respondWith } = (event as CustomEvent).detail;
      page.asked.push(reason.name);
      respondWith(new Promise((resolve) => setTimeout(() => resolve(page.answer))));
    });
    document.addEventListener('feaasError', (event) => page.failed.push((event as CustomEvent).detail.name));
  });
  return version;
}
const failed = (): Promise<string[]> => at.page.evaluate(() => (window as any).failed);

test('E16: a click without a token asks the page once; without a token, the editor does not open, and a message says why', async () => {
  await beginSignedOut();
  await at.page.click('feaas-component p');
  await at.page.click('feaas-component h2');
  await at.page.waitForFunction(() => (window as any).failed.length > 0);
  assert.deepEqual(new Set(await failed()), new Set(['SignInRequiredError']));
  assert.deepEqual(new Set(await tokenRequests()), new Set(['MissingAuthError']));
  assert.equal(await at.page.$eval('feaas-editor', (editor) => editor.getAttribute('state')), 'idle');
  assert.ok(
    at.consoleMessages.some((line) =>
      line.includes('nobody signed in. Sign in, then try again: the page answered `feaasAuth` with null'),
    ),
  );
});

test('E16: the message gives the reason: no response, or a failed one', async () => {
  const version = await at.publish(VIEW);
  await at.open(editableComponent(version, version));
  const reasons = await at.page.evaluate(async () => {
    const context = document.querySelector('feaas-context') as HTMLElement & { auth: string | null };
    context.auth = null;
    // Prevent the page of this journey from signing in automatically.
    context.addEventListener('feaasAuth', (event) => event.stopPropagation());
    const click = (): Promise<string> =>
      new Promise((resolve) => {
        document.addEventListener('feaasError', (event) => resolve((event as CustomEvent).detail.message), {
          once: true,
        });
        document.querySelector<HTMLElement>('feaas-component p')!.click();
      });
    const unanswered = await click();
    context.addEventListener('feaasAuth', (event) =>
      (event as CustomEvent).detail.respondWith(Promise.reject(new Error('the session server is down'))),
    );
    return [unanswered, await click()];
  });
  const start = 'The editor did not open because nobody signed in. Sign in, then try again: ';
  assert.match(reasons[0]!, new RegExp(`^${start}the page did not answer \`feaasAuth\``));
  assert.equal(reasons[1], `${start}the answer to \`feaasAuth\` failed: the session server is down`);
});

test('E16: a page that enables editing for editors only: a visitor’s click asks nothing, and the editor works after sign-in', async () => {
  const version = await at.publish(VIEW);
  const code = docsBlock('edit', 'editors.ts');
  await at.host.writePage(
    'session.html',
    `<feaas-context library="aurora">${editableComponent(version, version).replace(' editable', '')}</feaas-context>
    <script type="module" src="/editors.js"></script>`,
  );
  writeFileSync(`${at.host.site}/editors.js`, (await transform(code, { loader: 'ts', format: 'esm' })).code);
  let session = '';
  const asked: string[] = [];
  await at.page.setRequestInterception(true);
  at.page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    asked.push(pathname);
    if (pathname !== '/my-server/feaas-token') return void request.continue();
    void request.respond(session ? { body: session } : { status: 204 });
  });
  const visit = async (): Promise<void> => {
    await at.page.goto(`${at.host.origin}/session.html`, { waitUntil: 'networkidle0' });
    await at.page.waitForSelector('feaas-component > *');
  };
  await visit();
  await at.page.click('feaas-component p');
  assert.equal(await at.page.$('feaas-editor, feaas-component[editable], feaas-component[tabindex]'), null);
  assert.deepEqual(
    asked.filter((path) => /editor\.js|context\.js|graphql|feaas-token/.test(path)),
    [],
    'a visitor pays nothing for editing, and is asked nothing',
  );
  // Set the cookie that a site's sign-in sets.
  await at.page.setCookie({ name: 'editor', value: '1', url: at.host.origin });
  session = at.host.token;
  await visit();
  // Set the property, as frameworks do.
  const flagged = (editable: boolean): Promise<boolean> =>
    at.page.evaluate(async (editable) => {
      const component = document.querySelector('feaas-component')!;
      component.editable = editable;
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      return component.hasAttribute('editable');
    }, editable);
  assert.deepEqual([await flagged(false), await flagged(true)], [false, true]);
  await openEditor(at.page);
  await typeAtEnd(at.page, ' two', 'feaas-component p');
  await waitForSaveButton(at.page, 'Save', true);
  assert.deepEqual(at.consoleMessages, []);
});

test('E16: signing in on the click opens the editor after one request, and saving works', async () => {
  const version = await beginSignedOut();
  await answer(at.host.token);
  await openEditor(at.page);
  assert.deepEqual(await tokenRequests(), ['MissingAuthError']);
  await typeAtEnd(at.page, ' two', 'feaas-component p');
  await waitForSaveButton(at.page, 'Save', true);
  await clickButton(at.page, 'Save');
  await waitForSaveButton(at.page, 'Up to date', false);
  assert.equal(await viewOf(version), SAVED);
  assert.deepEqual(await failed(), []);
});

test('an expired token: the editor asks the page for another one, and the save continues', async () => {
  const { version, token } = await begin();
  const other = await at.host.createToken();
  await answer(other.secret);
  await at.host.revoke(token);
  await clickButton(at.page, 'Save');
  await waitForSaveButton(at.page, 'Up to date', false);
  assert.deepEqual(await tokenRequests(), ['UnauthenticatedError']);
  assert.equal(await viewOf(version), SAVED);
  assert.equal(await at.page.$(inEditorUI('.banner--wrong')), null);
});

test('after a failed request for a token in the background, a later save asks again', async () => {
  const { version, token } = await begin();
  await at.host.revoke(token);
  // The subscription of a revoked token ends.
  await at.publish(VIEW);
  await at.page.waitForFunction(() => (window as any).asked.length === 1, { timeout: 60_000 });
  await answer((await at.host.createToken()).secret);
  await clickButton(at.page, 'Save');
  await waitForSaveButton(at.page, 'Up to date', false);
  assert.equal((await tokenRequests()).length, 2);
  assert.equal(await viewOf(version), SAVED);
});

test('without a sign-in, a message shows, the text stays, and a later sign-in is sufficient', async () => {
  const { version, token } = await begin();
  await at.host.revoke(token);
  await clickButton(at.page, 'Save');
  assert.equal(
    await readErrorNotice(),
    'That did not work: Your sign-in has ended. Sign in again, then save. You keep your changes.',
  );
  await at.page.screenshot({ path: `${SHOTS}/sign-in.png` });
  assert.equal(await componentText(at.page), 'Title\n\nOne two');
  assert.equal(await viewOf(version), VIEW);
  await at.page.click('feaas-component p');
  await at.page.keyboard.press('End');
  await at.page.keyboard.type('!');
  await waitForSaveButton(at.page, 'Save', true);
  await answer((await at.host.createToken()).secret);
  await clickButton(at.page, 'Try again');
  await waitForSaveButton(at.page, 'Up to date', false);
  assert.deepEqual(new Set(await tokenRequests()), new Set(['UnauthenticatedError']));
  assert.equal(await viewOf(version), VIEW.replace('One', 'One two!'));
  assert.equal(await at.page.$(inEditorUI('.banner--wrong')), null);
});

test('a viewer gets a message and keeps the typed text', async () => {
  const { version, token } = await begin();
  await at.host.revoke(token);
  await answer((await at.host.createToken('viewer')).secret);
  await clickButton(at.page, 'Save');
  assert.equal(
    await readErrorNotice(),
    'That did not work: You are not allowed to do this. You keep your changes here.',
  );
  assert.equal(await componentText(at.page), 'Title\n\nOne two');
  assert.equal(await viewOf(version), VIEW);
});
