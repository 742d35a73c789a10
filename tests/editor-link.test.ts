/** Links are created, changed and removed, by mouse and by keyboard (the real editor on the real host, under its policy, D13). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  inEditorUI,
  editableComponent,
  openEditor,
  editorJourney,
  pressWithModifiers,
  waitForSaveButton,
  clickButton,
  saveAndVerify,
  waitForComponentText,
  openVisitorPage,
  waitForEditorState,
} from './lib/editor-page';
import { holdFrames } from './lib/held-frames';
import { pauseModuleRequests } from './lib/paused-requests';
import { pollUntil } from './lib/wait-until';
import { screenshotsFolder } from './lib/screenshots-folder';

const at = editorJourney();
const SHOTS = screenshotsFolder('feaas-editor-shots');
const VIEW = '<section><p>One two three</p><p>See <a class="more" href="/old" id="x">here</a>, please</p></section>';

async function begin(view = VIEW): Promise<string> {
  const version = await at.publish(view);
  await at.open(editableComponent(version, version));
  await openEditor(at.page);
  return version;
}
const field = (name: string) =>
  at.page.waitForSelector(inEditorUI(`input[name=${name}]`), { visible: true, timeout: 30_000 });
const waitForPanelClosed = (): Promise<unknown> =>
  at.page.waitForSelector(inEditorUI('.panel'), { hidden: true, timeout: 30_000 });

for (const width of [1440, 360])
  test(`selected words become a link by mouse, at ${width} px; a visitor follows it`, async () => {
    await at.page.setViewport({ width, height: 700 });
    const version = await begin();
    const { x, y } = await at.page.$eval('feaas-component p', (each) => {
      const words = document.createRange();
      words.selectNodeContents(each);
      const { left, top } = words.getBoundingClientRect();
      return { x: left + 10, y: top + 10 };
    });
    await at.page.mouse.click(x, y, { count: 2 });
    const word = await at.page.evaluate(() => getSelection()!.toString().trim());
    await clickButton(at.page, 'Link');
    await (await field('href'))!.type('aurora.example/trips?a=1&b=2');
    await at.page.screenshot({ path: `${SHOTS}/link-${width}.png` });
    await clickButton(at.page, 'Apply');
    await waitForPanelClosed();
    const view = VIEW.replace(word, `<a href="https://aurora.example/trips?a=1&amp;b=2">${word}</a>`);
    await at.page.waitForSelector('feaas-component p:first-child a');
    // The words stay selected, so that the next command applies to them as well.
    assert.equal(await at.page.evaluate(() => getSelection()!.toString()), word);
    await saveAndVerify(at, version, view);
    const visitor = await openVisitorPage(at, version);
    assert.equal(await visitor.$eval('feaas-component a', (link) => link.href), 'https://aurora.example/trips?a=1&b=2');
  });

test('in a paragraph of several lines, the linked words stay selected, and typing after them changes nothing else', async () => {
  const view = '<section>\n  <p>\n    One two\n    three four\n  </p>\n</section>';
  const version = await begin(view);
  await at.page.click('feaas-component p');
  await at.page.keyboard.press('Home');
  await pressWithModifiers(at.page, ['Control'], 'ArrowRight');
  await at.page.keyboard.press('ArrowRight');
  await pressWithModifiers(at.page, ['Shift', 'Control'], 'ArrowRight');
  const word = await at.page.evaluate(() => getSelection()!.toString());
  assert.equal(word, 'two');
  await clickButton(at.page, 'Link');
  await (await field('href'))!.type('/trips');
  await at.page.keyboard.press('Enter');
  await waitForPanelClosed();
  await at.page.waitForSelector('feaas-component p a');
  assert.equal(await at.page.evaluate(() => getSelection()!.toString()), word);
  await at.page.keyboard.press('End');
  await at.page.keyboard.type('!');
  await waitForComponentText(at.page, 'One two three four!');
  await saveAndVerify(at, version, view.replace('two', '<a href="/trips">two</a>').replace('four', 'four!'));
});

test('by keyboard alone: a link is created, changed, removed and restored, and text after it is not part of it', async () => {
  const version = await begin();
  const { keyboard } = at.page;
  await at.page.click('feaas-component p');
  await keyboard.press('Home');
  await pressWithModifiers(at.page, ['Shift', 'Control'], 'ArrowRight');
  await pressWithModifiers(at.page, ['Control'], 'k');
  await field('href');
  await keyboard.type('/new');
  await keyboard.press('Enter');
  await waitForPanelClosed();
  await at.page.waitForSelector('feaas-component p:first-child a');
  // The caret is where it was. Text that is typed after the link is not part of it.
  await keyboard.press('ArrowRight');
  await keyboard.type('+');
  await at.page.waitForFunction(() => document.querySelector('feaas-component p')!.textContent!.includes('+'));
  const made = await at.page.$eval('feaas-component p', (each) => [
    each.textContent,
    each.querySelector('a')!.textContent,
  ]);
  assert.equal(made[0]!.replace('+', ''), 'One two three');
  assert.doesNotMatch(made[1]!, /\+/);
  // The existing link.
  await at.page.click('feaas-component #x');
  await pressWithModifiers(at.page, ['Control'], 'k');
  const input = await field('href');
  assert.equal(await input!.evaluate((each) => (each as HTMLInputElement).value), '/old');
  await keyboard.type('someone@aurora.example');
  await keyboard.press('Enter');
  await waitForPanelClosed();
  await at.page.waitForSelector('feaas-component a[href="mailto:someone@aurora.example"].more#x');
  await keyboard.type('!');
  await at.page.waitForFunction(() => /!/.test(document.querySelector('feaas-component #x')!.textContent!));
  await pressWithModifiers(at.page, ['Control'], 'z');
  await pressWithModifiers(at.page, ['Control'], 'z');
  await at.page.waitForSelector('feaas-component a[href="/old"].more');
  // A selection that begins and ends just outside the link still refers to it.
  await at.page.click('feaas-component #x', { count: 2 });
  assert.equal(await at.page.evaluate(() => getSelection()!.toString()), 'here');
  await at.page.waitForSelector(inEditorUI('[aria-label="Link"][aria-pressed="true"]'));
  await pressWithModifiers(at.page, ['Control'], 'k');
  assert.equal(await (await field('href'))!.evaluate((each) => (each as HTMLInputElement).value), '/old');
  await clickButton(at.page, 'Remove');
  await waitForPanelClosed();
  await at.page.waitForFunction(() => !document.querySelector('feaas-component #x'));
  await waitForComponentText(
    at.page,
    'One+ two three\n\nSee here, please'.replace('One+ ', made[0]!.slice(0, made[0]!.indexOf('two'))),
  );
  await pressWithModifiers(at.page, ['Control'], 's');
  await waitForSaveButton(at.page, 'Up to date', false);
  await saveAndVerify(at, version);
});

/** Types a space at the end of the first paragraph, and opens the link panel there. */
async function openPanelAfterText(): Promise<void> {
  await at.page.click('feaas-component p');
  await at.page.keyboard.press('End');
  await at.page.keyboard.type(' ');
  await pressWithModifiers(at.page, ['Control'], 'k');
}

