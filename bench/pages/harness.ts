/**
 * Runs in every contender's page: makes the data, does the work, and waits until the DOM shows it and one frame has
 * passed. It costs the same for all; an empty run measures how much that is.
 */
import { findShape } from '../shapes';
import { makeItems, PICTURES, type Item, type Shape } from '../shapes/shape';

/** The shape of content that this page measures. */
export const shape: Shape = findShape(new URLSearchParams(location.search).get('shape') ?? 'cards');

/** What a contender is given: the items, and the data of a component that they are in. */
export interface Input {
  readonly items: readonly Item[];
  readonly data: unknown;
}

export interface Contender {
  /** Shows data in an empty host. */
  mount(host: HTMLElement, input: Input): void;
  /** Shows other data in a host that was mounted. */
  update(host: HTMLElement, input: Input): void;
}

/** A state of the data: how many items of which batch, which version, in which order. */
export interface State {
  count: number;
  batch: string;
  version?: number;
  reversed?: boolean;
}

/** One measurement: in `copies` hosts, from nothing or from a state, through states. */
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
 * Frames after a first render in which its pictures come from the page's memory: that is its cost for all, however many
 * frames it waited for, and must not be counted as the cost of a run that does nothing.
 */
const SETTLING_FRAMES = 3;

const nextFrame = (): Promise<void> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => {
      // A message comes after the frame's style and layout, a promise would come before.
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
  // Out of JSON, as from a server: strings put together would be slower to use, for all.
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

/** Waits until every host shows the step, and for at least one frame. */
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
 * Fetching and decoding pictures costs several times what all else of a card does, the same for all, and would hide
 * their differences: the page has them before it begins. (Forbidding the browser to load pictures is no way out: each
 * refusal costs as much, and an element that waits for its picture is never collected.)
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
    /** Everything up to what is measured. Hosts stay mounted from one update to the next. */
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
    /** What is measured; the milliseconds until the DOM showed the data, summed over the steps. */
    async run(): Promise<number> {
      let wall = 0;
      settlingFrames = mounted ? 0 : SETTLING_FRAMES;
      for (const step of steps) wall += await show(step);
      await waitFrames(settlingFrames);
      return wall;
    },
    /** A run that does nothing, with as many frames: its cost is taken off. */
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
