/**
 * `<feaas-context sign-in>`: editors of a site sign in through a window of the host, at a real identity provider. The site has
 * another origin than the host, and a strict policy.
 */
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { Browser, BrowserContext, Page } from 'puppeteer';
import { freePort } from '../host/test/support/free-port';
import { CLIENT, type IdentityProviderServer, startIdentityProvider } from '../host/test/support/identity-provider';
import type { VersionStore } from '../src/utils/gateway';
import { blocksOf, pagesIn } from '../scripts/docs/pages';
import { launch, openPage } from './lib/browser';
import { startEditingHost, type EditingHost } from './lib/editing-host';
import {
  inEditorUI,
  editableComponent,
  versionId,
  waitForSaveButton,
  clickButton,
  waitForEditorState,
  typeAtEnd,
} from './lib/editor-page';
import { recordConsole } from './lib/journey';
import { publish, connectVersions } from './lib/publish';
import { logPolicyViolations } from './lib/page-observers';
import { send, startServer, type TestServer } from './lib/server';
import { screenshotsFolder } from './lib/screenshots-folder';

const SHOTS = screenshotsFolder('feaas-sign-in-shots');
const VIEW = '<section><h2>Title</h2><p>One</p></section>';
const savedView = (text: string): string => VIEW.replace('One', text);

let host: EditingHost;
let provider: IdentityProviderServer;
let site: TestServer;
let siteOrigin: string;
let browser: Browser;
let profile: BrowserContext;
let versions: VersionStore;
let page: Page;
let said: string[];
/** Secrets with which the page requested another token. */
let renewals: string[];
let body = '';
let count = 0;

/** The policy that the documentation recommends for a site with a host on another origin. */
const policyOf = (origin: string): string =>
  blocksOf(pagesIn(new URL('../docs', import.meta.url).pathname).find(({ name }) => name === 'security')!)
    .find(({ title }) => title === 'With a host elsewhere')!
    .code.trim()
    .replaceAll('https://content.example', origin);

before(async () => {
  const port = await freePort();
  const hostOrigin = `http://127.0.0.1:${port}`;
  site = await startServer((_, response, { pathname }) => {
    if (pathname !== '/') return undefined;
    send(response, body, 'text/html; charset=utf-8', { 'content-security-policy': policyOf(hostOrigin) });
    return true;
  });
  // `localhost` is another site than 127.0.0.1, not only another origin.
  siteOrigin = site.origin.replace('127.0.0.1', 'localhost');
  provider = await startIdentityProvider(`${hostOrigin}/auth/callback`);
  host = await startEditingHost({
    port,
    env: {
      FEAAS_PUBLIC_URL: hostOrigin,
      FEAAS_OIDC_ISSUER: provider.issuer,
      FEAAS_OIDC_CLIENT_ID: CLIENT.id,
      FEAAS_OIDC_CLIENT_SECRET: CLIENT.secret,
      FEAAS_OIDC_SCOPES: 'openid profile email groups offline_access',
      FEAAS_OIDC_ROLES: 'groups=editors:aurora:publisher,groups=viewers:aurora:viewer',
      FEAAS_EDITOR_ORIGINS: siteOrigin,
    },
  });
  versions = connectVersions(host);
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await host?.stop();
  await provider?.stop();
  await site?.close();
});
beforeEach(async () => {
  provider.accounts.clear();
  provider.accounts.set('ann', { name: 'Ann Example', groups: ['editors'] });
  await profile?.close();
  profile = await browser.createBrowserContext();
  said = [];
  renewals = [];
  page = await openPage(profile);
  await logPolicyViolations(page);
  recordConsole(page, said);
  page.on('request', (request) => {
    if (request.url() === `${host.origin}/auth/renew` && request.method() === 'POST')
      renewals.push(request.headers()['authorization']!.replace('Bearer ', ''));
  });
});

