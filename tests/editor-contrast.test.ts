/** Contrast is measured in the page as rendered. Findings link to their places and block nothing (the real host, D13). */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import {
  inEditorUI,
  editableComponent,
  openEditor,
  editorJourney,
  waitForSaveButton,
  clickButton,
  typeAtEnd,
  chooseTheme,
} from './lib/editor-page';

const at = editorJourney();

/** Adds styles to the page, under any policy. */
const style = (css: string): Promise<void> =>
  at.page.evaluate((css) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets.push(sheet);
  }, css);

async function open(view: string, css: string): Promise<void> {
  const version = await at.publish(view);
  await at.open(editableComponent(version, version));
  await style(css);
  await openEditor(at.page);
}
/** Returns the findings in the checks panel once the check has run. */
async function findings(): Promise<string[]> {
  await clickButton(at.page, 'Checks');
  await at.page.waitForFunction(
    () => document.querySelector('feaas-editor')!.shadowRoot!.querySelector('.aside')?.ariaBusy === 'false',
    { timeout: 30_000 },
  );
  const said = await at.page.$eval('feaas-editor', (editor) =>
    [...editor.shadowRoot!.querySelectorAll('.finding__place')].map(
      (each) => each.closest('.finding')!.querySelector('.finding__text')!.textContent!,
    ),
  );
  await clickButton(at.page, 'Checks');
  return said;
}
const LOW = /^The contrast of this text is ([\d.]+):1; good contrast is at least ([\d.]+):1\.$/;
const ratios = (said: readonly string[]): [ratio: number, enough: number][] =>
  said.flatMap((text) => {
    const found = LOW.exec(text);
    return found ? [[Number(found[1]), Number(found[2])] as [number, number]] : [];
  });

/** Removes the library's backgrounds, so that the background of the page applies. */
const BARE = 'feaas-component.-feaas { background: none } .case { background: none; color: #000 }';

/** Cases: name, styles, and the finding: a ratio with its minimum, or a note. `.w` contains the text `.t` and optional markup. */
const CASES: readonly (readonly [
  name: string,
  css: (w: string, t: string) => string,
  found?: readonly [number, number] | 'note',
  more?: string,
])[] = [
  ['enough', (_, t) => `${t} { color: #767676 }`],
  ['too little', (_, t) => `${t} { color: #777 }`, [4.47, 4.5]],
  ['large text is read with less', (_, t) => `${t} { color: #888; font-size: 24px }`],
  ['large and too little', (_, t) => `${t} { color: #999; font-size: 24px }`, [2.84, 3]],
  ['bold from 14 points on', (_, t) => `${t} { color: #888; font: bold 19px sans-serif }`],
  ['oklch', (_, t) => `${t} { color: oklch(0.75 0.1 200) }`, [2.13, 4.5]],
  ['color-mix', (_, t) => `${t} { color: color-mix(in oklab, black 50%, white) }`],
  ['color-mix, too light', (_, t) => `${t} { color: color-mix(in srgb, black 30%, white) }`, [2.11, 4.5]],
  ['text that shows through', (_, t) => `${t} { color: rgb(0 0 0 / 0.4) }`, [2.84, 4.5]],
  ['opacity of what holds it', (w) => `${w} { opacity: 0.4 }`, [2.84, 4.5]],
  ['dark on dark', (w, t) => `${w} { background: #222 } ${t} { color: #333 }`, [1.25, 4.5]],
  ['a layer that shows through', (w, t) => `${w} { background: #000 } ${t} { background: rgb(255 255 255 / 0.9) }`],
  ['the worst stop', (_, t) => `${t} { background: linear-gradient(90deg, #fff, #444) }`, [2.15, 4.5]],
  ['stops that are all right', (_, t) => `${t} { background: linear-gradient(90deg, #fff, oklch(0.8 0.1 90)) }`],
  ['a picture behind', (w) => `${w} { background: url(/media/aurora/hero.svg) }`, 'note'],
  [
    'a picture that something opaque lies on',
    (w, t) => `${w} { background: url(/media/aurora/hero.svg) } ${t} { background: #fff }`,
  ],
  [
    'a picture that stands behind',
    (w, t) => `${w} { position: relative } ${w} img { position: absolute; inset: 0 } ${t} { position: relative }`,
    'note',
    '<img src="/media/aurora/hero.svg" alt="" width="80" height="50">',
  ],
  [
    'what is laid under it by a style alone',
    (w) => `${w} { position: relative } ${w}::before { content: ""; position: absolute; inset: 0; background: #0003 }`,
    'note',
  ],
  ['what is hidden', (_, t) => `${t} { color: #eee; visibility: hidden }`],
  [
    'what is for screen readers only',
    (_, t) =>
      `${t} { color: #eee; position: absolute; clip-path: inset(50%); width: 1px; height: 1px; overflow: hidden; white-space: nowrap; font-size: 0.5px }`,
  ],
];

