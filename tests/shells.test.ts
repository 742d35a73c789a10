/** `feaas-editor` and `feaas-picker` on the real host, under its policy (D13): loading, opening and closing. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { followColorScheme, findViolations } from './lib/axe';
import { hostPage } from './lib/host-page';
import { waitForNetworkIdle } from './lib/network-idle';
import { isFrontendScript } from './lib/page-observers';
import { startServer } from './lib/server';

/** The elements with the members that the journeys use. */
type Editor = HTMLElement & {
  state: string;
  open(target?: object): Promise<boolean>;
  close(): Promise<boolean>;
  save(): Promise<boolean>;
  unfork(): Promise<boolean>;
  discard(): Promise<boolean>;
};
type Picker = HTMLElement & { open(): Promise<boolean>; close(): Promise<boolean>; placeholder: string };

const NOT_READY = 'error: [feaas] Editor is not ready';
/** The components that these editors open. */
const SHOWN = ['footer', 'header']
  .map((component) => `<feaas-component component="${component}" fetch="template stylesheet"></feaas-component>`)
  .join('');
/** The fork does not exist yet. */
const FORKED = '<feaas-component component="footer" instance="here" fetch="template"></feaas-component>';
const FOOTER =
  '<feaas-component component="footer" editable data=\'{"site":{"url":"/api/site.json"}}\'></feaas-component>';

/** The page provides the user's session. */
const at = hostPage((page, host) =>
  page.evaluateOnNewDocument((token) => {
    document.addEventListener('feaasAuth', (event) => (event as CustomEvent).detail.respondWith(token));
  }, host.token),
);

/** Opens a page whose context contains this markup. */
async function open(body: string, context = '<feaas-context library="aurora">'): Promise<void> {
  await at.open(context ? `${context}${SHOWN}${body}</feaas-context>` : SHOWN + body);
  await at.page.waitForFunction(() =>
    [...document.querySelectorAll('feaas-editor,feaas-picker')].every(
      (each) => each.hasAttribute('aria-busy') || (each.matches('feaas-picker') && each.shadowRoot?.firstElementChild),
    ),
  );
}

/** Waits until an editor has this state. */
const waitForState = (state: string, selector = 'feaas-editor'): Promise<unknown> =>
  at.page.waitForFunction(
    (selector, state) => document.querySelector(selector)!.getAttribute('state') === state,
    {},
    selector,
    state,
  );

/** Accessible name of the editor's interface. */
const label = (): Promise<string> =>
  at.page.$eval('feaas-editor', (editor) =>
    editor
      .shadowRoot!.querySelector('.layer')!
      .getAttribute('aria-label')!
      .replace(/[\u2068\u2069]/g, ''),
  );

/** Names of the requested scripts of the frontend host. */
const scripts = (): string[] =>
  at.requestURLs
    .filter(isFrontendScript)
    .map((url) => new URL(url).pathname)
    .filter((path) => !path.startsWith('/assets/'));

test('§4: editor state: idle, then loading on open, then ready; closing hides the editor and clears the target', async () => {
  await open(`${FORKED}<feaas-editor></feaas-editor>`);
  const states = await at.page.evaluate(async () => {
    const editor = document.querySelector<Editor>('feaas-editor')!;
    const seen: unknown[] = [];
    // The overlay exists from its first use.
    const overlay = (): boolean => editor.shadowRoot!.querySelector<HTMLElement>('feaas-loader')?.hidden === false;
    new MutationObserver(() => seen.push([editor.getAttribute('state'), overlay()])).observe(editor, {
      attributeFilter: ['state'],
    });
    seen.push([editor.state, overlay()]);
    seen.push(await editor.open({ component: 'footer', version: 'responsive', instance: 'here' }));
    seen.push([editor.state, editor.getAttribute('component'), editor.getAttribute('instance')]);
    seen.push(await editor.close());
    seen.push([editor.hidden, editor.getAttributeNames().filter((name) => !/aria|hidden/.test(name))]);
    return seen;
  });
  assert.deepEqual(states, [
    ['idle', false],
    ['loading', true],
    ['ready', false],
    true,
    ['ready', 'footer', 'here'],
    ['idle', false],
    true,
    [true, ['state']],
  ]);
  assert.deepEqual(scripts().sort(), ['/context.js', '/editor.js']);
  assert.deepEqual(
    at.consoleMessages.filter((line) => !line.includes('404')),
    [],
  );
});