/** Opens a page of the site with one editable component and no token. */
async function open(attributes = 'sign-in', language = 'en'): Promise<string> {
  const version = `sign-in-${++count}`;
  await publish(versions, versionId(version), VIEW);
  body = `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>Site</title>
    <meta name="viewport" content="width=device-width"><link rel="icon" href="data:,">
    <script type="module" src="${host.origin}/build/feaas.esm.js"></script></head><body>
    <feaas-context library="aurora" cdn="${host.origin}/cdn" ${attributes}>${editableComponent(version, version)}<feaas-editor></feaas-editor></feaas-context>
    </body></html>`;
  await page.goto(siteOrigin);
  await page.waitForSelector('feaas-component[tabindex="0"] p');
  return version;
}

/** Returns the sign-in window that an action opens. */
async function windowOf(act: () => Promise<unknown>): Promise<Page> {
  const opened = new Promise<Page>((resolve, reject) => {
    page.once('popup', (popup) => resolve(popup!));
    setTimeout(() => reject(new Error(`no window opened: ${said.join(' ')}`)), 30_000).unref();
  });
  await act();
  return opened;
}

/** Enters a name at the identity provider, which asks for consent next. */
async function enterName(where: Page, login: string): Promise<void> {
  await (await where.waitForSelector('input[name=login]'))!.type(login);
  await where.type('input[name=password]', 'any');
  await Promise.all([where.waitForNavigation(), where.click('button[type=submit]')]);
}

/** Signs in at the identity provider and gives consent. The window closes. */
async function signInAs(popup: Page, login: string): Promise<void> {
  const closed = new Promise<void>((resolve) => popup.once('close', () => resolve()));
  await enterName(popup, login);
  await popup.click('button[type=submit]');
  await closed;
}

/** Signs in when the host shows a page afterwards. */
async function signInOnHost(where: Page, login: string): Promise<void> {
  await enterName(where, login);
  await Promise.all([where.waitForNavigation(), where.click('button[type=submit]')]);
}

/** Takes a screenshot of the page. */
async function shoot(name: string, width: number, scheme: 'light' | 'dark'): Promise<void> {
  await page.setViewport({ width, height: 700 });
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
  await page.screenshot({ path: `${SHOTS}/${name}.png` });
  await page.setViewport({ width: 1280, height: 900 });
}

const click = (): Promise<void> => page.click('feaas-component p');
const authOf = (): Promise<{ token: string; name: string } | null> =>
  page.$eval('feaas-context', (context) => context.auth as { token: string; name: string } | null);
const viewOf = async (version: string): Promise<string> => (await versions.find([versionId(version)]))[0]!.view;
const authorsOf = async (version: string): Promise<unknown[]> =>
  (await versions.history(versionId(version), { first: 10 })).items.map(({ author }) => author);
/** Whether the host still accepts a token from the site. */
async function isAccepted(token: string): Promise<boolean> {
  const response = await fetch(`${host.origin}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, origin: siteOrigin },
    body: JSON.stringify({ query: '{ viewer { name } }' }),
  });
  return response.ok;
}
async function save(): Promise<void> {
  await waitForSaveButton(page, 'Save', true);
  await clickButton(page, 'Save');
}
async function editAs(login: string): Promise<string> {
  const version = await open();
  await signInAs(await windowOf(click), login);
  await waitForEditorState(page, 'ready');
  return version;
}

test('an editor signs in through a window on the first click, edits and saves; the history has the real name, and the page stores nothing', async () => {
  const version = await editAs('ann');
  assert.equal((await authOf())!.name, 'Ann Example');
  await typeAtEnd(page, ' two', 'feaas-component p');
  await save();
  await waitForSaveButton(page, 'Up to date', false);
  assert.equal(await viewOf(version), savedView('One two'));
  assert.equal((await authorsOf(version))[0], 'Ann Example');
  const { token } = (await authOf())!;
  const stored = await page.evaluate(async () => {
    const databases = await indexedDB.databases();
    return JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, databases]);
  });
  assert.ok(!stored.includes(token.slice(0, 20)), stored);
  const cookies = (await profile.cookies()).filter(({ name }) => name.includes('feaas'));
  assert.deepEqual(cookies, [], 'the host needs no cookie in pages of other sites');
  assert.deepEqual(said, []);
});

test('the host refuses the session of the window on another origin', async () => {
  await editAs('ann');
  const { token } = (await authOf())!;
  assert.equal(await isAccepted(token), true);
  const stranger = await fetch(`${host.origin}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, origin: 'https://evil.example' },
    body: JSON.stringify({ query: '{ viewer { name } }' }),
  });
  assert.equal(stranger.status, 401);
});