for (const dark of [false, true])
  test(`contrast is measured as rendered, on a ${dark ? 'dark' : 'light'} page`, async () => {
    const view = CASES.map(
      ([, , , more = ''], at) => `<div class="case w${at}"><p class="t${at}">Words ${at}</p>${more}</div>`,
    );
    const css = CASES.map(([, css], at) => css(`div.case.w${at}`, `div.case p.t${at}`));
    // On a dark page, all texts except the last are on a card with a background.
    await open(
      `<section><div class="card">${view.join('')}</div><p class="page">Words of the page</p></section>`,
      [
        BARE,
        ...css,
        ...(dark
          ? [':root { color-scheme: dark } .card { background: #fff } .page { color: #333 }']
          : ['.page { color: #000 }']),
      ].join('\n'),
    );
    const said = await findings();
    const wanted = CASES.flatMap(([name, , found]) => (found ? [[name, found] as const] : []));
    if (dark) wanted.push(['a dark page with text for a light one', [1.48, 4.5]]);
    // Errors come before notes.
    wanted.sort(([, one], [, other]) => Number(one === 'note') - Number(other === 'note'));
    for (const [at, [name, found]] of wanted.entries()) {
      const text = said[at] ?? '';
      if (found === 'note') assert.match(text, /picture behind/, name);
      else {
        const [ratio, enough] = ratios([text])[0] ?? [];
        assert.ok(Math.abs(ratio! - found[0]) <= 0.03 && enough === found[1], `${name}: ${text}`);
      }
    }
    assert.equal(said.length, wanted.length, said.join('\n'));
  });

test('the link of a finding leads to the text; findings do not prevent saving', async () => {
  await open(
    '<section class="case"><h2>Title</h2><p>One</p><p class="t">Two</p></section>',
    `${BARE} .t { color: #bbb !important }`,
  );
  await typeAtEnd(at.page, '!', 'feaas-component h2');
  await clickButton(at.page, 'Save');
  await waitForSaveButton(at.page, 'Up to date', false);
  await at.page.waitForSelector(inEditorUI('.banner'), { visible: true });
  await clickButton(at.page, 'Checks');
  await clickButton(at.page, 'Go there');
  await at.page.waitForFunction(
    () => document.activeElement?.className === 't' && String(document.getSelection()) === 'Two',
  );
});

test('texts that only people can judge are quoted, listed once below the errors, and not repeated after a save', async () => {
  const pictured = '<p class="p">One</p><p class="p">Two</p><p class="q">Three</p>';
  const css = `${BARE} .p { background: url(/media/aurora/hero.svg) } .q { color: #bbb !important }`;
  await open(`<section class="case"><h2>Title</h2>${pictured}</section>`, css);
  await clickButton(at.page, 'Checks');
  await at.page.waitForSelector(inEditorUI('.finding'), { visible: true });
  const said = (): Promise<string[]> =>
    at.page.$eval('feaas-editor', (editor) =>
      [...editor.shadowRoot!.querySelectorAll('.finding')].map((each) =>
        [...each.querySelectorAll('.finding__text, .finding__quote')].map(({ textContent }) => textContent).join('|'),
      ),
    );
  const [wrong, unsure, ...more] = await said();
  assert.match(wrong!, /^The contrast .*\|“Three”$/);
  assert.match(unsure!, /^This text has a picture .*\|“One”\|“Two”$/);
  assert.deepEqual(more, []);
  await clickButton(at.page, 'Checks');
  await typeAtEnd(at.page, '!', 'feaas-component h2');
  await clickButton(at.page, 'Save');
  const banner = await at.page.waitForSelector(inEditorUI('.banner__text'), { visible: true });
  assert.equal(await banner!.evaluate(({ textContent }) => textContent), '1 issue to review');
});

test('a theme of the library changes the findings', async () => {
  await at.page.setViewport({ width: 1280, height: 800 });
  await open(
    '<section class="-theme--aurora"><p class="t">Words</p></section>',
    BARE + '.-theme--aurora .t { color: #ccc } .-theme--dusk .t { color: #000; background: #fff }',
  );
  assert.equal(ratios(await findings()).length, 1);
  await at.page.click('feaas-component p');
  await chooseTheme(at.page, 'Dusk');
  await at.page.waitForSelector('feaas-component .-theme--dusk');
  assert.deepEqual(ratios(await findings()), []);
});

test('the demo library has enough contrast, in light and dark', async () => {
  const names = readdirSync(new URL('../host/library/aurora/components/', import.meta.url));
  const versions = names.map(
    (name) =>
      `<feaas-component component="${name}" instance="${name}-x" fetch="data template stylesheet" editable data='{"site":{"url":"/data/aurora/site.json"}}'></feaas-component>`,
  );
  for (const scheme of ['light', 'dark']) {
    await at.page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
    await at.open(versions.join(''));
    await style(':root { color-scheme: light dark }');
    for (const [index, name] of names.entries()) {
      // Each component uses one of the schemes; with FEAAS_LONG=1, both.
      if (!process.env['FEAAS_LONG'] && (index % 2 === 0) !== (scheme === 'light')) continue;
      await at.page.$eval(`[component="${name}"]`, (each) => each.scrollIntoView());
      await at.page.$eval(`[component="${name}"] > *`, (each) => (each as HTMLElement).click());
      await at.page.waitForFunction(
        (name) => {
          const editor = document.querySelector('feaas-editor')!;
          return editor.getAttribute('state') === 'ready' && editor.getAttribute('component') === name;
        },
        {},
        name,
      );
      assert.deepEqual(ratios(await findings()), [], `${name}, ${scheme}`);
    }
  }
});
