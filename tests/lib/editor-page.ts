/** A page of the real host with a component and the real editor, under the host's Content Security Policy (D13). */
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
  /** The page of the test, new for each test, and its browser profile. */
  readonly page: Page;
  readonly profile: BrowserContext;
  /** Errors and warnings of the console. Journeys assert that there are none. */
  readonly consoleMessages: string[];
  /** Types of the browser dialogs so far. Each dialog is accepted. */
  readonly dialogs: string[];
  /** The version store of the host, outside of any page. */
  readonly versions: VersionStore;
  /** Opens another page, by default in the same profile, with the same recording. */
  openAnotherPage(profile?: BrowserContext): Promise<Page>;
  /** Makes another page the page of the test. */
  usePage(page: Page): void;
  /** Publishes markup as a version of the footer. Resolves with the name of the version. */
  publish(view: string): Promise<string>;
  /** Writes a page with this markup in a context with an editor, and opens it. */
  open(body: string, options?: OpenOptions): Promise<void>;
}

export interface OpenOptions {
  readonly name?: string;
  readonly page?: Page;
  /** Attributes of the body element. */
  readonly attributes?: string;
}

/** The id of a version of the footer. */
export const versionId = (version: string): string => `aurora/footer/${version}`;
/** Returns the markup of an editable component that renders a version. */
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
    // A page with unsaved text shows a dialog before it unloads.
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

/** Waits until the editor of a page has this state. @throws Error with the current state after a timeout */
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

/** Waits until a component is focusable, which it becomes after its first render, and focuses it. */
export async function focusComponent(page: Page): Promise<void> {
  const element = await page.waitForSelector('feaas-component[tabindex="0"]');
  await element!.focus();
}

/** Clicks a component and waits until its editor is ready. */
export async function openEditor(page: Page, selector = 'feaas-component'): Promise<void> {
  await page.click(`${selector} > *`);
  await waitForEditorState(page, 'ready');
}

/** Returns a selector for an element of the editor UI. Wait for it with `visible`: otherwise puppeteer misses changes in shadow roots. */
export const inEditorUI = (selector: string): string => `feaas-editor >>> ${selector}`;

/** Buttons that move to the menu of the bar in narrow viewports. */
const OVERFLOW_BUTTONS = new Set(['Theme', 'Data mode', 'Preview at a width', 'Checks']);
const isBarWide = (page: Page): Promise<boolean> =>
  page.evaluate(() => matchMedia('(min-width: 960px) and (pointer: fine), (min-width: 1120px)').matches);

/** Clicks a button of the editor UI or of its dialog by its accessible name. */
export async function clickButton(page: Page, name: string): Promise<void> {
  if (OVERFLOW_BUTTONS.has(name) && !(await isBarWide(page))) await clickButton(page, 'More actions');
  const button = await page.waitForSelector(inEditorUI(`::-p-aria([name="${name}"])`), {
    visible: true,
    timeout: 30_000,
  });
  // Puppeteer does not scroll within a menu in every browser.
  await button!.scrollIntoView();
  await waitUntilStill(button!);
  await button!.click();
}

/** Waits until an element does not move: some controls follow the component. */
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

/** Finds an entry of the editor's picker by its name. @param search typed into the search field first */
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
      // The list moves until entries that do not match are removed.
      if (search && all.some((each) => !each.textContent!.toLowerCase().includes(search))) return undefined;
      return all.find((each) => each.querySelector('.card__name')?.textContent === name);
    },
    { timeout: 30_000 },
    name,
    search,
  );
  return found as unknown as ElementHandle<Element>;
}

/** Picks an entry of the editor's picker with the mouse. */
export async function pickEntry(page: Page, name: string, search?: string): Promise<void> {
  const found = await findPickerEntry(page, name, search);
  await found.scrollIntoView();
  await found.click();
}

/** Opens the data picker for a binding of the selected element: `content`, `repeat`, `selection`, `attribute-…`, `link-href`. */
export async function openBindingPicker(page: Page, name: string): Promise<void> {
  const button = await page.waitForSelector(inEditorUI(`[data-binding="${name}"]`), { visible: true, timeout: 30_000 });
  await button!.click();
  await page.waitForSelector(inEditorUI('.dialog--pick >>> input[name=path]'), { visible: true, timeout: 30_000 });
}