test('a token that the host no longer accepts is renewed without a window, and the save continues', async () => {
  const version = await editAs('ann');
  const { token } = (await authOf())!;
  await typeAtEnd(page, ' two', 'feaas-component p');
  await host.rotateKeys();
  assert.equal(await isAccepted(token), false);
  await save();
  await waitForSaveButton(page, 'Up to date', false);
  assert.equal(await viewOf(version), savedView('One two'));
  assert.equal(renewals.length, 1);
  assert.notEqual((await authOf())!.token, token);
  assert.equal((await profile.pages()).length, 1, 'no other window');
});

test('after the end of the session, a dialog offers to sign in, by mouse and keyboard, and the save continues', async () => {
  const version = await editAs('ann');
  await typeAtEnd(page, ' two', 'feaas-component p');
  await host.rotateKeys();
  await save();
  await waitForSaveButton(page, 'Up to date', false);
  // Sign out without the knowledge of this page.
  const headers = { authorization: `Bearer ${renewals[0]!}`, origin: siteOrigin };
  assert.equal((await fetch(`${host.origin}/auth/sign-out`, { method: 'POST', headers })).status, 200);
  await page.click('feaas-component p');
  await page.keyboard.press('End');
  await page.keyboard.type('!');
  await save();
  const button = await page.waitForSelector('>>> dialog[open] button.-main', { visible: true, timeout: 30_000 });
  assert.equal(await button!.evaluate((each) => (each.getRootNode() as ShadowRoot).activeElement === each), true);
  await shoot('dialog-light', 1280, 'light');
  await shoot('dialog-dark', 1280, 'dark');
  await shoot('dialog-narrow', 360, 'light');
  const popup = await windowOf(() => page.keyboard.press('Enter'));
  // The provider remembers the user, and asks for consent only.
  const closed = new Promise<void>((resolve) => popup.once('close', () => resolve()));
  await (await popup.waitForSelector('button[type=submit]'))!.click();
  await closed;
  await waitForSaveButton(page, 'Up to date', false);
  assert.equal(await viewOf(version), savedView('One two!'));
});

test('an editor who loses the role is refused, and keeps the typed text', async () => {
  const version = await editAs('ann');
  await typeAtEnd(page, ' two', 'feaas-component p');
  provider.accounts.set('ann', { name: 'Ann Example', groups: ['viewers'] });
  // The host learns of new groups at the next sign-in of the same user, or after some minutes.
  const elsewhere = await browser.createBrowserContext();
  const other = await openPage(elsewhere);
  await other.goto(`${host.origin}/auth/login`);
  await signInOnHost(other, 'ann');
  await elsewhere.close();
  await save();
  const text = await page.waitForSelector(inEditorUI('.banner--wrong .banner__text'), {
    visible: true,
    timeout: 30_000,
  });
  assert.match(await text!.evaluate((each) => each.textContent!), /You are not allowed to do this/);
  assert.equal(await viewOf(version), VIEW);
});

