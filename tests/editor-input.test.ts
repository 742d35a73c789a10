/**
 * Typing by every kind of input while the component's data changes every 100 ms: the caret never moves by itself, and text
 * and bytes are correct (the real editor on the real host, under its policy, D13). `FEAAS_LONG=1` types more text.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { editableComponent, openEditor, editorJourney, versionId, waitForSaveButton } from './lib/editor-page';
import { pauseModuleRequests } from './lib/paused-requests';
import { inputMethods, type InputMethods } from './lib/input-methods';
import { typeWithoutPauses } from './lib/type-without-pauses';

const at = editorJourney();
/** Number of characters that are typed in one go. */
const MANY = process.env['FEAAS_LONG'] ? 2000 : 500;
const VIEW = '<div><p id="time" data-path="time">0</p><p id="own">Start</p><p id="last">Last</p></div>';

/** Opens the editor with the caret at the end of `#own`, and with data that changes continuously. */
async function open(view = VIEW, attributes?: string): Promise<{ version: string; ime: InputMethods }> {
  const version = await at.publish(view);
  await at.open(editableComponent(version, version), attributes ? { attributes } : {});
  await openEditor(at.page);
  await at.page.evaluate(() => {
    let count = ((window as any).ticks = 0);
    setInterval(() => {
      (window as any).ticks = ++count;
      (document.querySelector('feaas-component') as any).data = { time: `tick ${count}` };
    }, 100);
    document
      .querySelector('feaas-component')!
      .addEventListener('input', () => ((window as any).typedAt = (window as any).ticks));
  });
  await at.page.click('#own');
  await at.page.keyboard.press('End');
  return { version, ime: await inputMethods(at.page) };
}

/** Waits until the data has changed a number of times. */
const waitForDataUpdates = (more = 3): Promise<unknown> =>
  at.page
    .evaluate(() => (window as any).ticks)
    .then((now) => at.page.waitForFunction((wanted) => (window as any).ticks >= wanted, {}, now + more));
/** Waits until the page has rendered data that is newer than all typed text. */
const waitForCurrentData = (): Promise<unknown> =>
  at.page.waitForFunction(
    () => Number(/\d+/.exec(document.querySelector('#time')!.textContent!)) > (window as any).typedAt,
    { timeout: 30_000 },
  );
/** The text of the block, with `|` at the caret or at both ends of the selection. */
const block = (selector = '#own'): Promise<string> =>
  at.page.$eval(selector, (element) => {
    const text = element.textContent!.replaceAll('\u00a0', ' ');
    const selection = document.getSelection()!;
    if (!element.contains(selection.anchorNode) || !element.contains(selection.focusNode)) return text;
    const offset = (node: Node, inner: number): number => {
      const range = document.createRange();
      range.setStart(element, 0);
      range.setEnd(node, inner);
      return range.toString().length;
    };
    const ends = [
      offset(selection.anchorNode!, selection.anchorOffset),
      offset(selection.focusNode!, selection.focusOffset),
    ];
    const [from, to] = [Math.min(...ends), Math.max(...ends)];
    return from === to
      ? `${text.slice(0, from)}|${text.slice(from)}`
      : `${text.slice(0, from)}|${text.slice(from, to)}|${text.slice(to)}`;
  });
async function waitForBlockText(wanted: string | RegExp, selector = '#own'): Promise<void> {
  const end = Date.now() + 5000;
  const isWanted = (seen: string): boolean => (typeof wanted === 'string' ? seen === wanted : wanted.test(seen));
  for (let seen; !isWanted((seen = await block(selector))); await waitForDataUpdates(1))
    if (Date.now() > end) assert.equal(seen, String(wanted));
}
/** Asserts that the caret stays during changes of data, and that the saved view differs by the typed text only. */
async function assertStableAndSaved(version: string, shown: string, view: string): Promise<void> {
  await waitForBlockText(shown);
  // Wait until the page has rendered newer data.
  await waitForDataUpdates(9);
  assert.equal(await block(), shown);
  await at.page.keyboard.down('Control');
  await at.page.keyboard.press('s');
  await at.page.keyboard.up('Control');
  await waitForSaveButton(at.page, 'Up to date', false);
  assert.equal(await block(), shown);
  const [saved] = await at.versions.find([versionId(version)]);
  assert.equal(saved!.view, view);
  assert.deepEqual(at.consoleMessages, []);
}
const own = (text: string): string => VIEW.replace('Start', text);
async function pressKey(key: string, count = 1): Promise<void> {
  for (let at_ = 0; at_ < count; at_++) await at.page.keyboard.press(key as 'Enter');
}