test('§9: the loading overlay has an opacity of 0.6; a closed editor is cleaned up after its delay', async () => {
  await open('<feaas-editor component="footer" version="responsive"></feaas-editor>');
  const opacity = await at.page.$eval(
    'feaas-editor',
    (editor) =>
      getComputedStyle(editor.shadowRoot!.querySelector('feaas-loader')!.shadowRoot!.querySelector('[part=backdrop]')!)
        .opacity,
  );
  assert.equal(opacity, '0.6');
  await waitForState('ready');
  assert.equal(await label(), 'Editor: footer');
  // The close button of the interface closes like the method.
  const still = await at.page.$eval('feaas-editor', (editor) => {
    const { shadowRoot } = editor;
    shadowRoot!.querySelector<HTMLElement>('.bar__actions > button:last-child')!.click();
    return Promise.resolve().then(() => shadowRoot!.querySelector('button') !== null);
  });
  assert.equal(still, true);
  await waitForState('idle');
  await at.page.waitForFunction(
    () => !document.querySelector('feaas-editor')!.shadowRoot!.querySelector('[part=place]')!.firstChild,
  );
});

for (const action of ['open', 'save', 'unfork', 'discard', 'close'] as const) {
  test(`§8: 'Editor is not ready' is logged when ${action} is used too early`, async () => {
    await open('<feaas-editor></feaas-editor>');
    const done = await at.page.$eval('feaas-editor', (editor, action) => (editor as Editor)[action](), action);
    assert.equal(done, false);
    assert.equal(at.consoleMessages.length, 1);
    assert.ok(at.consoleMessages[0]!.startsWith(NOT_READY), at.consoleMessages[0]);
    assert.deepEqual(scripts(), []);
  });
}

test('§8: while the editor loads, it is not ready either', async () => {
  await open('<feaas-editor></feaas-editor>');
  const done = await at.page.$eval('feaas-editor', async (element) => {
    const editor = element as Editor;
    const opening = editor.open({ component: 'footer', version: 'responsive' });
    return [await editor.save(), await editor.close(), await opening];
  });
  assert.deepEqual(done, [false, false, true]);
  assert.equal(at.consoleMessages.filter((line) => line.startsWith(NOT_READY)).length, 2);
});

test('an editor opened on another target while it loads moves its overlay there, and measures nothing else', async () => {
  await at.page.setRequestInterception(true);
  at.page.on('request', (request) => void (/\/editor\.js/.test(request.url()) ? undefined : request.continue()));
  await open('<feaas-editor></feaas-editor>');
  const measured = await at.page.$eval('feaas-editor', async (element) => {
    const frame = (): Promise<number> => new Promise(requestAnimationFrame);
    let seen: string[] = [];
    for (const each of document.querySelectorAll('feaas-component'))
      each.getBoundingClientRect = () => {
        seen.push(each.getAttribute('component')!);
        return Element.prototype.getBoundingClientRect.call(each);
      };
    for (const component of ['footer', 'header']) {
      void (element as Editor).open({ component, version: 'responsive' });
      while (!seen.includes(component)) await frame();
    }
    seen = [];
    for (let count = 0; count < 3; count++) await frame();
    return seen;
  });
  assert.deepEqual(measured, ['header', 'header', 'header']);
});

