/** Two editors with separate browser profiles have one component open (the real editor on the real host, D13). */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { Page } from 'puppeteer';
import {
  inEditorUI,
  editableComponent,
  openEditor,
  editorJourney,
  versionId,
  waitForSaveButton,
  waitForNotice,
  clickButton,
  waitForComponentText,
  typeAtEnd,
} from './lib/editor-page';
import { WWW } from './lib/server';
import { setBrowserLanguages } from './lib/browser-languages';

const at = editorJourney();
const VIEW = '<section><h2>Title</h2><p>One</p><p>Two</p></section>';
/** The shortest interval of heartbeats, so that others notice a crash soon. */
const QUICK = '<meta name="feaas-editing" content="heartbeat=1">';
/** Timeout for changes that must arrive. */
const LIMIT = { timeout: 40_000 };
/** Files of the editor that adapt its colors, found by a text that only they contain. */
const ADAPT = readdirSync(`${WWW}assets`).filter(
  (name) => name.endsWith('.js') && readFileSync(`${WWW}assets/${name}`, 'utf8').includes('(prefers-contrast:more){'),
);

/** Creates a session for a user with this name, as a site's backend does. */
async function sessionOf(name: string): Promise<string> {
  const query = `mutation ($name: String!) {
    createSession(library: "aurora", role: PUBLISHER, name: $name, subject: $name) { token }
  }`;
  const response = await fetch(`${at.host.origin}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${at.host.token}` },
    body: JSON.stringify({ query, variables: { name } }),
  });
  const { data } = (await response.json()) as { data: { createSession: { token: string } } };
  return data.createSession.token;
}

/** Opens a page as the user with this name; the page shows a version. @param heartbeat the tag that sets the heartbeat */
async function openAs(page: Page, name: string, version: string, lang = 'en', heartbeat = QUICK): Promise<void> {
  const body = heartbeat + editableComponent(version, version);
  await setBrowserLanguages(page, lang);
  await at.open(body, { page, name: `${lang}.html`, attributes: `cdn="/cdn" lang="${lang}"` });
  await page.evaluate(
    (token) => void Object.assign(document.querySelector('feaas-context')!, { auth: token }),
    await sessionOf(name),
  );
}

/** Opens a version in the editor as the user with this name. */
async function editAs(page: Page, name: string, version: string, lang?: string): Promise<void> {
  await openAs(page, name, version, lang);
  await openEditor(page);
}

/** Opens a page in another browser profile. */
const profile = async (): Promise<Page> => at.openAnotherPage(await at.browser.createBrowserContext());

/** Waits until the toolbar lists these other editors; null for none. */
const here = (page: Page, label: string | null, initials = ''): Promise<unknown> =>
  page.waitForFunction(
    (label, initials) => {
      const others = document.querySelector('feaas-editor')!.shadowRoot!.querySelector('.bar--main .others');
      return label === null
        ? !others
        : others?.ariaLabel?.replace(/[\u2068\u2069]/g, '') === label && others.textContent === initials;
    },
    LIMIT,
    label,
    initials,
  );

/** Records all announcements of a page's editor. */
const recordAnnouncements = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const said: string[] = ((window as unknown as { said: string[] }).said = []);
    const region = document.querySelector('feaas-editor')!.shadowRoot!.querySelector('.said')!;
    new MutationObserver(() => said.push(region.textContent!.replace(/[\u2068\u2069]/g, '').trim())).observe(region, {
      ...{ characterData: true, childList: true, subtree: true },
    });
  });
const waitForAnnouncement = (page: Page, text: string): Promise<unknown> =>
  page.waitForFunction((text) => (window as unknown as { said: string[] }).said.includes(text), LIMIT, text);

const viewOf = async (id: string): Promise<string> => (await at.versions.find([id]))[0]!.view;

test('both editors see each other; one saves, and the other one compares before saving', async () => {
  const version = await at.publish(VIEW);
  const [ann, bob] = [at.page, await profile()];
  await editAs(ann, 'Ann Ábel', version);
  await recordAnnouncements(ann);
  await here(ann, null);
  await editAs(bob, 'Bob', version);
  await here(bob, 'Also here: Ann Ábel', 'AÁ');
  await here(ann, 'Also here: Bob', 'B');
  await waitForAnnouncement(ann, 'Now also here: Bob');
  await typeAtEnd(ann, ' mine', 'feaas-component p');
  await typeAtEnd(bob, ' theirs', 'feaas-component p');
  await clickButton(bob, 'Save');
  await waitForSaveButton(bob, 'Up to date', false);
  await waitForNotice(ann, /^Bob saved this component at /);
  await waitForComponentText(ann, 'Title\n\nOne mine\n\nTwo');
  await clickButton(ann, 'Compare');
  await ann.waitForSelector(inEditorUI('dialog[open] .difference'), { visible: true, timeout: 30_000 });
  assert.equal(await viewOf(versionId(version)), VIEW.replace('One', 'One theirs'), 'nothing is overwritten unseen');
  await ann.$eval('feaas-editor', (editor) => {
    const sides = [...editor.shadowRoot!.querySelectorAll('.side')];
    const both = sides.find((side) => side.querySelector('.side__name')!.textContent === 'Both');
    both!.querySelector('input')!.click();
  });
  await clickButton(ann, 'Save this choice');
  await waitForSaveButton(ann, 'Up to date', false);
  assert.equal(await viewOf(versionId(version)), VIEW.replace('<p>One</p>', '<p>One mine</p><p>One theirs</p>'));
  // An editor without unsaved changes sees the change at once, with a notice.
  await waitForNotice(bob, /^Ann Ábel saved this component at /);
  await waitForComponentText(bob, 'Title\n\nOne mine\n\nOne theirs\n\nTwo');
  assert.deepEqual(at.consoleMessages, []);
});

