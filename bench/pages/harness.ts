/**
 * Runs in every contender's page: creates the data, runs the work, and waits until the DOM shows the data and one frame
 * has passed. The cost is equal for all contenders; an empty run measures it.
 */
import { findShape } from '../shapes';
import { makeItems, PICTURES, type Item, type Shape } from '../shapes/shape';

/** The content shape that this page measures. */
export const shape: Shape = findShape(new URLSearchParams(location.search).get('shape') ?? 'cards');

/** Input of a contender: the items, and the component data that contains them. */
export interface Input {
  readonly items: readonly Item[];
  readonly data: unknown;
}

export interface Contender {
  /** Shows data in an empty host. */
  mount(host: HTMLElement, input: Input): void;
  /** Shows other data in a mounted host. */
  update(host: HTMLElement, input: Input): void;
}

/** A state of the data: the number of items, their batch, version and order. */
export interface State {
  count: number;
  batch: string;
  version?: number;
  reversed?: boolean;
}

/** One measurement: in `copies` hosts, from an empty or given state, through states. */
export interface Job {
  copies: number;
  from?: State;
  to: State[];
}

type Texts = readonly [string, string] | undefined;

interface Step {
  readonly input: Input;
  /** Number of items, and texts of the first and the last. */
  readonly expected: { count: number; first: Texts; last: Texts };
}

/**
 * Frames after a first render in which its pictures are decoded from the page's memory. They belong to its cost for all
 * contenders, however many frames it waited for, and must not count as the cost of an empty run.
 */
const SETTLING_FRAMES = 3;

const nextFrame = (): Promise<void> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => {
      // A message arrives after the frame's style and layout; a promise would resolve before.
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = (): void => (port1.close(), resolve());
      port2.postMessage(0);
    });
  });

async function waitFrames(count: number): Promise<void> {
  for (let left = count; left; left--) await nextFrame();
}

const [selectors, textsOf] = shape.probes;

function makeStep({ count, batch, version, reversed }: State): Step {
  const made = makeItems(shape, count, batch, version);
  if (reversed) made.reverse();
  // Parsed from JSON, as from a server: concatenated strings would be slower for all contenders.
  const items = JSON.parse(JSON.stringify(made)) as Item[];
  const texts = (item: Item | undefined): Texts => item && textsOf(item);
  return {
    input: { items, data: shape.toData(items) },
    expected: { count, first: texts(items[0]), last: texts(items.at(-1)) },
  };
}

const hasTexts = (element: Element | null, texts: Texts): boolean =>
  !element || selectors.every((selector, at) => element.querySelector(selector)?.textContent === texts?.[at]);

function isShown(host: Element, { count, first, last }: Step['expected']): boolean {
  const list = host.querySelector(shape.list);
  return (
    list?.childElementCount === count &&
    hasTexts(list.firstElementChild, first) &&
    hasTexts(list.lastElementChild, last)
  );
}

/** Waits until all hosts show the step, and for at least one frame. */
async function whenShown(hosts: readonly Element[], step: Step, since: number): Promise<number> {
  await null;
  let frames = 0;
  while (!hosts.every((host) => isShown(host, step.expected))) {
    await nextFrame();
    if (++frames > 600) throw new Error(`not shown: ${JSON.stringify(step.expected)}; ${hosts[0]!.innerHTML}`);
  }
  const wall = performance.now() - since;
  if (!frames) await nextFrame();
  return wall;
}

/**
 * Fetching and decoding pictures costs several times the rest of a card, equal for all, and would hide their
 * differences. So the page loads them in advance. Blocking pictures is no alternative: each blocked request costs as
 * much, and an element that waits for its picture is never collected.
 */
const pictures = PICTURES.map((path) => Object.assign(new Image(), { src: path }));

export function serve(contender: Contender): void {
  const container = document.createElement('div');
  container.style.display = 'none';
  document.body.append(container);
  let hosts: HTMLElement[] = [];
  let steps: Step[] = [];
  let mounted = false;
  let settlingFrames = 0;

  const show = async (step: Step): Promise<number> => {
    const start = performance.now();
    for (const host of hosts) {
      if (mounted) contender.update(host, step.input);
      else contender.mount(host, step.input);
    }
    mounted = true;
    return whenShown(hosts, step, start);
  };

  const api = {
    /** Prepares everything before the measured part. Hosts stay mounted between updates. */
    async prepare({ copies, from, to }: Job): Promise<void> {
      if (!from || hosts.length !== copies) {
        hosts = Array.from({ length: copies }, () => document.createElement('div'));
        container.replaceChildren(...hosts);
        mounted = false;
        await nextFrame();
      }
      if (from) await show(makeStep(from));
      steps = to.map(makeStep);
      await nextFrame();
      await nextFrame();
    },
    /** The measured part; returns the milliseconds until the DOM showed the data, summed over the steps. */
    async run(): Promise<number> {
      let wall = 0;
      settlingFrames = mounted ? 0 : SETTLING_FRAMES;
      for (const step of steps) wall += await show(step);
      await waitFrames(settlingFrames);
      return wall;
    },
    /** An empty run with as many frames; its cost is subtracted. */
    async idle(): Promise<number> {
      for (let left = steps.length; left; left--) {
        await null;
        await nextFrame();
      }
      await waitFrames(settlingFrames);
      return 0;
    },
    html: (): string => hosts[0]!.innerHTML,
    clear(): void {
      container.replaceChildren();
      hosts = [];
    },
  };
  void Promise.all(pictures.map((each) => each.decode())).then(() => Object.assign(globalThis, { bench: api }));
}
