/** Shared code of the editor elements, without a browser: scripts by URL, UI states, trusted origins. */
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { setLogger } from '../../src/global/logger';
import { API } from '../../src/utils/frontend/types';
import { ScriptError, ScriptVersionError } from '../../src/utils/frontend/errors';
import { loadScript } from '../../src/utils/frontend/load';
import {
  InterfaceController,
  type InterfaceDependencies,
  type State,
} from '../../src/utils/frontend/interface-controller';
import { listedOrigins, messageOrigins } from '../../src/utils/frontend/origins';

const SCRIPT = { api: API, mount: () => ({}) };

/** Loaded scripts are cached, so each test has a separate host. */
let frontend: string;
let hosts = 0;
beforeEach(() => void (frontend = `https://host${++hosts}.example/kit`));

test('a script of the frontend host is imported once, also by concurrent requests', async () => {
  const asked: string[] = [];
  const load = async (url: string): Promise<unknown> => (asked.push(url), SCRIPT);
  const [one, other] = await Promise.all([loadScript('editor', frontend, load), loadScript('editor', frontend, load)]);
  await loadScript('editor', frontend, load);
  await loadScript('picker', frontend, load);
  assert.equal(one, other);
  assert.deepEqual(asked, [`${frontend}/editor.js`, `${frontend}/picker.js`]);
});

test('a failed script is imported again with another URL: browsers cache the failure', async () => {
  const asked: string[] = [];
  let fails = 2;
  const load = async (url: string): Promise<unknown> => {
    asked.push(url);
    if (fails-- > 0) throw new TypeError('no network');
    return SCRIPT;
  };
  for (let time = 0; time < 2; time++) {
    await assert.rejects(loadScript('context', frontend, load), (error: ScriptError) => {
      assert.ok(error instanceof ScriptError);
      assert.deepEqual(
        [error.message, error.url, (error.cause as Error).message],
        [
          `Could not load the script ${frontend}/context.js. Check \`frontend\` and the policy: no network`,
          `${frontend}/context.js`,
          'no network',
        ],
      );
      return true;
    });
  }
  await loadScript('context', frontend, load);
  assert.deepEqual(
    asked.map((url) => url.slice(frontend.length)),
    ['/context.js', '/context.js?retry=1', '/context.js?retry=2'],
  );
});

for (const module of [
  {},
  { api: API },
  { api: API + 1, mount() {} },
  { api: String(API), mount() {} },
  { mount() {} },
]) {
  test(`a module that exports ${JSON.stringify(Object.keys(module))}, api ${String((module as { api?: unknown }).api)}, is refused`, async () => {
    await assert.rejects(
      loadScript('editor', frontend, async () => module),
      (error: Error) => error instanceof ScriptVersionError && error.url === `${frontend}/editor.js`,
    );
  });
}

/** An opening UI with delays that the test ends, and its states so far. */
function opening(): {
  it: InterfaceController<{ unmount(): void }>;
  states: State[];
  waits: { milliseconds: number; end(): void }[];
  element: EventTarget;
} {
  const states: State[] = [];
  const waits: { milliseconds: number; end(): void }[] = [];
  const ports: InterfaceDependencies = {
    fonts: async () => {},
    wait: (milliseconds) => new Promise((end) => waits.push({ milliseconds, end })),
  };
  const element = Object.assign(new EventTarget(), { localName: 'feaas-editor' });
  const host = {
    element: element as unknown as HTMLElement,
    show: (state: State) => void states.push(state),
    emitError: (error: Error) => void element.dispatchEvent(new CustomEvent('feaasError', { detail: error })),
  };
  return { it: new InterfaceController(host, ports), states, waits, element };
}

/** A fake mounted UI, which records whether it is still mounted. */
const mounted = (): { there: boolean; unmount(): void } => ({
  there: true,
  unmount() {
    this.there = false;
  },
});