for (const [name, steps, commit, text] of [
  ['Japanese', ['ｋ', 'か', 'かｎ', 'かん', 'かんｊ', 'かんじ', '漢字'], '漢字', '漢字'],
  ['Chinese', ['n', 'ni', 'ni h', 'ni hao', '你好'], '你好', '你好'],
  ['Korean', ['ㅎ', '하', '한', '한ㄱ', '한그', '한글'], '한글', '한글'],
] as const) {
  test(`${name}: composed while data changes, committed, composed again, canceled`, async () => {
    const { version, ime } = await open();
    for (const step of steps) {
      await ime.compose(step);
      assert.equal(await block(), `Start${step}|`);
    }
    // The data changes while the user selects a candidate.
    await waitForDataUpdates(9);
    assert.equal(await block(), `Start${steps.at(-1)}|`);
    await ime.commit(commit);
    await ime.compose('x');
    await waitForDataUpdates();
    await ime.compose('');
    await ime.commit('');
    await waitForBlockText(`Start${text}|`);
    await waitForCurrentData();
    await waitForBlockText(`Start${text}|`);
    // Change the data in the middle of a composition with a selection.
    await pressKey('ArrowLeft');
    await ime.composeSteps(...steps);
    await assertStableAndSaved(
      version,
      `Start${text.slice(0, -1)}${text}|${text.slice(-1)}`,
      own(`Start${text.slice(0, -1)}${text}${text.slice(-1)}`),
    );
  });
}

test('a composition right after Enter goes into the new block as a whole', async () => {
  const { version, ime } = await open();
  await Promise.all([at.page.keyboard.press('Enter'), ime.compose('か')]);
  await ime.compose('かん');
  await waitForDataUpdates();
  await ime.commit('漢');
  await at.page.keyboard.type('!');
  await at.page.waitForFunction(() => document.querySelectorAll('feaas-component p').length === 4);
  await waitForBlockText('漢!|', '#own + p');
  await at.page.keyboard.down('Control');
  await at.page.keyboard.press('s');
  await at.page.keyboard.up('Control');
  await waitForSaveButton(at.page, 'Up to date', false);
  assert.equal(
    (await at.versions.find([versionId(version)]))[0]!.view,
    VIEW.replace('<p id="own">Start</p>', '<p id="own">Start</p><p>漢!</p>'),
  );
});

test('a composition stays when the caret leaves its block', async () => {
  const { version, ime } = await open();
  await ime.compose('かん');
  await at.page.click('#last');
  await waitForBlockText('Startかん');
  await at.page.keyboard.press('End');
  await at.page.keyboard.type('!');
  await waitForBlockText('Last!|', '#last');
  await at.page.keyboard.down('Control');
  await at.page.keyboard.press('s');
  await at.page.keyboard.up('Control');
  await waitForSaveButton(at.page, 'Up to date', false);
  assert.equal((await at.versions.find([versionId(version)]))[0]!.view, own('Startかん').replace('Last', 'Last!'));
});

test('a change by another editor waits for the end of a composition, and both remain', async () => {
  const { version, ime } = await open();
  await ime.compose('かん');
  const [now] = await at.versions.find([versionId(version)]);
  // The last request before the editor applies the change reads who saved it.
  const heard = at.page.waitForResponse((response) => /history/i.test(response.request().postData() ?? ''));
  await at.versions.save(versionId(version), VIEW.replace('Start', 'Their start'), { expectedRevision: now!.revision });
  await heard;
  await waitForDataUpdates(9);
  assert.equal(await block(), 'Startかん|');
  await ime.commit('漢');
  await waitForBlockText('Their start漢|');
  await assertStableAndSaved(version, 'Their start漢|', own('Their start漢'));
});

