/**
 * Runs in every competitor's page: makes the data, does the work, and waits until the DOM shows it and one frame has
 * passed. The same for all, so that what it costs is the same for all; an empty run tells how much that is.
 */
import { makeData, PICTURES, type Data, type Mode } from '../workload';

/** Data as text or as object. */
export type Input = string | Data;

export interface Competitor {
  /** Shows data in an empty host. */
  mount(host: HTMLElement, input: Input): void;
  /** Shows other data in a host that was mounted. */
  update(host: HTMLElement, input: Input): void;
}

/** A state of the data: how many cards of which batch, which version, in which order. */
export interface State {
  count: number;
  batch: string;
  version?: number;
  reversed?: boolean;
}

/** One measurement: in `copies` hosts, from nothing or from a state, through states. */
export interface Job {
  mode: Mode;
  copies: number;
  from?: State;
  to: State[];
}

interface Step {
  input: Input;
  /** Number of cards, and texts of the first and the last. */
  expected: { count: number; first: string; last: string };
}

const text = (card: Element | null | undefined): string =>
  card ? `${card.querySelector('.title')!.textContent} ${card.querySelector('.price')!.textContent}` : '';

/**
 * Frames after a first painting in which its pictures come from the page's memory and tell so: that is its cost for all,
 * however many frames it waited for, and must not be taken for the cost of a run that does nothing.
 */
const SETTLING = 3;

const frames = async (count: number): Promise<void> => {
  for (let left = count; left; left--) await frame();
};

const frame = (): Promise<void> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => {
      // A message comes after the frame's style and layout, a promise would come before.
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = (): void => (port1.close(), resolve());
      port2.postMessage(0);
    });
  });

function make({ count, batch, version, reversed }: State, mode: Mode): Step {
  const made = makeData(count, batch, version);
  if (reversed) made.shop.cards.reverse();
  const json = JSON.stringify(made);
  const { cards } = made.shop;
  const words = (card: (typeof cards)[number] | undefined): string => (card ? `${card.title} ${card.price}` : '');
  return {
    // Also the object comes out of JSON: strings put together would be slower to use, for all.
    input: mode === 'json' ? json : (JSON.parse(json) as Data),
    expected: { count, first: words(cards[0]), last: words(cards.at(-1)) },
  };
}

function isShown(host: Element, { count, first, last }: Step['expected']): boolean {
  const section = host.querySelector('section');
  return (
    section?.childElementCount === count &&
    text(section.firstElementChild) === first &&
    text(section.lastElementChild) === last
  );
}

/** Waits until every host shows the step; what frames pass until then count, but at least one does. */
async function shown(hosts: readonly Element[], step: Step, since: number): Promise<number> {
  await null;
  let frames = 0;
  while (!hosts.every((host) => isShown(host, step.expected))) {
    await frame();
    if (++frames > 600) throw new Error(`not shown: ${JSON.stringify(step.expected)}; ${hosts[0]!.innerHTML}`);
  }
  const wall = performance.now() - since;
  if (!frames) await frame();
  return wall;
}

/**
 * Fetching and decoding pictures costs several times what all else of a card does, the same for all, and would hide
 * their differences: the page has them before it begins. (Forbidding the browser to load pictures is no way out: each
 * refusal costs as much, and an element that waits for its picture is never collected.)
 */
const pictures = PICTURES.map((path) => Object.assign(new Image(), { src: path }));

export function serve(competitor: Competitor): void {
  const container = document.createElement('div');
  container.style.display = 'none';
  document.body.append(container);
  let hosts: HTMLElement[] = [];
  let steps: Step[] = [];
  let mounted = false;
  let inputMode: Mode | undefined;
  let settling = 0;

  const show = async (step: Step): Promise<number> => {
    const start = performance.now();
    for (const host of hosts) {
      if (mounted) competitor.update(host, step.input);
      else competitor.mount(host, step.input);
    }
    mounted = true;
    return shown(hosts, step, start);
  };

  const api = {
    /** Everything up to what is measured. Hosts stay mounted from one update to the next. */
    async prepare({ mode, copies, from, to }: Job): Promise<void> {
      if (!from || hosts.length !== copies || inputMode !== mode) {
        inputMode = mode;
        hosts = Array.from({ length: copies }, () => document.createElement('div'));
        container.replaceChildren(...hosts);
        mounted = false;
        await frame();
      }
      if (from) await show(make(from, mode));
      steps = to.map((state) => make(state, mode));
      await frame();
      await frame();
    },
    /** What is measured; the milliseconds until the DOM showed the data, summed over the steps. */
    async run(): Promise<number> {
      let wall = 0;
      settling = mounted ? 0 : SETTLING;
      for (const step of steps) wall += await show(step);
      await frames(settling);
      return wall;
    },
    /** What a run costs that does nothing: as many frames. */
    async idle(): Promise<number> {
      for (let left = steps.length; left; left--) {
        await null;
        await frame();
      }
      await frames(settling);
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