/** Waits until pending tasks have run. */
const flushTasks = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('§4: the state is ready 100 ms after the script and the fonts are loaded', async () => {
  const { it, states, waits } = opening();
  const done = it.open(async () => mounted());
  await flushTasks();
  assert.deepEqual([states, waits.map(({ milliseconds }) => milliseconds), it.ready], [['loading'], [100], undefined]);
  waits[0]!.end();
  assert.equal(await done, true);
  assert.deepEqual([states, it.state, it.ready !== undefined], [['loading', 'ready'], 'ready', true]);
});

test('§9: a closed UI is removed after 400 ms, or when another one opens', async () => {
  const { it, waits } = opening();
  const first = mounted();
  void it.open(async () => first);
  await flushTasks();
  waits.pop()!.end();
  await flushTasks();
  it.close();
  assert.deepEqual([first.there, waits.map(({ milliseconds }) => milliseconds), it.state], [true, [400], 'idle']);
  waits.pop()!.end();
  await flushTasks();
  assert.equal(first.there, false);

  const [second, third] = [mounted(), mounted()];
  void it.open(async () => second);
  await flushTasks();
  void it.open(async () => third);
  assert.equal(second.there, false);
  await flushTasks();
  // The delay of the second one ends while the third one closes, which has its own delay.
  const [earlier] = waits.filter(({ milliseconds }) => milliseconds === 400);
  it.close();
  earlier!.end();
  await flushTasks();
  assert.equal(third.there, true);
});

test('a UI that is closed while it loads does not open: a late result is unmounted', async () => {
  const { it, states } = opening();
  const late = mounted();
  let arrive: (value: typeof late) => void = () => {};
  let wanted: () => boolean = () => true;
  const done = it.open((stillWanted) => {
    wanted = stillWanted;
    return new Promise((resolve) => (arrive = resolve));
  });
  assert.equal(wanted(), true);
  it.close();
  assert.equal(wanted(), false);
  arrive(late);
  assert.equal(await done, false);
  assert.deepEqual([late.there, states], [false, ['loading', 'idle']]);
});

test('a failure is logged and sent once; a failure after closing is not', async () => {
  const logged: string[] = [];
  const before = setLogger({ warn() {}, error: (message) => void logged.push(message) });
  try {
    const { it, states, element } = opening();
    const sent: unknown[] = [];
    element.addEventListener('feaasError', (event) => sent.push((event as CustomEvent).detail));
    const error = new Error('broken');
    assert.equal(await it.open(() => Promise.reject(error)), false);
    assert.deepEqual([sent, logged, states], [[error], ['[feaas] <feaas-editor>: broken'], ['loading', 'idle']]);
    const given = it.open(() => Promise.reject(error));
    it.close();
    assert.equal(await given, false);
    assert.deepEqual([sent.length, logged.length], [1, 1]);
  } finally {
    setLogger(before);
  }
});

for (const [attribute, expected] of [
  [null, undefined],
  ['', []],
  ['https://a.example', ['https://a.example']],
  ['https://a.example/ http://b.example:81/', ['https://a.example', 'http://b.example:81']],
  [
    ' https://a.example,https://b.example\n https://c.example ',
    ['https://a.example', 'https://b.example', 'https://c.example'],
  ],
] as const) {
  test(`E9, M1: origins=${JSON.stringify(attribute)} lists ${JSON.stringify(expected)}`, () => {
    assert.deepEqual(listedOrigins({ getAttribute: () => attribute } as unknown as Element), expected);
  });
}

test('M1: messages are accepted from the listed origins, by default from those of the page and the frontend', () => {
  Object.assign(globalThis, { location: { origin: 'https://page.example' } });
  const context = (list: string | null): Element => ({ getAttribute: () => list }) as unknown as Element;
  assert.deepEqual(messageOrigins(context(null), 'https://kit.example/below'), [
    'https://page.example',
    'https://kit.example',
  ]);
  assert.deepEqual(messageOrigins(context(null), 'https://page.example'), ['https://page.example']);
  assert.deepEqual(messageOrigins(context('https://a.example'), 'https://kit.example'), ['https://a.example']);
  assert.deepEqual(messageOrigins(context(''), 'https://kit.example'), []);
});