test('a composition over a selection, beside a chip and beside marks', async () => {
  const view = VIEW.replace('Start', 'One <b>two</b> <span data-path="time">t</span> end');
  const { version, ime } = await open(view);
  await at.page.click('#own b', { count: 2 });
  await ime.composeSteps('ｎ', 'に', '二');
  await pressKey('End');
  await ime.composeSteps('語');
  await waitForBlockText(/^One 二 (?:t|tick \d+) end語\|$/);
  await at.page.keyboard.down('Control');
  await at.page.keyboard.press('s');
  await at.page.keyboard.up('Control');
  await waitForSaveButton(at.page, 'Up to date', false);
  assert.equal(
    (await at.versions.find([versionId(version)]))[0]!.view,
    view.replace('<b>two</b>', '<b>二</b>').replace(' end', ' end語'),
  );
});

test('a click whose code loads late does not end a later composition', async () => {
  const clicks = await pauseModuleRequests(at.page, 'selectClicked');
  const { version, ime } = await open(VIEW.replace('Start', 'One <b>two</b> end'));
  await at.page.click('#own b', { count: 2 });
  await ime.compose('に');
  assert.equal(clicks.count(), 1);
  await clicks.release();
  await waitForDataUpdates(9);
  await ime.commit('二');
  await assertStableAndSaved(version, 'One 二| end', own('One <b>二</b> end'));
});

test('dead keys: as a composition, and as a key that waits for the next key', async () => {
  const { version, ime } = await open();
  await ime.compose('´');
  await waitForDataUpdates();
  await ime.commit('é');
  const session = await at.page.createCDPSession();
  await session.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', key: 'Dead', windowsVirtualKeyCode: 222 });
  await session.send('Input.dispatchKeyEvent', { type: 'keyUp', key: 'Dead', windowsVirtualKeyCode: 222 });
  await waitForDataUpdates();
  await session.send('Input.dispatchKeyEvent', { type: 'keyDown', key: 'ñ', text: 'ñ', windowsVirtualKeyCode: 78 });
  await session.send('Input.dispatchKeyEvent', { type: 'keyUp', key: 'ñ', windowsVirtualKeyCode: 78 });
  await assertStableAndSaved(version, 'Startéñ|', own('Startéñ'));
});

test('emoji: families, flags, skin tones and keycaps are inserted and deleted as one character', async () => {
  const { version, ime } = await open();
  const all = ['👨‍👩‍👧‍👦', '🇯🇵', '👍🏽', '1️⃣', '🏴󠁧󠁢󠁳󠁣󠁴󠁿', '❤️'];
  for (const each of all) await ime.commit(each);
  await waitForBlockText(`Start${all.join('')}|`);
  await waitForDataUpdates();
  for (let left = all.length - 1; left > 0; left--) {
    await pressKey('Backspace');
    await waitForBlockText(`Start${all.slice(0, left).join('')}|`);
  }
  await pressKey('ArrowLeft');
  await waitForBlockText(`Start|${all[0]}`);
  await pressKey('Delete');
  await waitForBlockText('Start|');
  await ime.commit(all[0]!);
  await assertStableAndSaved(version, `Start${all[0]}|`, own(`Start${all[0]}`));
  // Delete the new paragraph before the page has rendered the Enter before it.
  await Promise.all([pressKey('Enter'), ime.commit(all[1]!), ime.commit(all[2]!), pressKey('Backspace')]);
  await waitForBlockText(`${all[1]}|`, '#own + p');
  // Each key waits for the paint of the previous one, so this text also shows between two keys.
  await waitForDataUpdates();
  await waitForBlockText(`${all[1]}|`, '#own + p');
});

test('right-to-left text: arrow keys move in their visual direction, and at the ends to the neighboring blocks', async () => {
  const { version } = await open(VIEW, 'cdn="/cdn" dir="rtl" lang="he"');
  await at.page.keyboard.type(' שלום abc');
  await waitForBlockText('Start שלום abc|');
  await pressKey('Home');
  await pressKey('ArrowRight');
  // Nothing before this position is editable, because values from data are not.
  await at.page.keyboard.type('א');
  await waitForBlockText('א|Start שלום abc');
  await pressKey('End');
  await pressKey('ArrowLeft');
  await waitForBlockText('|Last', '#last');
  await pressKey('ArrowRight');
  await assertStableAndSaved(version, 'אStart שלום abc|', own('אStart שלום abc'));
});