test('§5: the editor needs component, version and not hidden', async () => {
  await open('<feaas-editor hidden component="footer"></feaas-editor>');
  const set = (name: string, value: string | null): Promise<void> =>
    at.page.$eval(
      'feaas-editor',
      (editor, name, value) => (value === null ? editor.removeAttribute(name) : editor.setAttribute(name, value)),
      name,
      value,
    );
  await set('hidden', null);
  await waitForNetworkIdle(at.page);
  await set('hidden', '');
  await set('version', 'responsive');
  await waitForNetworkIdle(at.page);
  assert.deepEqual(
    [scripts(), await at.page.$eval('feaas-editor', (editor) => (editor as Editor).state)],
    [[], 'idle'],
  );
  await set('hidden', null);
  await waitForState('ready');
  // If the page hides the editor, it closes and keeps its target.
  await set('hidden', '');
  await waitForState('idle');
  await set('hidden', null);
  await waitForState('ready');
  // Another target opens again.
  await set('component', 'header');
  await at.page.waitForFunction(
    () =>
      document
        .querySelector('feaas-editor')!
        .shadowRoot!.querySelector('.layer')
        ?.getAttribute('aria-label')
        ?.replace(/[\u2068\u2069]/g, '') === 'Editor: header',
  );
});

test('properties count like attributes, also when set before the element is defined', async () => {
  await at.page.evaluateOnNewDocument(() =>
    document.addEventListener('readystatechange', () => {
      const editor = document.querySelector('feaas-editor');
      if (document.readyState === 'interactive') Object.assign(editor!, { component: 'footer', version: 'responsive' });
    }),
  );
  await open('<feaas-editor></feaas-editor>');
  await waitForState('ready');
  await at.page.$eval('feaas-editor', (editor) => void Object.assign(editor, { version: undefined }));
  await waitForState('idle');
  const after = await at.page.$eval('feaas-editor', async (element) => {
    const editor = element as Editor & { component?: string };
    const before = editor.component;
    Object.assign(editor, { version: 'responsive' });
    return [before, await editor.open(), await editor.close(), editor.component ?? null];
  });
  assert.deepEqual(after, ['footer', true, true, null]);
});

test('§2, §6: a click on an element with the editable flag opens it in the editor of its context', async () => {
  // The editor of the other context receives the click first.
  await open(
    `<feaas-context library="aurora"><feaas-editor id="far"></feaas-editor></feaas-context>
     <feaas-context library="aurora">${FOOTER.replace(' editable', '')}<section>${FOOTER}</section><feaas-editor id="near"></feaas-editor></feaas-context>`,
    '',
  );
  await at.page.waitForSelector('section a');
  // Without `editable`, a click follows the link.
  const goesOn = await at.page.evaluate(() => {
    const click = new MouseEvent('click', { bubbles: true, composed: true, cancelable: true });
    addEventListener('click', (event) => event.preventDefault(), { once: true });
    let prevented = true;
    document
      .querySelector('main')!
      .addEventListener('click', (event) => (prevented = event.defaultPrevented), { once: true });
    document.querySelector('feaas-context > feaas-component')!.firstElementChild!.dispatchEvent(click);
    return !prevented;
  });
  assert.equal(goesOn, true);
  assert.deepEqual(scripts(), []);
  await at.page.click('section a');
  await waitForState('ready', '#near');
  const seen = await at.page.$$eval('feaas-editor', (editors) =>
    editors.map((each) => [
      each.id,
      each.getAttribute('component'),
      each.getAttribute('version'),
      (each as Editor).state,
    ]),
  );
  assert.deepEqual(seen, [
    ['far', null, null, 'idle'],
    ['near', 'footer', 'responsive', 'ready'],
  ]);
  assert.equal(at.page.url(), `${at.host.origin}/journey.html`);
  assert.deepEqual(at.consoleMessages, []);
});

