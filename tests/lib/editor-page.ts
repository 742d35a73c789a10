/** A page of the real host whose component is edited with the real editor, under the host's policy (D13). */
import { after, before, beforeEach } from 'node:test';
import type { Browser, BrowserContext, Page } from 'puppeteer';
import { createGateway, type Version, type VersionStore } from '../../src/utils/gateway';
import { launch, openPage } from './browser';
import { startEditingHost, type EditingHost } from './editing-host';
import { listen } from './journey';
import { watchPolicy } from './scripts';

export interface EditorJourney {
  readonly host: EditingHost;
  readonly browser: Browser;
  /** A visitor's and an editor's page, anew for each test, of one browser profile. */
  readonly page: Page;
  readonly profile: BrowserContext;
  /** Errors and warnings of the console; journeys hold it to be silent. */
  readonly said: string[];
  /** Versions as the host has them, asked for from outside of any page. */
  readonly versions: VersionStore;
  /** Another page of the same profile, watched alike. */
  another(profile?: BrowserContext): Promise<Page>;
  /** From now on this is the page. */
  use(page: Page): void;
  /** Publishes a view as a version of the footer; the name of the version. */
  publish(view: string): Promise<string>;
  /** Writes a page with this body in a context with an editor, and opens it. */
  open(body: string, options?: OpenOptions): Promise<void>;
}

export interface OpenOptions {
  readonly name?: string;
  readonly page?: Page;
  /** Of the document's body. */
  readonly attributes?: string;
}

/** Id of a version of the footer. */
export const idOf = (version: string): string => `aurora/footer/${version}`;
/** An editable component that shows a version. */
export const component = (version: string, instance = 'here', more = ''): string =>
  `<feaas-component component="footer" version="${version}" instance="${instance}" fetch="template stylesheet" editable ${more}></feaas-component>`;

/** Sets up before the tests of a file and tears down after them. */
export function editorJourney(): EditorJourney {
  const state = {} as { -readonly [Name in keyof EditorJourney]: EditorJourney[Name] };
  let count = 0;
  state.another = async (profile = state.profile) => {
    const page = await openPage(profile);
    await watchPolicy(page);
    listen(page, state.said);
    return page;
  };
  state.use = (page) => void (state.page = page);
  state.publish = async (view) => {
    const version = `journey-${++count}`;
    const id = idOf(version);
    await deliver(await state.versions.save(id, view, { expectedRevision: 0 }));
    return version;
  };
  const deliver = async ({ id, revision }: Version): Promise<void> => {
    await state.versions.stage(id, { expectedRevision: revision });
    await state.versions.publish(id, { expectedRevision: revision });
  };
  state.open = async (body, { name = 'journey.html', page = state.page, attributes } = {}) => {
    const whole = `<h1>Journey</h1><p>Something before it</p><p>And more</p><feaas-context library="aurora">${body}<feaas-editor></feaas-editor></feaas-context>`;
    await state.host.page(name, whole, attributes);
    await page.goto(`${state.host.origin}/${name}`);
    await page.waitForFunction(() =>
      [...document.querySelectorAll('feaas-component')].every((each) => each.firstElementChild),
    );
    await page.waitForFunction(() => document.querySelector('feaas-editor')!.hasAttribute('aria-busy'));
    await page.evaluate(
      (token) => void Object.assign(document.querySelector('feaas-context')!, { auth: token }),
      state.host.token,
    );
  };
  before(async () => {
    state.host = await startEditingHost();
    state.browser = await launch();
    state.versions = createGateway({
      ...{ url: `${state.host.origin}/graphql`, library: 'aurora', auth: state.host.token },
    }).versions;
  });
  beforeEach(async () => {
    state.said = [];
    await state.profile?.close();
    state.profile = await state.browser.createBrowserContext();
    state.page = await state.another();
  });
  after(async () => {
    await state.browser?.close();
    await state.host?.stop();
  });
  return state;
}

/** Waits until the editor of a page has this state. */
export const reaches = (page: Page, state: string): Promise<unknown> =>
  page.waitForFunction(
    (state) => document.querySelector('feaas-editor')!.getAttribute('state') === state,
    { timeout: 15_000 },
    state,
  );

/** Clicks a component and waits until it is edited. */
export async function edit(page: Page, selector = 'feaas-component'): Promise<void> {
  await page.click(`${selector} > *`);
  await reaches(page, 'ready');
}

/** A selector into the chrome. */
export const chrome = (selector: string): string => `feaas-editor >>> ${selector}`;

/** Clicks a button of the chrome, or of its dialog, by its name. */
export async function press(page: Page, name: string): Promise<void> {
  const button = await page.waitForSelector(chrome(`::-p-aria([name="${name}"])`), { visible: true, timeout: 5000 });
  await button!.click();
}

/** What a component shows. */
export const shown = (page: Page, selector = 'feaas-component'): Promise<string> =>
  page.$eval(selector, (element) => (element as HTMLElement).innerText.trim());

/** Waits until a component shows a text. */
export const shows = (page: Page, text: string, selector = 'feaas-component'): Promise<unknown> =>
  page.waitForFunction(
    (selector, text) => document.querySelector<HTMLElement>(selector)!.innerText.trim() === text,
    { timeout: 5000 },
    selector,
    text,
  );

/** What the button that saves is called, and whether it can be pressed. */
export const saveButton = (page: Page): Promise<readonly [string, boolean]> =>
  page.$eval('feaas-editor', (editor) => {
    const button = editor.shadowRoot!.querySelector<HTMLButtonElement>('.bar--main .button--main')!;
    return [button.textContent!, !button.disabled && button.ariaDisabled !== 'true'] as const;
  });

/** Waits until the button that saves is called so. */
export const labelled = (page: Page, label: string, enabled: boolean): Promise<unknown> =>
  page.waitForFunction(
    (label, enabled) => {
      const button = document
        .querySelector('feaas-editor')!
        .shadowRoot!.querySelector<HTMLButtonElement>('.bar--main .button--main');
      const isEnabled = button && !button.disabled && button.ariaDisabled !== 'true';
      return button?.textContent === label && isEnabled === enabled;
    },
    { timeout: 10_000 },
    label,
    enabled,
  );

/** Types at the end of an element. */
export async function typeIn(page: Page, text: string, selector: string): Promise<void> {
  await page.click(selector);
  await page.keyboard.press('End');
  await page.keyboard.type(text);
}
