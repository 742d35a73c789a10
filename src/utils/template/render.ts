/**
 * Rendering a template and data into an element: paint the first time, adopt what is there already, update after.
 */
import { MissingPart, loadPart, part, parts } from '../parts';
import { ROOT_CONTEXT } from './analyse';
import { isFreeName } from './names';
import { fillBlock, paintBlock, type Block } from './paint';
import { planOf, type BlockPlan } from './plan';
import { createEnvironment, createFrame, type Hooks, type RenderEnvironment } from './values';

/** What is painted in a root now. */
interface Painted {
  plan: BlockPlan;
  block: Block;
  first: Node | null;
  last: Node | null;
  count: number;
}

const painted = new WeakMap<Node, Painted>();

/** Whether data may hold markup, so that its part is worth loading ahead; a plain search settles most. */
export const mayHoldMarkup = (json: string): boolean =>
  !parts.markup &&
  (json.includes('<') || json.includes('&') || json.includes('"doc"')) &&
  /<[a-z]|&[a-z#]|"doc"/i.test(json);

export interface RenderOptions {
  /** Where content goes: the element itself, or a node of its shadow root (E2). */
  root?: Element;
  hooks?: Hooks | undefined;
}

/** A theme on the host, or on its nearest `.component.feaas` ancestor (E3). */
const isThemed = (element: Element): boolean =>
  element.className.includes('-theme--') || !!element.closest('.component.feaas')?.className.includes('-theme--');

/**
 * Renders a template with data into an element. Synchronous, unless the data holds markup or a path needs a part of
 * the kit that is not loaded yet: then a promise.
 */
export function render(
  element: Element,
  template: string,
  data: unknown,
  options: RenderOptions = {},
): void | Promise<void> {
  const { hooks } = options;
  const bound = hooks?.processData ? (hooks.processData(element, data) ?? data) : data;
  const text = hooks?.processTemplate?.(element, template, bound) || template;
  try {
    draw(element, text, bound ?? {}, options);
  } catch (missing) {
    if (!(missing instanceof MissingPart)) throw missing;
    return loadPart(missing.part).then(() => render(element, template, data, options));
  }
  hooks?.onRender?.(element, bound);
}

function draw(element: Element, template: string, data: unknown, { root = element, hooks }: RenderOptions): void {
  const language = element.closest('[lang]')?.getAttribute('lang') ?? undefined;
  const options: Partial<RenderEnvironment> = { hooks, language, isFreeName };
  let plan = planOf(template, ROOT_CONTEXT, isThemed(element));
  const was = painted.get(root);
  let frame = createFrame(createEnvironment(data, options), data, undefined);
  if (hasBindings(element)) {
    const content = part('more').drawHost(element, frame);
    if (content) {
      plan = planOf(content.html, content.context);
      frame = part('more').frameWithin(frame, content.html);
    }
  }
  if (was && was.plan === plan && isUntouched(root, was)) {
    fillBlock(was.block, frame);
    remember(root, was);
    return;
  }
  const block = paintBlock(plan, frame);
  if (!root.firstChild) root.append(block.nodes[0]!);
  else if (was || !part('more').adopt(block, root, frame)) part('more').morph(block, root);
  const now = { plan, block, first: null, last: null, count: 0 };
  remember(root, now);
  painted.set(root, now);
}

/** Someone else's hands on the content mean painting anew. */
const isUntouched = (root: Element, { first, last, count }: Painted): boolean =>
  root.firstChild === first && root.lastChild === last && root.childNodes.length === count;

function remember(root: Element, now: Painted): void {
  now.first = root.firstChild;
  now.last = root.lastChild;
  now.count = root.childNodes.length;
}

/** Whether the host itself is bound (D4); its scope is its parent template's business. */
const hasBindings = (element: Element): boolean =>
  element.getAttributeNames().some((name) => name.startsWith('data-path') && name !== 'data-path-scope');