test('the page, its routers and the clicked element do not receive the click that opens an editor', async () => {
  await open(
    `<feaas-context library="aurora"><section id="app">${FOOTER}</section><feaas-editor></feaas-editor></feaas-context>`,
    '',
  );
  await at.page.waitForSelector('section a');
  await at.page.evaluate(() => {
    const heard: string[] = ((window as any).heard = []);
    // Routers listen on the root of an application, on the document, or on the window.
    for (const [name, target] of Object.entries({ app: document.querySelector('#app')!, document, window }))
      target.addEventListener('click', (event) => {
        if (!event.defaultPrevented) heard.push(name);
      });
    document.querySelector('section a')!.addEventListener('click', () => heard.push('link'));
  });
  await at.page.click('section a');
  await waitForState('ready');
  assert.deepEqual(await at.page.evaluate(() => (window as any).heard), []);
  assert.equal(at.page.url(), `${at.host.origin}/journey.html`);
});

test('editable elements have a role and a name, in their language; roles and names of the page stay', async () => {
  await open(
    `<feaas-context library="aurora">${FOOTER}<div lang="de">${FOOTER}</div>
     <h2 id="title">Contact</h2>${FOOTER.replace(' editable', ' editable role="region" aria-labelledby="title"')}
     <feaas-editor></feaas-editor></feaas-context>`,
    '',
  );
  await at.page.waitForFunction(
    () => document.querySelectorAll('feaas-component[tabindex="0"]').length === 3 && !!document.querySelector('a'),
  );
  const { nodes } = await (await at.page.createCDPSession()).send('Accessibility.getFullAXTree');
  const found = nodes
    .map(({ role, name }) => `${role?.value as string} ${name?.value as string}`)
    .filter((each) => /^(?:group|region) /.test(each));
  assert.deepEqual(found, ['group Edit Footer', 'group Footer bearbeiten', 'region Contact']);
});

test('an editor without a context says what it needs; moved into one, it opens', async () => {
  await open('<feaas-editor component="footer" version="responsive"></feaas-editor>', '');
  await at.page.waitForFunction(() => document.querySelector('feaas-editor')!.getAttribute('aria-busy') === 'false');
  await waitForNetworkIdle(at.page);
  assert.equal(at.consoleMessages.length, 1);
  assert.match(at.consoleMessages[0]!, /<feaas-editor> needs a <feaas-context>\. Add one around it or to the page/);
  await at.page.evaluate(() => {
    const context = document.createElement('feaas-context');
    context.setAttribute('library', 'aurora');
    document.body.append(context);
    context.append(...document.querySelectorAll('feaas-component'), document.querySelector('feaas-editor')!);
  });
  await waitForState('ready');
});

test('a missing script: one error with its URL, and another attempt only when the editor opens again', async () => {
  let there = false;
  const other = await startServer((_request, response, url) => {
    if (url.pathname !== '/editor.js' || there) return undefined;
    response.writeHead(404, { 'access-control-allow-origin': '*' }).end();
    return true;
  });
  try {
    await at.page.setBypassCSP(true);
    await open(
      '<feaas-editor></feaas-editor>',
      `<feaas-context library="aurora" frontend="${other.origin}" backend="/api">`,
    );
    const openIt = (): Promise<unknown> =>
      at.page.$eval('feaas-editor', async (element) => {
        const errors: string[] = [];
        element.addEventListener('feaasError', (event) => errors.push((event as CustomEvent<Error>).detail.message));
        return [await (element as Editor).open({ component: 'footer', version: 'responsive' }), ...errors];
      });
    const [opened, ...errors] = (await openIt()) as [boolean, ...string[]];
    assert.deepEqual([opened, errors.length], [false, 1]);
    assert.ok(
      errors[0]!.startsWith(`Could not load the script ${other.origin}/editor.js. Check \`frontend\` and the policy: `),
      errors[0],
    );
    assert.equal(other.log.filter((line) => line.includes('/editor.js')).length, 1);
    there = true;
    assert.deepEqual(await openIt(), [true]);
  } finally {
    await other.close();
  }
});

test('an editor opened on a target that its context does not show says what is missing', async () => {
  await open('<feaas-editor></feaas-editor>');
  const opened = await at.page.$eval('feaas-editor', (editor) =>
    (editor as Editor).open({ component: 'footer', version: 'responsive', instance: 'nowhere' }),
  );
  assert.equal(opened, false);
  assert.match(
    at.consoleMessages.join(),
    /<feaas-component> with component="footer" version="responsive" instance="nowhere"/,
  );
});