test('arrow keys whose code loads late still leave the block, and keys typed in between go there', async () => {
  const code = await pauseModuleRequests(at.page, 'createCaretMovement');
  await open();
  await pressKey('ArrowRight');
  await at.page.keyboard.type('x');
  assert.equal(code.count(), 1);
  await code.release();
  await waitForBlockText('x|Last', '#last');
  await waitForBlockText('Start');
});

test('Arrow Down from the middle of the only line, whose code loads late, moves to the next block', async () => {
  const code = await pauseModuleRequests(at.page, 'createCaretMovement');
  await open();
  await pressKey('Home');
  await at.page.keyboard.type('A');
  await waitForBlockText('A|Start');
  await pressKey('ArrowDown');
  await pressKey('End');
  await at.page.keyboard.type('!');
  await code.release();
  await waitForBlockText('Last!|', '#last');
  await waitForBlockText('AStart');
});

for (const isLate of [false, true])
  test(`arrow keys during rendering leave the block${isLate ? ', also if their code loads later' : ''}`, async () => {
    const code = isLate ? await pauseModuleRequests(at.page, 'createCaretMovement') : undefined;
    await open();
    await at.page.evaluate(() => {
      const send = (event: Event): boolean => document.activeElement!.dispatchEvent(event);
      const options = { bubbles: true, cancelable: true, composed: true };
      const press = (key: string): boolean => send(new KeyboardEvent('keydown', { ...options, key }));
      send(new InputEvent('beforeinput', { ...options, inputType: 'insertParagraph' }));
      // Leave the new block, return, and go to the next one before any of it is rendered.
      for (const key of ['ArrowLeft', 'ArrowRight', 'ArrowRight']) press(key);
    });
    if (code) {
      // The page has rendered the new block.
      await waitForBlockText('Start');
      await at.page.waitForSelector('#own + p + #last');
      await waitForDataUpdates();
      await code.release();
    }
    await waitForBlockText('|Last', '#last');
    await at.page.keyboard.type('x');
    await waitForBlockText('x|Last', '#last');
    await waitForBlockText('Start');
  });

test('a line of the other direction: arrow keys pass through all of it before they leave the block', async () => {
  const { version } = await open(VIEW.replace('Start', 'אבג'));
  await pressKey('Home');
  // The first key waits for its code. From then on, each key moves the caret at once.
  await pressKey('ArrowRight');
  await waitForBlockText(/[אבג]\|/);
  await pressKey('Home');
  await waitForBlockText('|אבג');
  const whole = ['|אבג', 'א|בג', 'אב|ג', 'אבג|'];
  for (const [key, back] of [
    ['ArrowRight', 'ArrowLeft'],
    ['ArrowLeft', 'ArrowRight'],
  ] as const) {
    const seen = new Set<string>();
    for (let count = 0; count < 6; count++) {
      const now = await block();
      if (now.includes('|')) seen.add(now);
      await pressKey(key);
    }
    assert.deepEqual([...seen].sort(), [...whole].sort(), key);
    // Another block follows to the right; none to the left.
    if (key === 'ArrowRight') {
      assert.match(await block('#last'), /\|/);
      for (let count = 0; count < 6 && !(await block()).includes('|'); count++) await pressKey(back);
    }
  }
  await at.page.keyboard.type('x');
  await waitForDataUpdates();
  const shown = await block();
  assert.match(shown, /x/);
  await assertStableAndSaved(version, shown, VIEW.replace('Start', shown.replace('|', '')));
});

test('a touch keyboard on Android: each word composed, key code 229, a corrected word', async () => {
  const { version, ime } = await open();
  await at.page.keyboard.type(' ');
  await ime.swipe('teh');
  await waitForDataUpdates();
  await ime.swipe('cat');
  await waitForBlockText('Start teh cat |');
  // The input method composes the previous word again and corrects it.
  const session = await at.page.createCDPSession();
  await session.send('Input.imeSetComposition', {
    ...{ text: 'the', selectionStart: 3, selectionEnd: 3, replacementStart: 6, replacementEnd: 9 },
  });
  await waitForDataUpdates();
  await ime.commit('the');
  await waitForBlockText('Start the| cat ');
  await pressKey('End');
  await ime.compose('do');
  await ime.compose('dog');
  // Backspace shortens the composition.
  await ime.processKey();
  await ime.compose('do');
  await ime.commit('do');
  await assertStableAndSaved(version, 'Start the cat do|', own('Start the cat do'));
});

