/** Who edits is signed out meanwhile: the page is asked, and what was typed stays (the real editor, its policy, D13). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { HostToken } from './lib/editing-host';
import { chrome, component, edit, editorJourney, idOf, labelled, press, shown, typeIn } from './lib/editor-page';
import { shotsFolder } from './lib/shots';

const at = editorJourney();
const VIEW = '<section><h2>Title</h2><p>One</p></section>';
const SAVED = VIEW.replace('One', 'One two');
const SHOTS = shotsFolder('feaas-editor-shots');

/** Edits with a token that is good until it is revoked. */
async function begin(): Promise<{ version: string; token: HostToken }> {
  const version = await at.publish(VIEW);
  const token = await at.host.newToken();
  await at.open(component(version, version));
  await at.page.evaluate((auth) => {
    const context = document.querySelector('feaas-context') as HTMLElement & { auth: string };
    context.auth = auth;
    const page = Object.assign(window, { asked: [] as string[], answer: null as string | null });
    context.addEventListener('feaasAuth', (event) => {
      const { reason, respondWith } = (event as CustomEvent).detail;
      page.asked.push(reason.name);
      // A page has to ask somebody first.
      respondWith(new Promise((resolve) => setTimeout(() => resolve(page.answer))));
    });
  }, token.secret);
  await edit(at.page);
  await typeIn(at.page, ' two', 'feaas-component p');
  await labelled(at.page, 'Save', true);
  return { version, token };
}

const asked = (): Promise<string[]> => at.page.evaluate(() => (window as any).asked);
const answer = (secret: string | null): Promise<void> =>
  at.page.evaluate((secret) => void ((window as any).answer = secret), secret);
const viewOf = async (version: string): Promise<string> => (await at.versions.find([idOf(version)]))[0]!.view;
const wrong = async (): Promise<string> => {
  const text = await at.page.waitForSelector(chrome('.banner--wrong .banner__text'), {
    visible: true,
    timeout: 30_000,
  });
  return text!.evaluate((element) => element.textContent!.replace(/[\u2068\u2069]/g, ''));
};

/** A page on which nobody is signed in; it answers `feaasAuth` with `window.answer`. */
async function beginSignedOut(): Promise<string> {
  const version = await at.publish(VIEW);
  await at.open(component(version, version));
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

test('E16: a click without a token asks the page once; nobody signs in: the editor does not open, and a message says why', async () => {
  await beginSignedOut();
  await at.page.click('feaas-component p');
  await at.page.click('feaas-component h2');
  await at.page.waitForFunction(() => (window as any).failed.length > 0);
  assert.deepEqual(new Set(await failed()), new Set(['SignInRequiredError']));
  assert.deepEqual(new Set(await asked()), new Set(['MissingAuthError']));
  assert.equal(await at.page.$eval('feaas-editor', (editor) => editor.getAttribute('state')), 'idle');
  assert.ok(at.said.some((line) => line.includes('The editor did not open because nobody signed in')));
});

test('E16: who signs in on the click edits, is asked once, and can save', async () => {
  const version = await beginSignedOut();
  await answer(at.host.token);
  await edit(at.page);
  assert.deepEqual(await asked(), ['MissingAuthError']);
  await typeIn(at.page, ' two', 'feaas-component p');
  await labelled(at.page, 'Save', true);
  await press(at.page, 'Save');
  await labelled(at.page, 'Up to date', false);
  assert.equal(await viewOf(version), SAVED);
  assert.deepEqual(await failed(), []);
});

test('the token has ended: the page is asked for another one, and the save goes on', async () => {
  const { version, token } = await begin();
  const other = await at.host.newToken();
  await answer(other.secret);
  await at.host.revoke(token);
  await press(at.page, 'Save');
  await labelled(at.page, 'Up to date', false);
  assert.deepEqual(await asked(), ['UnauthenticatedError']);
  assert.equal(await viewOf(version), SAVED);
  assert.equal(await at.page.$(chrome('.banner--wrong')), null);
});

test('what ran by itself has asked the page in vain: who signs in and saves then is heard', async () => {
  const { version, token } = await begin();
  await at.host.revoke(token);
  // A token that was revoked hears of nothing more.
  await at.publish(VIEW);
  await at.page.waitForFunction(() => (window as any).asked.length === 1, { timeout: 60_000 });
  await answer((await at.host.newToken()).secret);
  await press(at.page, 'Save');
  await labelled(at.page, 'Up to date', false);
  assert.equal((await asked()).length, 2);
  assert.equal(await viewOf(version), SAVED);
});

test('nobody signs in: it is said, the text stays, and signing in later is enough', async () => {
  const { version, token } = await begin();
  await at.host.revoke(token);
  await press(at.page, 'Save');
  assert.equal(
    await wrong(),
    'That did not work: Your sign-in has ended. Sign in again, then save. You keep your changes.',
  );
  await at.page.screenshot({ path: `${SHOTS}/sign-in.png` });
  assert.equal(await shown(at.page), 'Title\n\nOne two');
  assert.equal(await viewOf(version), VIEW);
  await at.page.click('feaas-component p');
  await at.page.keyboard.press('End');
  await at.page.keyboard.type('!');
  await labelled(at.page, 'Save', true);
  await answer((await at.host.newToken()).secret);
  await press(at.page, 'Try again');
  await labelled(at.page, 'Up to date', false);
  assert.deepEqual(new Set(await asked()), new Set(['UnauthenticatedError']));
  assert.equal(await viewOf(version), VIEW.replace('One', 'One two!'));
  assert.equal(await at.page.$(chrome('.banner--wrong')), null);
});

test('who may only look is told so, and keeps what was typed', async () => {
  const { version, token } = await begin();
  await at.host.revoke(token);
  await answer((await at.host.newToken('viewer')).secret);
  await press(at.page, 'Save');
  assert.equal(await wrong(), 'That did not work: You are not allowed to do this. You keep your changes here.');
  assert.equal(await shown(at.page), 'Title\n\nOne two');
  assert.equal(await viewOf(version), VIEW);
});
