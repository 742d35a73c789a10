/**
 * Everyday typing with real keys, in Chromium and in Firefox: marks at a caret, edges of blocks, no-break spaces, arrows, undo (the
 * real editor on the real host, under its policy, D13).
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { BROWSERS } from './lib/browser';
import {
  inEditorUI,
  editableComponent,
  openEditor,
  editorJourney,
  saveAndVerify,
  waitForComponentText,
  pressKeys,
  type KeyChord,
} from './lib/editor-page';
import { openIsolatedEditor, isolatedComponent } from './lib/isolated-editor';
import { waitForNetworkIdle } from './lib/network-idle';

for (const [name, start] of BROWSERS)
  describe(name, () => {
    const at = editorJourney(start);

    async function begin(view: string, more = ''): Promise<string> {
      const version = await at.publish(view);
      await at.page.setViewport({ width: 1440, height: 800 });
      await at.open(editableComponent(version, version, more));
      await openEditor(at.page);
      await waitForNetworkIdle(at.page, 200);
      return version;
    }
    const press = (...all: KeyChord[]): Promise<void> => pressKeys(at.page, ...all);
    const type = (text: string): Promise<void> => at.page.keyboard.type(text);
    const chosen = (): Promise<unknown> => at.page.waitForSelector(inEditorUI('.ring--chosen'), { visible: true });
    /** Pastes the data in `window.copied`. */
    const pasteCopied = (): Promise<unknown> =>
      at.page.evaluate(() => {
        const event = new ClipboardEvent('paste', { bubbles: true, cancelable: true });
        // Some browsers ignore `clipboardData` in the options of the constructor.
        Object.defineProperty(event, 'clipboardData', { value: (window as any).copied });
        document.activeElement!.dispatchEvent(event);
      });
    const canUndo = (): Promise<boolean> =>
      at.page.$eval(
        'feaas-editor',
        (editor) => editor.shadowRoot!.querySelector('[aria-label="Undo"]')!.getAttribute('aria-disabled') !== 'true',
      );

    test('Ctrl+B at a caret applies to the next typed text, and ends at the end of bold text', async () => {
      const version = await begin('<section><p id="a">One</p><p id="b">Two <b class="x">bold</b></p></section>');
      await at.page.click('#a');
      await press('End', 'Control+b');
      await type(' two');
      await press('Control+b');
      await type(' three');
      await press('Control+i', 'Control+u');
      await type('!');
      await at.page.click('#b');
      await press('End');
      await type('er');
      await press('Control+b');
      await type(' not');
      assert.match(
        await saveAndVerify(at, version),
        /^<section><p id="a">One<strong> two<\/strong> three(?:<em><u>!<\/u><\/em>|<u><em>!<\/em><\/u>)<\/p><p id="b">Two <b class="x">bolder<\/b> not<\/p><\/section>$/,
      );
    });

    test('a mark that is set at a caret survives a pause, and its button is pressed', async () => {
      const version = await begin('<section><p id="a">One</p></section>');
      await at.page.click('#a');
      await press('End');
      await type('!');
      await press('Control+b');
      await at.page.waitForSelector(inEditorUI('[aria-label="Bold"][aria-pressed="true"]'));
      // The page renders the typed text in a pause.
      await new Promise((resolve) => setTimeout(resolve, 900));
      await type('x');
      await saveAndVerify(at, version, '<section><p id="a">One!<strong>x</strong></p></section>');
    });

    test('Ctrl+B, Ctrl+I and Ctrl+U set marks on the selection', async () => {
      const version = await begin('<section><p id="a">One two</p></section>');
      await at.page.click('#a');
      await press('Home', 'Shift+ArrowRight', 'Shift+ArrowRight', 'Shift+ArrowRight');
      await press('Control+b', 'Control+i', 'Control+u');
      await at.page.waitForSelector('#a u');
      const view = await saveAndVerify(at, version);
      assert.match(view, /<p id="a">(?:<(?:strong|em|u)>){3}One(?:<\/(?:strong|em|u)>){3} two<\/p>/);
    });

    for (const [kind, before] of [
      ['a rule', '<hr>'],
      ['a table', '<table><tbody><tr><td>Cell</td></tr></tbody></table>'],
      ['a figure', '<figure><img src="/media/aurora/hero.svg" alt="Sky" width="80" height="50"></figure>'],
      ['a card', '<article><h3>Card</h3><p>Text</p></article>'],
    ] as const)
      test(`Backspace after ${kind} selects it, and then deletes it`, async () => {
        const version = await begin(`<section><p>One</p>${before}<p id="a">Two</p></section>`);
        await at.page.click('#a');
        await press('Home', 'Backspace');
        await chosen();
        await saveAndVerify(at, version, `<section><p>One</p>${before}<p id="a">Two</p></section>`);
        await press('Backspace');
        await at.page.waitForFunction(() => !document.querySelector('feaas-component :is(hr, table, figure, article)'));
        await type('x');
        await saveAndVerify(at, version, '<section><p>One</p><p id="a">xTwo</p></section>');
      });

    test('Backspace and Delete at the edges of a cell change neither other cells nor content beside the table', async () => {
      const view =
        '<section><p>Before</p><table><caption>Cap</caption><tbody><tr><td id="a">1</td><td id="b"><p>2</p></td></tr><tr><th id="c">3</th><td>4</td></tr></tbody></table><p>After</p></section>';
      for (const id of ['a', 'b', 'c']) {
        const version = await begin(view);
        await at.page.click(`#${id}`);
        await press('Home', 'Backspace', 'Backspace');
        await type('x');
        await press('End', 'Delete', 'Delete');
        await type('y');
        await saveAndVerify(at, version, view.replace(new RegExp(`(id="${id}">(?:<p>)?)(\\d)`), '$1x$2y'));
      }
    });

    test('Backspace at the start of a list item with a nested list lifts the item out of its list', async () => {
      const version = await begin('<section><ul><li id="a">One<ul><li>Sub</li></ul></li><li>Two</li></ul></section>');
      const { x, y } = await at.page.$eval('#a', (each) => {
        const { left, top } = each.getBoundingClientRect();
        return { x: left + 2, y: top + 8 };
      });
      await at.page.mouse.click(x, y);
      await press('Home', 'Backspace');
      await at.page.waitForSelector('section > p');
      await type('x');
      await saveAndVerify(at, version, '<section><p>xOne</p><ul><li>Sub</li></ul><ul><li>Two</li></ul></section>');
    });

    test('a letter that is typed and deleted leaves no undo step', async () => {
      await begin('<section><p id="a">One</p></section>');
      await at.page.click('#a');
      await press('End');
      await type('x');
      await press('Backspace');
      await waitForComponentText(at.page, 'One');
      await at.page.waitForFunction(() => !document.querySelector<any>('feaas-component').suspended);
      assert.equal(await canUndo(), false);
    });

    // White space after the word is inside the link but not rendered. Browsers may insert text before or after it.
    for (const [where, space, more] of [
      ['in a row with a hidden button', '\n  ', '<button style="display:none">Menu</button>'],
      ['in a row', ' ', ' <button>Menu</button>'],
    ] as const)
      test(`text typed after the last word of a link stays in the link, and the link stays complete, ${where}`, async () => {
        const view = (word: string): string =>
          `<header style="display:flex">\n <a href="/" style="display:inline-flex">${space}<svg width="9" height="9"></svg>${space}` +
          `<span id="word">${word}</span>${space}</a>${space}${more}<div><p>Text</p></div></header>`;
        const version = await begin(view('Aurora'));
        await at.page.click('#word');
        await press('End');
        await type('lis, again');
        // White space that is not rendered may disappear.
        const visible = (text: string): string => text.replace(/\s+/g, '');
        assert.equal(visible(await saveAndVerify(at, version)), visible(view('Auroralis, again')));
        await waitForComponentText(at.page, 'Auroralis, again', '#word');
      });

    test('a typed no-break space stays one', async () => {
      const version = await begin('<section><p id="a">10</p></section>');
      await at.page.click('#a');
      await press('End');
      await at.page.keyboard.sendCharacter('\u00a0');
      await type('km and ');
      await new Promise((resolve) => setTimeout(resolve, 900));
      await type('more');
      await saveAndVerify(at, version, '<section><p id="a">10&#160;km and more</p></section>');
    });

    test('arrow keys leave blocks with padding around their lines', async () => {
      const version = await begin(
        '<section><p id="a" style="padding: 60px">One</p><p id="b" style="line-height: 4">Two</p><p id="c">Three</p></section>',
      );
      await at.page.click('#a');
      await press('End', 'ArrowDown', 'End');
      await type('2');
      await press('ArrowDown', 'End');
      await type('3');
      await press('ArrowUp', 'ArrowUp', 'End');
      await type('1');
      await saveAndVerify(
        at,
        version,
        '<section><p id="a" style="padding: 60px">One1</p><p id="b" style="line-height: 4">Two2</p><p id="c">Three3</p></section>',
      );
    });

    test('a copied linked, marked or bound word is pasted unchanged', async () => {
      const link = '<a class="more" target="_blank" href="/x"><b>two</b></a>';
      const bound = '<span class="chip" data-path="trip.name">you</span>';
      const version = await begin(`<section><p id="a">One ${link} ${bound}!</p><p id="b">Three</p></section>`);
      await at.page.evaluate(() => {
        const copied = new DataTransfer();
        addEventListener('copy', ({ clipboardData }) => {
          for (const type of clipboardData!.types) copied.setData(type, clipboardData!.getData(type));
        });
        Object.assign(window, { copied });
      });
      const copyPaste = async (): Promise<void> => {
        await press('Control+c');
        await at.page.click('#b');
        await press('End');
        await type(' ');
        await pasteCopied();
      };
      await at.page.click('#a');
      await press('Home', ...Array.from({ length: 4 }, () => 'ArrowRight' as const));
      await press(...Array.from({ length: 3 }, () => 'Shift+ArrowRight' as const));
      await copyPaste();
      await at.page.waitForSelector('#b a');
      await at.page.click('#a');
      await press('End', 'ArrowLeft', 'Shift+ArrowLeft');
      await copyPaste();
      await at.page.waitForSelector('#b .chip');
      await saveAndVerify(
        at,
        version,
        `<section><p id="a">One ${link} ${bound}!</p><p id="b">Three ${link} ${bound}</p></section>`,
      );
    });

    test('colored words are pasted at once, and the editor reports what it leaves out', async () => {
      const version = await begin('<section><p id="a">One</p></section>');
      await at.page.click('#a');
      await press('End');
      await at.page.evaluate(() => {
        const copied = new DataTransfer();
        copied.setData('text/html', '<span style="color: red">red <b>bold</b></span>');
        Object.assign(window, { copied });
      });
      await pasteCopied();
      await at.page.waitForSelector(inEditorUI('.banner'), { visible: true });
      await at.page.waitForSelector('#a strong');
      await type('!');
      assert.match(await saveAndVerify(at, version), /<p id="a">Onered <strong>bold!?<\/strong>!?<\/p>/);
    });

    test('text dropped on another block is inserted there', async () => {
      const version = await begin('<section><p id="a">One</p><p id="b">Two</p></section>');
      await at.page.click('#a');
      await at.page.$eval('#b', (each) => {
        const dataTransfer = new DataTransfer();
        dataTransfer.setData('text/plain', 'dropped');
        const text = document.createRange();
        text.selectNodeContents(each);
        const { left, top, height } = text.getBoundingClientRect();
        const init = { bubbles: true, cancelable: true, dataTransfer, clientX: left + 1, clientY: top + height / 2 };
        each.dispatchEvent(new DragEvent('drop', init));
      });
      await saveAndVerify(at, version, '<section><p id="a">One</p><p id="b">droppedTwo</p></section>');
    });

    test('an emoji family, a flag and a combined letter are each deleted as one character', async () => {
      const version = await begin('<section><p id="a">Us 👨‍👩‍👧‍👦🇯🇵é</p></section>');
      await at.page.click('#a');
      await press('End', 'Backspace', 'Backspace', 'Backspace');
      await type('!');
      await saveAndVerify(at, version, '<section><p id="a">Us !</p></section>');
    });

    test('keys after a click on a value from data never go into the previous text', async () => {
      const view = '<section><p id="a">One</p><p id="b" data-path="trip.name">Bound</p></section>';
      const version = await begin(view);
      await at.page.click('#a');
      await press('End');
      await type('!');
      await at.page.click('#b');
      await type('lost');
      await saveAndVerify(at, version, view.replace('One', 'One!'));
    });

    test('a browser’s translation is not saved; text typed meanwhile is', async () => {
      const view = '<section><h2>Title</h2><p id="a">One <b>two</b></p><p id="b">Three</p></section>';
      const version = await begin(view);
      await at.page.click('#a');
      await press('End');
      // Replace each text node by one in new elements, as a browser's translation does.
      await at.page.evaluate(() => {
        const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        const texts: Text[] = [];
        while (walker.nextNode()) texts.push(walker.currentNode as Text);
        for (const text of texts) {
          if (!text.data.trim() || !text.parentElement!.translate) continue;
          const font = document.createElement('font');
          font.textContent = `übersetzt: ${text.data}`;
          text.replaceWith(font);
        }
      });
      assert.equal(await at.page.$eval('#a', (block) => block.textContent), 'One two');
      assert.match(await at.page.$eval('#b', (block) => block.textContent!), /übersetzt/);
      await type('!');
      await at.page.click('#b');
      await press('End');
      await type('?');
      await saveAndVerify(at, version, view.replace('two</b>', 'two!</b>').replace('Three', 'Three?'));
    });

    test('after splitting and joining, the markup is unchanged around the typed text', async () => {
      const version = await begin('<section><p id="a">One <a href="/x">two</a> three</p></section>');
      await at.page.click('#a');
      await press('Home', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'Enter');
      await type('x');
      await press('Enter');
      await type('y');
      await press('Home', 'Backspace');
      await type('-');
      await press('End', 'Shift+Enter');
      await type('end');
      await saveAndVerify(
        at,
        version,
        '<section><p id="a">One </p><p>x-y<a href="/x">two</a> three<br>end</p></section>',
      );
    });

    // The line after a line break at the end of a block continues the marks of the previous line.
    for (const [what, words] of [
      ['bold words', '<b>two</b>'],
      ['bold and slanted words', '<b class="x"><i>two</i></b>'],
      ['an element of the template', '<span class="x">two</span>'],
    ] as const)
      test(`Shift+Enter at the end of ${what} that end a block begins a line, and Backspace removes it`, async () => {
        const view = `<section><p id="a">One ${words}</p><p>Three</p></section>`;
        const version = await begin(view);
        await at.page.click('#a');
        await press('End', 'Shift+Enter', 'Shift+Enter', 'Backspace');
        await type('next');
        await saveAndVerify(at, version, view.replace('two', 'two<br>next'));
        await press('Shift+Enter', 'Backspace');
        await type('!');
        await saveAndVerify(at, version, view.replace('two', 'two<br>next!'));
      });

    test('Shift+Enter after words that were just made bold begins a line', async () => {
      const version = await begin('<section><p id="a">One</p></section>');
      await at.page.click('#a');
      await press('End', 'Control+b');
      await type('two');
      await press('Shift+Enter');
      await type('next');
      await saveAndVerify(at, version, '<section><p id="a">One<strong>two<br>next</strong></p></section>');
    });

    // Items of a header row, a menu and a grid: typed text goes into the item, and the layout does not change.
    for (const [what, style, items, around] of [
      [
        'a flex row',
        'display:flex;gap:8px',
        ['<a href="/"><span>Aurora</span></a>', '<button>Menu</button>', '<div>Log</div>'],
        '',
      ],
      ['a menu', 'display:flex;gap:8px', ['<a href="/x">Home</a>', '<a href="/y">About</a>'], ' '],
      [
        'a grid',
        'display:grid;grid-template-columns:1fr 1fr',
        ['<a href="/x">Home</a>', '<span>About</span>', '<p>More</p>'],
        '\n  ',
      ],
    ] as const)
      test(`each item of ${what} is edited separately, and none of them moves`, async () => {
        const view = (texts: readonly string[]): string =>
          `<section style="${style}">${around}${texts.join(around)}${around}</section>`;
        const version = await begin(view(items));
        const places = (): Promise<string> =>
          at.page.$$eval('feaas-component > section > *', (all) =>
            all
              .map((each) => each.getBoundingClientRect())
              .map(({ left, top, width, height }) => [left, top, width, height].map(Math.round).join(' '))
              .join(),
          );
        const before = await places();
        for (let index = 0; index < items.length; index++) {
          const item = `feaas-component > section > :nth-child(${index + 1})`;
          await at.page.click(item);
          await at.page.waitForFunction(
            (item) => document.querySelector(item)!.matches('[data-feaas-edited], :has([data-feaas-edited])'),
            {},
            item,
          );
          if (index === 0) assert.equal(await places(), before);
          await press('End');
          await type('s');
        }
        // An emptied item stays editable, and Enter inserts a line break in it.
        await at.page.click('feaas-component > section > :first-child');
        await press('End', 'Shift+Home', 'Delete');
        await type('New');
        await press('Enter');
        await type('line');
        const rest = items.slice(1).map((item) => item.replace(/(?=<\/\w+>)/, 's'));
        const [first] = items[0].match(/^<a .*?>/)!;
        await saveAndVerify(at, version, view([`${first}New<br>line</a>`, ...rest]));
      });

    test('an isolated component is edited in its frame', async () => {
      const version = await at.publish('<section><h2>Title</h2><p>One two</p></section>');
      await at.open(isolatedComponent(version));
      const frame = await openIsolatedEditor(at.page, 'p');
      await press('End', 'Control+b');
      await type(' three');
      await press('Enter');
      await type('Next');
      await frame.waitForFunction(() => document.querySelectorAll('p').length === 2);
      await saveAndVerify(
        at,
        version,
        '<section><h2>Title</h2><p>One two<strong> three</strong></p><p>Next</p></section>',
      );
    });
  });