test('after applying the other editor’s text, undo restores the own text', async () => {
  const version = await at.publish(VIEW);
  const [ann, bob] = [at.page, await profile()];
  await editAs(ann, 'Ann', version);
  await editAs(bob, 'Bob', version);
  await typeAtEnd(ann, ' mine', 'feaas-component p');
  await typeAtEnd(bob, ' theirs', 'feaas-component p');
  await clickButton(bob, 'Save');
  await waitForNotice(ann, /^Bob saved/);
  await clickButton(ann, 'Take theirs');
  await waitForComponentText(ann, 'Title\n\nOne theirs\n\nTwo');
  await waitForSaveButton(ann, 'Up to date', false);
  await clickButton(ann, 'Undo');
  await waitForComponentText(ann, 'Title\n\nOne mine\n\nTwo');
  await waitForSaveButton(ann, 'Save', true);
  assert.equal(await viewOf(versionId(version)), VIEW.replace('One', 'One theirs'));
});

test('an editor that crashes disappears soon, and one that closes disappears at once; another own tab is named as such', async () => {
  const version = await at.publish(VIEW);
  const [ann, bob] = [at.page, await profile()];
  await editAs(ann, 'Ann', version);
  await recordAnnouncements(ann);
  await editAs(bob, 'Bob', version);
  await here(ann, 'Also here: Bob', 'B');
  const crash = await bob.createCDPSession();
  // The page ends before it can respond.
  crash.send('Page.crash').catch(() => {});
  await waitForAnnouncement(ann, 'No longer here: Bob');
  await here(ann, null);

  const second = await at.openAnotherPage();
  await editAs(second, 'Ann', version, 'ar');
  // Browsers draw background tabs rarely or not at all.
  await ann.bringToFront();
  await here(ann, 'Also here: you, in another tab', 'A');
  await second.bringToFront();
  await here(second, 'هنا أيضًا: أنت، في علامة تبويب أخرى', 'A');
  // Close the tab as a user does, so that the page receives its unload events.
  await second.close({ runBeforeUnload: true });
  await ann.bringToFront();
  await waitForAnnouncement(ann, 'No longer here: you, in another tab');

  const cleo = await profile();
  await editAs(cleo, 'Cleo', version);
  await here(ann, 'Also here: Cleo', 'C');
  await clickButton(cleo, 'Close');
  await here(ann, null);
});

test('an editor whose page is reloaded, left or closed disappears at once', async () => {
  // Announcements stay valid for longer than this test: only a withdrawal ends them.
  const slow = '<meta name="feaas-editing" content="heartbeat=100">';
  const version = await at.publish(VIEW);
  const [ann, bob] = [at.page, await profile()];
  await editAs(ann, 'Ann', version);
  const leave: readonly ((page: Page) => Promise<unknown>)[] = [
    (page) => page.reload(),
    (page) => page.goto(`${at.host.origin}/preview.html`),
    // Close the tab as a user does, so that the page receives its unload events.
    (page) => page.close({ runBeforeUnload: true }),
  ];
  for (const leaveBy of leave) {
    await openAs(bob, 'Bob', version, 'en', slow);
    await openEditor(bob);
    await here(ann, 'Also here: Bob', 'B');
    await leaveBy(bob);
    await here(ann, null);
  }
});

test('an editor that fails while opening leaves nothing behind: no presence, no lock, and no editable text', async () => {
  const version = await at.publish(VIEW);
  const [ann, bob, cleo] = [at.page, await profile(), await profile()];
  await editAs(ann, 'Ann', version);
  await recordAnnouncements(ann);
  // Block a file that this preference needs before the interface can show.
  const wishes = await bob.createCDPSession();
  await wishes.send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-contrast', value: 'more' }] });
  await bob.setRequestInterception(true);
  let isDown = true;
  bob.on('request', (request) => {
    const isLost = isDown && ADAPT.some((name) => request.url().includes(name));
    void (isLost ? request.abort() : request.continue());
  });
  await openAs(bob, 'Bob', version);
  await bob.evaluate(() => addEventListener('feaasError', () => document.body.setAttribute('data-failed', '')));
  await bob.click('feaas-component > *');
  await bob.waitForSelector('[data-failed]');
  await bob.waitForFunction(async () => {
    const editor = document.querySelector('feaas-editor')!;
    const locks = (await navigator.locks.query()).held!.filter(({ name }) => name!.startsWith('feaas-kit-journal '));
    const typable = document.querySelectorAll('[contenteditable], [data-feaas-node]');
    const drawn = editor.shadowRoot!.querySelectorAll('.layer');
    return editor.getAttribute('state') === 'idle' && locks.length + typable.length + drawn.length === 0;
  }, LIMIT);
  await editAs(cleo, 'Cleo', version);
  await here(ann, 'Also here: Cleo', 'C');
  // Opening works at the next attempt.
  isDown = false;
  await openEditor(bob);
  await here(ann, 'Also here: Cleo and Bob', 'CB');
  await clickButton(bob, 'Close');
  await here(ann, 'Also here: Cleo', 'C');
});