test('an editor removed while it loads does not open; re-added, it does', async () => {
  await open('<feaas-editor></feaas-editor>');
  const seen = await at.page.$eval('feaas-editor', async (element) => {
    const editor = element as Editor;
    const parent = editor.parentElement!;
    const opening = editor.open({ component: 'footer', version: 'responsive' });
    await new Promise((resolve) => setTimeout(resolve));
    editor.remove();
    const gone = [await opening, editor.getAttribute('state'), editor.shadowRoot!.querySelector('.layer')];
    parent.append(editor);
    return gone;
  });
  assert.deepEqual(seen, [false, 'idle', null]);
  await waitForState('ready');
});

test('§5: the picker needs a library before it loads; then it shows its placeholder, ‘No theme’ by default (§2)', async () => {
  await open('<feaas-picker></feaas-picker>', '<feaas-context>');
  await waitForNetworkIdle(at.page);
  assert.deepEqual(scripts(), []);
  await at.page.$eval('feaas-context', (context) => context.setAttribute('library', 'aurora'));
  const titled = (text: string): Promise<unknown> =>
    at.page.waitForFunction(
      (text) =>
        document.querySelector('feaas-picker')!.shadowRoot!.querySelector('.frame__title')?.textContent === text,
      {},
      text,
    );
  await titled('No theme');
  await at.page.waitForFunction(() => document.querySelector('feaas-picker')!.getAttribute('aria-busy') === 'false');
  await at.page.$eval('feaas-picker', (picker) => picker.setAttribute('placeholder', 'Choose one'));
  await titled('Choose one');
  assert.deepEqual(scripts().sort(), ['/context.js', '/picker.js']);
  assert.deepEqual(at.consoleMessages, []);
});

test('a picker with dialog loads when it opens: a modal, closed by its button and by Escape', async () => {
  await open('<feaas-picker dialog placeholder="Theme"></feaas-picker>');
  await waitForNetworkIdle(at.page);
  assert.deepEqual(scripts(), []);
  const isOpen = (open: boolean): Promise<unknown> =>
    at.page.waitForFunction(
      (open) => document.querySelector('feaas-picker')!.shadowRoot!.querySelector('dialog')!.open === open,
      {},
      open,
    );
  const press = (part: string): Promise<void> =>
    at.page.$eval('feaas-picker', (picker, part) => picker.shadowRoot!.querySelector<HTMLElement>(part)!.click(), part);
  const ready = (): Promise<unknown> =>
    at.page.waitForFunction(() => {
      const picker = document.querySelector('feaas-picker')!;
      return picker.getAttribute('aria-busy') === 'false' && picker.shadowRoot!.querySelector('dialog .frame__close');
    });
  for (const way of ['.frame__close', 'Escape']) {
    await press('[part=trigger]');
    await isOpen(true);
    await ready();
    if (way === 'Escape') await at.page.keyboard.press('Escape');
    else await press(way);
    await isOpen(false);
  }
  assert.deepEqual(at.consoleMessages, []);
});

for (const scheme of ['light', 'dark']) {
  test(`accessible in every state (axe), ${scheme}`, async () => {
    await at.page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
    await open(
      '<h1>Journey</h1><feaas-editor component="footer" version="responsive"></feaas-editor><feaas-picker></feaas-picker><feaas-picker dialog></feaas-picker>',
    );
    await followColorScheme(at.page);
    await waitForState('ready');
    await at.page.waitForFunction(() =>
      document.querySelector('feaas-picker')!.shadowRoot!.querySelector('.frame__title'),
    );
    assert.deepEqual(await findViolations(at.page), []);
    await at.page.$eval('feaas-picker[dialog]', (picker) => (picker as Picker).open());
    assert.deepEqual(await findViolations(at.page), []);
  });
}