test('auth = null signs out: the host refuses token and renewal, and the next click asks again', async () => {
  await editAs('ann');
  await host.rotateKeys();
  await typeAtEnd(page, ' two', 'feaas-component p');
  await save();
  await waitForSaveButton(page, 'Up to date', false);
  const { token } = (await authOf())!;
  const signedOut = page.waitForResponse(
    (response) => response.url() === `${host.origin}/auth/sign-out` && response.request().method() === 'POST',
  );
  await page.$eval('feaas-context', (context) => void (context.auth = null));
  assert.equal((await signedOut).status(), 200);
  assert.equal(await isAccepted(token), false);
  const headers = { authorization: `Bearer ${renewals[0]!}`, origin: siteOrigin };
  assert.equal((await fetch(`${host.origin}/auth/renew`, { method: 'POST', headers })).status, 401);
  await page.$eval('feaas-editor', async (editor) => void (await editor.close()));
  await waitForEditorState(page, 'idle');
  const popup = await windowOf(click);
  assert.match(popup.url(), /\/auth\/login|\/interaction\/|\/auth\?/);
});

test('messages from another window or origin than the host’s sign nobody in', async () => {
  await page.evaluateOnNewDocument(() => {
    const { open } = window;
    window.open = (...given) => {
      (window as any).opened = String(given[0]);
      return open.apply(window, given);
    };
  });
  await open();
  const popup = await windowOf(click);
  await popup.waitForSelector('input[name=login]');
  assert.equal(new URL(popup.url()).origin, provider.issuer, 'the window is at the provider');
  const address = new URL(await page.evaluate(() => (window as any).opened as string));
  const forged = {
    ...{ type: 'feaas-sign-in', request: address.searchParams.get('request'), token: 'forged', name: 'Eve' },
    ...{ expiresIn: 300, renewal: 'forged' },
  };
  // Send the message from a page that took over the window, and from the page itself.
  await popup.evaluate((message) => (window.opener as Window).postMessage(message, '*'), forged);
  await page.evaluate((message) => window.postMessage(message, '*'), forged);
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
  assert.equal(await authOf(), null);
  const warning = `Ignored a message 'feaas-sign-in'`;
  for (const origin of [provider.issuer, siteOrigin])
    assert.ok(
      said.some((line) => line.includes(`${warning} from ${origin}`)),
      said.join('\n'),
    );
  await signInAs(popup, 'ann');
  await waitForEditorState(page, 'ready');
  assert.equal((await authOf())!.name, 'Ann Example');
});

test('E16: after closing the window, the editor does not open, and a message gives the reason; without a role, the window does', async () => {
  await open();
  await page.evaluate(() =>
    document.addEventListener(
      'feaasError',
      (event) => ((window as any).failed = (event as CustomEvent).detail.message),
    ),
  );
  provider.accounts.set('pat', { name: 'Pat', groups: [] });
  const popup = await windowOf(click);
  await signInOnHost(popup, 'pat');
  assert.match(await popup.$eval('body', (element) => element.textContent!), /You have no role/);
  await popup.close();
  await page.waitForFunction(() => (window as any).failed);
  assert.match(
    await page.evaluate(() => (window as any).failed),
    /nobody signed in.*the sign-in window or its dialog was closed/,
  );
  assert.equal(await page.$eval('feaas-editor', (editor) => editor.state), 'idle');
});

test('a page signs in by its own button, and `sign-in` names the host if the backend has another origin', async () => {
  await open(`sign-in="${host.origin}" backend="${siteOrigin}/api"`);
  await page.evaluate(() => {
    const button = document.body.appendChild(document.createElement('button'));
    button.addEventListener('click', async () => {
      const auth = await document.querySelector('feaas-context')!.requestAuth();
      button.textContent = typeof auth === 'object' ? (auth?.name ?? '') : '';
    });
  });
  await signInAs(await windowOf(() => page.click('body > button')), 'ann');
  await page.waitForFunction(() => document.querySelector('body > button')!.textContent === 'Ann Example');
  assert.deepEqual(said, []);
});