/** Simulates a change by the browser itself: `beforeinput`, the changed text, and `input`. */
async function replaces(word: string, by: string, inputType: string): Promise<void> {
  await at.page.evaluate(
    (word, by, inputType) => {
      const root = document.querySelector('#own')!;
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
        const start = node.data.indexOf(word);
        if (start < 0) continue;
        const range = new StaticRange({
          ...{ startContainer: node, startOffset: start, endContainer: node, endOffset: start + word.length },
        });
        const init = { inputType, bubbles: true, cancelable: true, composed: true, targetRanges: [range] };
        if (!root.dispatchEvent(new InputEvent('beforeinput', { ...init, data: by }))) return;
        const { anchorOffset, anchorNode } = document.getSelection()!;
        node.replaceData(start, word.length, by);
        // A caret after the word stays at the same character.
        if (anchorNode === node && anchorOffset >= start + word.length)
          document.getSelection()!.collapse(node, anchorOffset + by.length - word.length);
        root.dispatchEvent(new InputEvent('input', { ...init, cancelable: false }));
        return;
      }
    },
    word,
    by,
    inputType,
  );
}

test('corrected spelling, also inside marks, and a completed word', async () => {
  const view = VIEW.replace('Start', 'A <em>speling</em> mistaek');
  const { version } = await open(view);
  await replaces('speling', 'spelling', 'insertReplacementText');
  await waitForDataUpdates();
  await replaces('mistaek', 'mistake', 'insertReplacementText');
  await waitForBlockText('A spelling mistake|');
  await at.page.keyboard.type(' auto');
  await replaces('auto', 'automatic', 'insertReplacementText');
  await waitForBlockText('A spelling mistake automatic|');
  await assertStableAndSaved(
    version,
    'A spelling mistake automatic|',
    VIEW.replace('Start', 'A <em>spelling</em> mistake automatic'),
  );
});

test('a touch keyboard on iOS: Korean without compositions, text and deletions in turn', async () => {
  const { version, ime } = await open();
  for (const [back, text] of [
    [0, 'ㅎ'],
    [1, '하'],
    [1, '한'],
    [0, 'ㄱ'],
    [1, '그'],
    [1, '글'],
  ] as const) {
    await pressKey('Backspace', back);
    await ime.commit(text);
  }
  await waitForDataUpdates();
  await ime.commit('. ');
  await pressKey('Backspace', 2);
  await assertStableAndSaved(version, 'Start한글|', own('Start한글'));
});

test(`${MANY} characters of every kind while data changes: all of them arrive in order`, async () => {
  const { version, ime } = await open();
  const words = [' plain', ' 漢字', ' 한글', ' é', ' שלום', ' 👩‍🚀', ' مرحبا'];
  let typed = '';
  for (let count = 0; typed.length < MANY; count++) {
    const word = words[count % words.length]!;
    typed += word;
    if (/^ [a-z]/.test(word)) await at.page.keyboard.type(word);
    else if (count % 2)
      await ime.composeSteps(...Array.from(word).map((_, end, all) => all.slice(0, end + 1).join('')));
    else await ime.commit(word);
  }
  await waitForBlockText(`Start${typed}|`);
  await waitForCurrentData();
  await assertStableAndSaved(version, `Start${typed}|`, own(`Start${typed}`));
});

test('the editor handles undo from the browser’s menu, and deletion of words by it', async () => {
  const { version, ime } = await open();
  await typeWithoutPauses(at.page, ' one');
  await waitForBlockText('Start one|');
  await waitForCurrentData();
  await ime.runBrowserCommand('Undo');
  await waitForBlockText('Start|');
  await waitForDataUpdates(9);
  // After an undo by the editor, the browser offers no redo of its own. Use the keys instead.
  await at.page.keyboard.down('Control');
  await pressKey('y');
  await at.page.keyboard.up('Control');
  await waitForBlockText('Start one|');
  await ime.runBrowserCommand('DeleteWordBackward');
  await waitForBlockText('Start |');
  await ime.runBrowserCommand('Undo');
  await assertStableAndSaved(version, 'Start one|', own('Start one'));
});
