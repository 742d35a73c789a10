/**
 * Typing in an edited component of 2,000 nodes, in the same component with a bare `contenteditable`, and with a bare
 * Quill. Measures the time from the key to the painted frame. All pages are open in one browser and take turns.
 */
import { build } from 'esbuild';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { CDPSession, Page } from 'puppeteer';
import { launch, openPage } from '../tests/lib/browser';
import { startEditingHost, type EditingHost } from '../tests/lib/editing-host';
import { publish, connectVersions } from '../tests/lib/publish';
import type { Check } from './report';
import { median } from './statistics';

const LIMIT = 1.8;
const NODES = 2000;
/** Keys per position and round. */
const KEYS = 40;
/** Milliseconds between keys; the fastest typists need three times as long. */
const KEY_INTERVAL = 30;
const VERSION = 'typing';

const CARD =
  '<article><h3>Article</h3><p>A thing that is <b>useful</b> in many ways, made of what was at hand.</p></article>\n';
const VIEW =
  `<section>${CARD.repeat(80)}<p id="middle">Some words that stand before, and others that stand behind.</p>` +
  '<p id="chip">Dear <span data-path="user.name">you</span>, welcome.</p>' +
  '<ul><li data-path-scope="items.*"><b data-path="items.*.name">Name</b> is what <i>this</i> one is called</li></ul>' +
  `${CARD.repeat(80)}</section>`;
const DATA = {
  user: { name: 'Ada Lovelace' },
  items: Array.from({ length: 100 }, (_each, at) => ({ name: `Item ${at}` })),
};

/** Label, selector of a block, index of the child node for the caret, and offset in it. */
const CARET_POSITIONS = [
  ['the middle of a paragraph', '#middle', 0, 22],
  ['a bound value', '#chip', 2, 0],
  ['the first of 100 repeated items', 'li', 1, 5],
] as const;
type CaretPosition = (typeof CARET_POSITIONS)[number];

/** The compared editors. */
const EDITORS = ['contenteditable', 'Quill', 'kit'] as const;
type EditorName = (typeof EDITORS)[number];

interface TypingPage {
  readonly page: Page;
  readonly cdp: CDPSession;
  readonly editor: EditorName;
}

/** Milliseconds of a round at one position: from a key's event to its frame, and of the main thread. */
interface Round {
  readonly shown: number;
  readonly cpu: number;
}

const quoted = (value: unknown): string => JSON.stringify(value).replaceAll('&', '&amp;').replaceAll('"', '&quot;');

async function writePage(host: EditingHost): Promise<void> {
  await build({
    ...{ entryPoints: [new URL('pages/quill.ts', import.meta.url).pathname], outfile: join(host.site, 'quill.js') },
    ...{ bundle: true, minify: true, format: 'iife', logLevel: 'error' },
  });
  await publish(connectVersions(host), `aurora/footer/${VERSION}`, VIEW);
  await host.writePage(
    'typing.html',
    `<feaas-context library="aurora"><feaas-component component="footer" version="${VERSION}" fetch="template" editable ` +
      `data="${quoted(DATA)}"></feaas-component><feaas-editor></feaas-editor></feaas-context><script src="/quill.js"></script>`,
  );
}

async function openTypingPage(page: Page, host: EditingHost, editor: EditorName): Promise<TypingPage> {
  await page.bringToFront();
  // Quill inserts HTML itself, which the host's policy forbids.
  await page.setBypassCSP(editor === 'Quill');
  await page.goto(`${host.origin}/typing.html`);
  await page.waitForSelector('#chip');
  const nodes = await page.evaluate(() => {
    const walker = document.createTreeWalker(document.querySelector('feaas-component')!);
    let count = 0;
    while (walker.nextNode()) count++;
    return count;
  });
  if (nodes < NODES) throw new Error(`The component has ${nodes} nodes, not ${NODES}.`);
  if (editor === 'kit') {
    await page.waitForSelector('feaas-component[tabindex]');
    await page.evaluate(
      (token) => void Object.assign(document.querySelector('feaas-context')!, { auth: token }),
      host.token,
    );
    await page.click('h3');
    await page.waitForSelector('feaas-editor[state=ready]');
  }
  await page.evaluate(() => {
    const times: number[] = [];
    addEventListener(
      'keydown',
      ({ timeStamp }) =>
        requestAnimationFrame(() => {
          // A message arrives after the frame's style, layout and paint.
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = (): void => (port1.close(), void times.push(performance.now() - timeStamp));
          port2.postMessage(0);
        }),
      true,
    );
    Object.assign(globalThis, { times });
  });
  const cdp = await page.createCDPSession();
  await cdp.send('Performance.enable');
  return { page, cdp, editor };
}