test('without `sign-in` no window opens, and visitors load nothing of it', async () => {
  const scripts: string[] = [];
  page.on('response', (response) => void (response.url().endsWith('.js') && scripts.push(response.url())));
  const texts = async (): Promise<boolean> => {
    const codes = await Promise.all([...new Set(scripts)].map(async (url) => (await fetch(url)).text()));
    return codes.some((code) => code.includes('/auth/login'));
  };
  await open('');
  await click();
  await page.waitForFunction(() => document.querySelector('feaas-editor')!.state === 'idle');
  assert.equal(await texts(), false);
  assert.equal((await profile.pages()).length, 1);
  scripts.length = 0;
  await open();
  await windowOf(click);
  assert.equal(await texts(), true, 'the check finds the module where it is loaded');
});

/** Returns the text of an element once it is not empty. */
async function textOf(selector: string): Promise<string> {
  const found = await page.waitForFunction((selector) => document.querySelector(selector)?.textContent, {}, selector);
  return String(await found.jsonValue());
}

test('pages of the host: sign in by a link, show drafts and the name, renew the token, and sign out', async () => {
  const draft = `draft-${++count}`;
  await versions.save(versionId(draft), '<p>Only a draft</p>', { expectedRevision: 0 });
  const address = `${host.origin}/preview.html?feaasSrc=aurora/footer/${draft}/saved&lang=en`;
  await page.goto(`${host.origin}/customizations.html?library=aurora&lang=en`);
  assert.equal(await textOf('#account a'), 'Sign in');
  for (const [name, width, scheme] of [
    ['offered-light', 1280, 'light'],
    ['offered-narrow', 360, 'dark'],
  ] as const)
    await shoot(`customizations-${name}`, width, scheme);
  await Promise.all([page.waitForNavigation(), page.click('#account a')]);
  await signInOnHost(page, 'ann');
  assert.equal(page.url(), `${host.origin}/customizations.html?library=aurora&lang=en`, 'back on the same page');
  assert.equal(await textOf('#account span'), 'Ann Example');
  assert.equal(await page.$eval('#token-field', (field) => (field as HTMLElement).hidden), true);
  await page.waitForSelector('#list feaas-context + *');
  for (const [name, width, scheme] of [
    ['light', 1280, 'light'],
    ['dark', 1280, 'dark'],
    ['narrow', 360, 'light'],
  ] as const)
    await shoot(`customizations-${name}`, width, scheme);
  // The page renews its token when the host no longer accepts the old one.
  await host.rotateKeys();
  const renewed = page.waitForResponse(`${host.origin}/auth/session`);
  await page.select('#language', 'de');
  assert.equal((await renewed).status(), 200);
  assert.equal(await textOf('#account button'), 'Abmelden');
  await page.goto(address);
  assert.equal(await textOf('#account span'), 'Ann Example');
  await page.waitForFunction(
    () => document.querySelector('iframe')?.contentDocument?.body?.innerText === 'Only a draft',
  );
  // Sign out of the host, and then of the provider, which asks for confirmation.
  await Promise.all([page.waitForNavigation(), page.click('#account button')]);
  assert.ok(page.url().startsWith(provider.issuer), page.url());
  await page.goto(address);
  assert.equal(await textOf('#account a'), 'Sign in');
  assert.equal(await await page.evaluate(async () => (await fetch('/auth/session', { method: 'POST' })).status), 401);
});

test('on a page of the host, a click signs in on a page of the provider, and the next click opens the editor', async () => {
  await page.goto(host.origin);
  const hero = 'feaas-component[component=hero][editable]';
  await page.waitForSelector(`${hero}[tabindex="0"] > *`);
  await Promise.all([page.waitForNavigation(), page.click(`${hero} h1`)]);
  await signInOnHost(page, 'ann');
  assert.equal(page.url(), `${host.origin}/`);
  await page.waitForSelector(`${hero}[tabindex="0"] > *`);
  await page.click(`${hero} h1`);
  await waitForEditorState(page, 'ready');
  assert.equal(await page.$eval('feaas-editor', (editor) => editor.component), 'hero');
});