test('without a selection, a link brings its own text; neither a script nor a missing host is a valid address', async () => {
  const version = await begin('<p>Before</p>');
  const { keyboard } = at.page;
  await openPanelAfterText();
  await field('text');
  for (const address of ['javascript:alert(1)', 'http://']) {
    await keyboard.type(address);
    await keyboard.press('Enter');
    const alert = await at.page.waitForSelector(inEditorUI('.panel [role=alert]'), { visible: true });
    await at.page.waitForFunction((each, text) => each!.textContent!.includes(text), {}, alert, address);
    assert.match(await alert!.evaluate((each) => each.textContent!), / is not allowed/);
    await (await field('href'))!.evaluate((each) => (each as HTMLInputElement).select());
  }
  await keyboard.type('/trips');
  await keyboard.press('Tab');
  await keyboard.type('all trips');
  await keyboard.press('Enter');
  await waitForPanelClosed();
  await keyboard.type('.');
  await waitForComponentText(at.page, 'Before all trips.');
  await saveAndVerify(at, version, '<p>Before <a href="/trips">all trips</a>.</p>');
});

test('text typed right after a panel or menu closes goes into the text, even if the page renders it later', async () => {
  await at.page.setViewport({ width: 1440, height: 700 });
  const version = await begin('<p>Before</p>');
  const { keyboard } = at.page;
  await openPanelAfterText();
  await (await field('href'))!.type('/trips');
  const renderLink = await holdFrames(at.page);
  await keyboard.press('Enter');
  await waitForPanelClosed();
  await keyboard.type('.');
  await renderLink();
  await waitForComponentText(at.page, 'Before /trips.');
  await clickButton(at.page, 'Block type: Paragraph');
  await at.page.waitForSelector(inEditorUI('[role=menuitemradio]'), { visible: true });
  await keyboard.press('ArrowDown');
  const renderHeading = await holdFrames(at.page);
  await keyboard.press('Enter');
  await keyboard.type('!');
  await renderHeading();
  await waitForComponentText(at.page, 'Before /trips.!');
  await saveAndVerify(at, version, '<h1>Before <a href="/trips">/trips</a>.!</h1>');
});