async function threadTime(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'ThreadTime')!.value * 1000;
}

/** Places the caret; clicks first if that opens a block. */
async function placeCaret({ page, editor }: TypingPage, [, selector, child, offset]: CaretPosition): Promise<void> {
  await page.bringToFront();
  if (editor === 'kit') await page.click(selector);
  await page.$eval(
    selector,
    (block, editor, child, offset) => {
      if (editor === 'contenteditable') {
        block.setAttribute('contenteditable', 'true');
        for (const value of block.querySelectorAll('[data-path]')) value.setAttribute('contenteditable', 'false');
        (block as HTMLElement).focus();
      }
      if (editor === 'Quill') {
        const { editWithQuill } = globalThis as unknown as { editWithQuill: (element: Element) => void };
        if (!block.querySelector('.ql-editor')) editWithQuill(block);
        block.querySelector<HTMLElement>('.ql-editor')!.focus();
      }
      // Quill has the text in its own line element, where bound values are text.
      const line = block.querySelector('feaas-line, .ql-editor > p') ?? block;
      const at = line.childNodes[Math.min(child, line.childNodes.length - 1)]!;
      document.getSelection()!.collapse(at, Math.min(offset, at.textContent!.length));
    },
    editor,
    child,
    offset,
  );
  // Wait for work that the caret's new position causes.
  await setTimeout(300);
}

async function type(target: TypingPage, position: CaretPosition): Promise<Round> {
  await placeCaret(target, position);
  const { page, cdp } = target;
  await page.evaluate('times.length = 0');
  const before = await page.$eval(position[1], (block) => block.textContent!.length);
  const start = await threadTime(cdp);
  for (let count = 0; count < KEYS; count++) {
    await page.keyboard.press(count % 6 === 5 ? 'Space' : 'KeyX');
    await setTimeout(KEY_INTERVAL);
  }
  const cpu = ((await threadTime(cdp)) - start) / KEYS;
  // The last frame may be late.
  await page.waitForFunction((count) => (globalThis as unknown as { times: number[] }).times.length >= count, {}, KEYS);
  const times = (await page.evaluate('times')) as number[];
  const arrived = (await page.$eval(position[1], (block) => block.textContent!.length)) - before;
  if (times.length !== KEYS || arrived !== KEYS) throw new Error(`${position[0]}: ${arrived} of ${KEYS} keys arrived.`);
  // The editor processes pending work once typing has stopped.
  await setTimeout(1000);
  return { shown: median(times), cpu };
}

const milliseconds = (value: number): string => `${value.toFixed(2)} ms`;

/** Measures the medians of the rounds, and their ratios. */
export async function typing(rounds: number): Promise<Check[]> {
  const host = await startEditingHost();
  // Waiting for the display would hide the measured times.
  const browser = await launch(['--disable-frame-rate-limit', '--disable-gpu-vsync']);
  try {
    await writePage(host);
    const pages: TypingPage[] = [];
    for (const editor of EDITORS) pages.push(await openTypingPage(await openPage(browser), host, editor));
    const found = new Map(
      CARET_POSITIONS.map((position) => [position, new Map<TypingPage, Round[]>(pages.map((page) => [page, []]))]),
    );
    // The first round warms up the compiler.
    for (let round = 0; round <= rounds; round++)
      for (const position of CARET_POSITIONS)
        for (const target of round % 2 ? pages : pages.toReversed()) {
          const measured = await type(target, position);
          if (round) found.get(position)!.get(target)!.push(measured);
        }
    return CARET_POSITIONS.map((position) => {
      const of = (target: TypingPage, key: keyof Round): number =>
        median(
          found
            .get(position)!
            .get(target)!
            .map((each) => each[key]),
        );
      const [bare, quill, edited] = pages as [TypingPage, TypingPage, TypingPage];
      const ratio = of(edited, 'shown') / of(bare, 'shown');
      const quillRatio = of(quill, 'shown') / of(bare, 'shown');
      return {
        title: `typing in ${NODES} nodes, at ${position[0]}: key to paint`,
        measured:
          `${ratio.toFixed(2)}x a bare contenteditable (${milliseconds(of(edited, 'shown'))}, ` +
          `${milliseconds(of(bare, 'shown'))}; main thread ${milliseconds(of(edited, 'cpu'))}, ${milliseconds(of(bare, 'cpu'))}); ` +
          `a bare Quill ${quillRatio.toFixed(2)}x (${milliseconds(of(quill, 'shown'))})`,
        target: `≤ ${LIMIT}x`,
        met: ratio <= LIMIT,
      };
    });
  } finally {
    await browser.close();
    await host.stop();
  }
}
