/** A page of the real host whose component is edited with the real editor, under the host's policy (D13). */
import assert from 'node:assert/strict';
import { after, before, beforeEach } from 'node:test';
import type { Browser, BrowserContext, ElementHandle, KeyInput, Page } from 'puppeteer';
import type { VersionStore } from '../../src/utils/gateway';
import { launch, openPage } from './browser';
import { startEditingHost, type EditingHost } from './editing-host';
import { consoleText, recordConsole } from './journey';
import { publish, connectVersions } from './publish';
import { logPolicyViolations } from './page-observers';
import { signIn } from './sign-in';
import { pollUntil } from './wait-until';

export interface EditorJourney {
  readonly host: EditingHost;
  readonly browser: Browser;
  /** A visitor's and an editor's page, anew for each test, of one browser profile. */
  readonly page: Page;
  readonly profile: BrowserContext;
  /** Errors and warnings of the console; journeys hold it to be silent. */
  readonly consoleMessages: string[];
  /** Kinds of the browser's own dialogs that were shown, each of which was accepted. */
  readonly dialogs: string[];
  /** Versions as the host has them, asked for from outside of any page. */
  readonly versions: VersionStore;
  /** Another page of the same profile, watched alike. */
  openAnotherPage(profile?: BrowserContext): Promise<Page>;
  /** From now on this is the page. */
  usePage(page: Page): void;
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
export const versionId = (version: string): string => `aurora/footer/${version}`;
/** An editable component that shows a version. */
export const editableComponent = (version: string, instance = 'here', more = ''): string =>
  `<feaas-component component="footer" version="${version}" instance="${instance}" fetch="template stylesheet" editable ${more}></feaas-component>`;

/**
 * Sets up before the tests of a file and tears down after them.
 * @param start starts the browser
 */
export function editorJourney(start: () => Promise<Browser> = launch): EditorJourney {
  const state = {} as { -readonly [Name in keyof EditorJourney]: EditorJourney[Name] };
  let count = 0;
  state.openAnotherPage = async (profile = state.profile) => {
    const page = await openPage(profile);
    await logPolicyViolations(page);
    await signIn(page, state.host);
    recordConsole(page, state.consoleMessages);
    // A page with unsaved text asks before it is left.
    page.on('dialog', (dialog) => {
      state.dialogs.push(dialog.type());
      void dialog.accept();
    });
    return page;
  };
  state.usePage = (page) => void (state.page = page);
  state.publish = async (view) => {
    const version = `journey-${++count}`;
    await publish(state.versions, versionId(version), view);
    return version;
  };
  state.open = async (body, { name = 'journey.html', page = state.page, attributes } = {}) => {
    const markup = `<h1>Journey</h1><p>Something before it</p><p>And more</p><feaas-context library="aurora">${body}<feaas-editor></feaas-editor></feaas-context>`;
    await state.host.writePage(name, markup, attributes);
    await page.goto(`${state.host.origin}/${name}`);
    await page.waitForFunction(() =>
      [...document.querySelectorAll('feaas-component')].every(
        (each) => each.firstElementChild ?? each.shadowRoot?.querySelector('[part=content] *'),
      ),
    );
    await page.waitForFunction(() => document.querySelector('feaas-editor')!.hasAttribute('aria-busy'));
    await page.evaluate(
      (token) => void Object.assign(document.querySelector('feaas-context')!, { auth: token }),
      state.host.token,
    );
  };
  before(async () => {
    state.host = await startEditingHost();
    state.browser = await start();
    state.versions = connectVersions(state.host);
  });
  beforeEach(async () => {
    state.consoleMessages = [];
    state.dialogs = [];
    await state.profile?.close();
    state.profile = await state.browser.createBrowserContext();
    state.page = await state.openAnotherPage();
  });
  after(async () => {
    await state.browser?.close();
    await state.host?.stop();
  });
  return state;
}

const stateOf = (page: Page): Promise<string | null> =>
  page.$eval('feaas-editor', (editor) => editor.getAttribute('state'));

/** Waits until the editor of a page has this state; where it does not come, says which there is. */
export const waitForEditorState = async (page: Page, state: string): Promise<void> => {
  try {
    await page.waitForFunction(
      (state) => document.querySelector('feaas-editor')!.getAttribute('state') === state,
      { timeout: 120_000 },
      state,
    );
  } catch (error) {
    const now = await stateOf(page).catch(() => 'unknown: the page has none');
    const message = `The editor does not become "${state}"; its state is "${now}". The console has: ${consoleText(page)}`;
    throw new Error(message, { cause: error });
  }
};

/** Puts the focus on a component, once it can have it: what makes it editable comes after what shows it. */
export async function focusComponent(page: Page): Promise<void> {
  const element = await page.waitForSelector('feaas-component[tabindex="0"]');
  await element!.focus();
}

/** Clicks a component and waits until it is edited. */
export async function openEditor(page: Page, selector = 'feaas-component'): Promise<void> {
  await page.click(`${selector} > *`);
  await waitForEditorState(page, 'ready');
}

/** A selector into the chrome. Who waits for it asks for `visible`: a change in a shadow root is not heard of otherwise. */
export const inEditorUI = (selector: string): string => `feaas-editor >>> ${selector}`;

/** What stands in the menu of the bar where the bar has no room for it. */
const OVERFLOW_BUTTONS = new Set(['Theme', 'Data mode', 'Preview at a width', 'Checks']);
const isBarWide = (page: Page): Promise<boolean> =>
  page.evaluate(() => matchMedia('(min-width: 960px) and (pointer: fine), (min-width: 1120px)').matches);

/** Clicks a button of the chrome, or of its dialog, by its name. */
export async function clickButton(page: Page, name: string): Promise<void> {
  if (OVERFLOW_BUTTONS.has(name) && !(await isBarWide(page))) await clickButton(page, 'More actions');
  const button = await page.waitForSelector(inEditorUI(`::-p-aria([name="${name}"])`), {
    visible: true,
    timeout: 30_000,
  });
  await waitUntilStill(button!);
  await button!.click();
}

/** Waits until an element stands still, as whoever aims at it does: what follows the component moves with it. */
const waitUntilStill = (element: ElementHandle<Element>): Promise<void> =>
  element.evaluate(async (each) => {
    const place = (): string => JSON.stringify(each.getBoundingClientRect());
    for (let still = 0, before = place(); still < 3;) {
      await new Promise(requestAnimationFrame);
      const now = place();
      still = now === before ? still + 1 : 0;
      before = now;
    }
  });

/** An entry of the picker that the editor shows, by its name; found by searching where that is wanted. */
export async function findPickerEntry(page: Page, name: string, search?: string): Promise<ElementHandle<Element>> {
  if (search !== undefined) {
    const field = await page.waitForSelector(inEditorUI('.dialog--pick >>> input[type=search]'), { visible: true });
    await field!.click({ count: 3 });
    await page.keyboard.type(search);
  }
  const found = await page.waitForFunction(
    (name, search) => {
      const dialog = document.querySelector('feaas-editor')!.shadowRoot!.querySelector('.dialog--pick');
      const root = dialog?.querySelector(':scope > div')?.shadowRoot;
      const all = [...(root?.querySelectorAll('[role=option]') ?? [])];
      // Until what does not fit has gone the list moves.
      if (search && all.some((each) => !each.textContent!.toLowerCase().includes(search))) return undefined;
      return all.find((each) => each.querySelector('.card__name')?.textContent === name);
    },
    { timeout: 30_000 },
    name,
    search,
  );
  return found as unknown as ElementHandle<Element>;
}

/** Picks an entry of the picker that the editor shows, with the mouse. */
export async function pickEntry(page: Page, name: string, search?: string): Promise<void> {
  const found = await findPickerEntry(page, name, search);
  await found.scrollIntoView();
  await found.click();
}

/** Opens the picker for what of the chosen element is to be bound: `content`, `repeat`, `selection`, `attribute-…`, `link-href`. */
export async function openBindingPicker(page: Page, name: string): Promise<void> {
  const button = await page.waitForSelector(inEditorUI(`[data-binding="${name}"]`), { visible: true, timeout: 30_000 });
  await button!.click();
  await page.waitForSelector(inEditorUI('.dialog--pick >>> input[name=path]'), { visible: true, timeout: 30_000 });
}

/** Chooses rows of the tree in the picker that the editor shows, one after the other, with the mouse. */
export async function chooseTreeRows(page: Page, ...names: string[]): Promise<void> {
  for (const name of names) {
    const row = await page.waitForFunction(
      (name) => {
        const dialog = document.querySelector('feaas-editor')!.shadowRoot!.querySelector('.dialog--pick');
        const all = dialog?.querySelector(':scope > div')?.shadowRoot?.querySelectorAll('[role=treeitem]');
        return [...(all ?? [])].find((each) => each.querySelector('.row__name')!.textContent === name);
      },
      { timeout: 30_000 },
      name,
    );
    await (row as unknown as ElementHandle<Element>).click();
  }
}

/** The path that the picker has by now. */
export const waitForPath = (page: Page, path: string): Promise<unknown> =>
  page.waitForSelector(inEditorUI(`.dialog--pick >>> input[name=path][value=${JSON.stringify(path)}]`), {
    visible: true,
    timeout: 30_000,
  });

/** Writes a path into the picker that the editor shows, and takes it. */
export async function typePath(page: Page, path: string): Promise<void> {
  const field = await page.waitForSelector(inEditorUI('.dialog--pick >>> input[name=path]'), { visible: true });
  await field!.click({ count: 3 });
  await page.keyboard.type(path);
  await page.keyboard.press('Enter');
}

/** The picker that the editor shows is closed. */
export const waitForPickerClosed = (page: Page): Promise<unknown> =>
  page.waitForSelector(inEditorUI('.dialog--pick'), { hidden: true, timeout: 30_000 });

/** Chooses the theme of the component, wherever the bar has the choice. */
export async function chooseTheme(page: Page, name: string): Promise<void> {
  await clickButton(page, 'Theme');
  await pickEntry(page, name);
  await waitForPickerClosed(page);
}

/** What a component shows. */
export const componentText = (page: Page, selector = 'feaas-component'): Promise<string> =>
  page.$eval(selector, (element) => (element as HTMLElement).innerText.trim());

/** Waits until a component shows a text. */
export const waitForComponentText = (page: Page, text: string, selector = 'feaas-component'): Promise<unknown> =>
  page
    .waitForFunction(
      (selector, text) => document.querySelector<HTMLElement>(selector)!.innerText.trim() === text,
      { timeout: 20_000 },
      selector,
      text,
    )
    .catch(async () => {
      const has = await page.evaluate(() => {
        const at = document.activeElement?.shadowRoot?.activeElement ?? document.activeElement;
        return at?.cloneNode(false) instanceof Element ? (at.cloneNode(false) as Element).outerHTML : '';
      });
      assert.equal(await componentText(page, selector), text, `the focus is at ${has}`);
    });

/**
 * Waits until a component holds exactly this HTML: what the editor adds to it goes with the first render after it is closed.
 * That the text is as wanted does not tell of that.
 */
export const waitForComponentHTML = async (page: Page, html: string, selector = 'feaas-component'): Promise<void> => {
  const inside = (): Promise<string> => page.$eval(selector, (element) => element.innerHTML);
  assert.equal(await pollUntil(inside, (now) => now === html), html);
};

/** What the button that saves is called, and whether it can be pressed; the tools may come a moment after the editor is ready. */
export async function saveButton(page: Page): Promise<readonly [string, boolean]> {
  const button = await page.waitForSelector(inEditorUI('.bar--main .button--main'), { visible: true, timeout: 30_000 });
  return button!.evaluate((each) => {
    const { textContent, disabled, ariaDisabled } = each as HTMLButtonElement;
    return [textContent!, !disabled && ariaDisabled !== 'true'] as const;
  });
}

/** A notice has this text. */
export const waitForNotice = (page: Page, text: RegExp): Promise<unknown> =>
  page.waitForFunction(
    (pattern) =>
      [...document.querySelector('feaas-editor')!.shadowRoot!.querySelectorAll('.banner__text')].some((each) =>
        new RegExp(pattern).test(each.textContent!.replace(/[\u2068\u2069]/g, '')),
      ),
    { timeout: 30_000 },
    text.source,
  );

/** Waits until the button that saves is called so; that it is up to date is first said as a confirmation. */
export const waitForSaveButton = (page: Page, label: string, enabled: boolean, timeout = 20_000): Promise<unknown> =>
  page.waitForFunction(
    (labels, enabled) => {
      const button = document
        .querySelector('feaas-editor')!
        .shadowRoot!.querySelector<HTMLButtonElement>('.bar--main .button--main');
      const isEnabled = button && !button.disabled && button.ariaDisabled !== 'true';
      return labels.includes(button?.textContent ?? '') && isEnabled === enabled;
    },
    { timeout },
    label === 'Up to date' ? [label, 'Saved'] : [label],
    enabled,
  );

/** Types at the end of an element. */
export async function typeAtEnd(page: Page, text: string, selector: string): Promise<void> {
  await page.click(selector);
  await page.keyboard.press('End');
  await page.keyboard.type(text);
}

/** Presses a key while others are held. */
export async function pressWithModifiers(page: Page, held: readonly KeyInput[], key: KeyInput): Promise<void> {
  for (const each of held) await page.keyboard.down(each);
  await page.keyboard.press(key);
  for (const each of [...held].reverse()) await page.keyboard.up(each);
}

/** A key, or one with others that are held, such as `Control+b`. */
export type KeyChord = KeyInput | `${string}+${string}`;

/** Presses keys one after the other. */
export async function pressKeys(page: Page, ...keys: readonly KeyChord[]): Promise<void> {
  for (const each of keys) {
    const all = each.split('+') as KeyInput[];
    await pressWithModifiers(page, all.slice(0, -1), all.at(-1)!);
  }
}

/**
 * Saves where something is not saved yet, and holds what the host has of a version and what it delivers to be the same, to
 * the byte. Resolves with it.
 * @param view what it is to be
 */
export async function saveAndVerify(at: EditorJourney, version: string, view?: string): Promise<string> {
  // The keys count at once; the button hears a moment later of what was typed.
  await pressWithModifiers(at.page, ['Control'], 's');
  await waitForSaveButton(at.page, 'Up to date', false);
  const found = await pollUntil(
    async () => (await at.versions.find([versionId(version)]))[0],
    (now) => view === undefined || (now!.view === view && now!.published === now!.revision),
  );
  const delivered = await fetch(`${at.host.origin}/components/aurora/footer/${version}/published.html`);
  assert.equal(await delivered.text(), found!.view);
  if (view !== undefined) assert.equal(found!.view, view);
  return found!.view;
}

/** A visitor's page, of another profile, that shows a version. */
export async function openVisitorPage(at: EditorJourney, version: string, more = ''): Promise<Page> {
  const page = await at.openAnotherPage(await at.browser.createBrowserContext());
  const { width, height } = (await at.page.viewport()) ?? { width: 800, height: 600 };
  await page.setViewport({ width, height });
  await at.host.writePage(
    `visit-${version}.html`,
    `<feaas-component library="aurora" component="footer" version="${version}" ${more}></feaas-component>`,
  );
  await page.goto(`${at.host.origin}/visit-${version}.html`);
  await page.waitForSelector('feaas-component > *');
  return page;
}