test('a click whose code loads late does not close a link panel that was opened later', async () => {
  const clicks = await pauseModuleRequests(at.page, 'selectClicked');
  await begin('<p>Before</p>');
  await at.page.click('feaas-component p');
  await pressWithModifiers(at.page, ['Control'], 'k');
  await field('text');
  assert.equal(clicks.count(), 1);
  await clicks.release();
  // Wait until the late click and a frame after it have passed.
  await at.page.waitForNetworkIdle({ idleTime: 200 });
  await at.page.keyboard.type('/trips');
  assert.equal(await (await field('href'))!.evaluate((each) => (each as HTMLInputElement).value), '/trips');
});

test('a link around a card: its address changes, and the button or an empty address removes it in one undo step', async () => {
  const card = '<a href="/old"><div><h3>Title</h3><p>Text</p></div></a>';
  const version = await begin(`<section>${card}<a class="card" href="/b"><p id="b">Other</p></a></section>`);
  const other = '<a class="card" href="/b"><p id="b">Other</p></a>';
  const { keyboard } = at.page;
  await at.page.click('feaas-component h3');
  await pressWithModifiers(at.page, ['Control'], 'k');
  await field('href');
  await keyboard.type('/new');
  await keyboard.press('Enter');
  await waitForPanelClosed();
  await saveAndVerify(at, version, `<section>${card.replace('old', 'new')}${other}</section>`);
  await pressWithModifiers(at.page, ['Control'], 'k');
  await field('href');
  await clickButton(at.page, 'Remove');
  await waitForPanelClosed();
  await at.page.waitForSelector('section > div > h3');
  // The caret stays in the text that was edited before.
  await keyboard.press('End');
  await keyboard.type('!');
  await saveAndVerify(at, version, `<section><div><h3>Title!</h3><p>Text</p></div>${other}</section>`);
  await pressWithModifiers(at.page, ['Control'], 'z');
  await pressWithModifiers(at.page, ['Control'], 'z');
  await at.page.waitForSelector('feaas-component a[href="/new"] h3');
  // The link has other attributes than its address; they stay.
  await at.page.click('feaas-component #b');
  await pressWithModifiers(at.page, ['Control'], 'k');
  await field('href');
  await keyboard.press('Delete');
  await clickButton(at.page, 'Apply');
  await waitForPanelClosed();
  await saveAndVerify(
    at,
    version,
    `<section>${card.replace('old', 'new')}<div class="card"><p id="b">Other</p></div></section>`,
  );
  assert.deepEqual(at.consoleMessages, []);
});

test('by its shortcut while a menu is open: the menu closes, and the address is typed', async () => {
  await at.page.setViewport({ width: 1440, height: 700 });
  const version = await begin('<p>word</p>');
  await at.page.click('feaas-component p');
  await pressWithModifiers(at.page, ['Control'], 'a');
  await clickButton(at.page, 'More actions');
  await at.page.waitForSelector(inEditorUI('[role=menu]'), { visible: true });
  await pressWithModifiers(at.page, ['Control'], 'k');
  await field('href');
  await at.page.waitForSelector(inEditorUI('[role=menu]'), { hidden: true });
  await at.page.keyboard.type('/trips');
  await at.page.keyboard.press('Enter');
  await waitForPanelClosed();
  await saveAndVerify(at, version, '<p><a href="/trips">word</a></p>');
});

for (const [name, more] of [
  ['a component', ''],
  ['an isolated component', 'isolate'],
] as const)
  test(`the link panel of ${name} stays at the words when the page moves or scrolls`, async () => {
    await at.page.setViewport({ width: 1000, height: 700 });
    const version = await at.publish(VIEW);
    await at.open(
      `<div id="above"></div>${editableComponent(version, version, more)}<div style="height: 900px"></div>`,
    );
    await (await at.page.waitForSelector(more ? 'feaas-component >>> p' : 'feaas-component p'))!.click();
    await waitForEditorState(at.page, 'ready');
    await at.page.waitForSelector(inEditorUI('.handles'), { visible: true });
    await at.page.keyboard.press('Home');
    await pressWithModifiers(at.page, ['Control', 'Shift'], 'ArrowRight');
    await pressWithModifiers(at.page, ['Control'], 'k');
    await field('href');
    const distance = (): Promise<number> =>
      at.page.$eval('feaas-component', (component) => {
        const panel = document.querySelector('feaas-editor')!.shadowRoot!.querySelector('.panel')!;
        return Math.round(panel.getBoundingClientRect().top - component.getBoundingClientRect().top);
      });
    const before = await distance();
    await at.page.$eval('#above', (above) => void ((above as HTMLElement).style.height = '150px'));
    assert.equal(await pollUntil(distance, (now) => now === before), before);
    await at.page.evaluate(() => scrollTo(0, 90));
    assert.equal(await pollUntil(distance, (now) => now === before), before);
    await at.page.keyboard.type('/there');
    await at.page.keyboard.press('Enter');
    await waitForPanelClosed();
    await saveAndVerify(at, version, VIEW.replace('One', '<a href="/there">One</a>'));
  });