/** Clicks rows of the tree in the editor's picker, one after the other. */
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

/** Waits until the picker contains a path. */
export const waitForPath = (page: Page, path: string): Promise<unknown> =>
  page.waitForSelector(inEditorUI(`.dialog--pick >>> input[name=path][value=${JSON.stringify(path)}]`), {
    visible: true,
    timeout: 30_000,
  });

/** Types a path into the editor's picker, and confirms it with Enter. */
export async function typePath(page: Page, path: string): Promise<void> {
  const field = await page.waitForSelector(inEditorUI('.dialog--pick >>> input[name=path]'), { visible: true });
  await field!.click({ count: 3 });
  await page.keyboard.type(path);
  await page.keyboard.press('Enter');
}

/** Waits until the editor's picker is closed. */
export const waitForPickerClosed = (page: Page): Promise<unknown> =>
  page.waitForSelector(inEditorUI('.dialog--pick'), { hidden: true, timeout: 30_000 });

/** Chooses the theme of the component, in the bar or in its menu. */
export async function chooseTheme(page: Page, name: string): Promise<void> {
  await clickButton(page, 'Theme');
  await pickEntry(page, name);
  await waitForPickerClosed(page);
}

/** The visible text of a component. */
export const componentText = (page: Page, selector = 'feaas-component'): Promise<string> =>
  page.$eval(selector, (element) => (element as HTMLElement).innerText.trim());

/** Waits until the visible text of a component equals a text. */
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
 * Waits until the HTML of a component equals this HTML. The first render after the editor is closed removes the nodes that the
 * editor has added; the visible text does not show whether that render is done.
 */
export const waitForComponentHTML = async (page: Page, html: string, selector = 'feaas-component'): Promise<void> => {
  const inside = (): Promise<string> => page.$eval(selector, (element) => element.innerHTML);
  assert.equal(await pollUntil(inside, (now) => now === html), html);
};

/** The label of the save button, and whether it is enabled. Waits for the button, which can appear shortly after the editor is ready. */
export async function saveButton(page: Page): Promise<readonly [string, boolean]> {
  const button = await page.waitForSelector(inEditorUI('.bar--main .button--main'), { visible: true, timeout: 30_000 });
  return button!.evaluate((each) => {
    const { textContent, disabled, ariaDisabled } = each as HTMLButtonElement;
    return [textContent!, !disabled && ariaDisabled !== 'true'] as const;
  });
}

/** Waits until a notice matches this pattern. */
export const waitForNotice = (page: Page, text: RegExp): Promise<unknown> =>
  page.waitForFunction(
    (pattern) =>
      [...document.querySelector('feaas-editor')!.shadowRoot!.querySelectorAll('.banner__text')].some((each) =>
        new RegExp(pattern).test(each.textContent!.replace(/[\u2068\u2069]/g, '')),
      ),
    { timeout: 30_000 },
    text.source,
  );

/** Waits until the save button has this label. `Up to date` also accepts `Saved`, the confirmation that precedes it. */
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

/** Clicks an element, and types at the end of the line. */
export async function typeAtEnd(page: Page, text: string, selector: string): Promise<void> {
  await page.click(selector);
  await page.keyboard.press('End');
  await page.keyboard.type(text);
}

/** Presses a key while modifier keys are down. */
export async function pressWithModifiers(page: Page, held: readonly KeyInput[], key: KeyInput): Promise<void> {
  for (const each of held) await page.keyboard.down(each);
  await page.keyboard.press(key);
  for (const each of [...held].reverse()) await page.keyboard.up(each);
}

/** A key, or a combination such as `Control+b`. */
export type KeyChord = KeyInput | `${string}+${string}`;

/** Presses keys one after the other. */
export async function pressKeys(page: Page, ...keys: readonly KeyChord[]): Promise<void> {
  for (const each of keys) {
    const all = each.split('+') as KeyInput[];
    await pressWithModifiers(page, all.slice(0, -1), all.at(-1)!);
  }
}

/**
 * Saves with Control+S, and asserts that the markup in the host's version store equals the delivered one, byte for byte. Resolves
 * with the markup.
 * @param view the expected markup
 */
export async function saveAndVerify(at: EditorJourney, version: string, view?: string): Promise<string> {
  // Not the button: it updates shortly after the typing.
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

/** Opens a visitor's page with a version, in another profile. */
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
