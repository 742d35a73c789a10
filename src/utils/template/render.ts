/**
 * Rendering a template and data into an element: paint the first time, adopt what is there already, update after.
 */
import { requireModule } from '../scheduling/lazy-modules';
import { ROOT_CONTEXT } from './analyse';
import { isClobberSafe } from './clobber-check';
import { fillBlock, paintBlock, type Block } from './paint';
import { planOf, type BlockPlan } from './plan';
import { isThemed, languageOf } from './content-model';
import { createEnvironment, createFrame, type Hooks, type RenderFrame } from './values';

/** What is painted in a root now. */
export interface Painted {
  readonly plan: BlockPlan;
  readonly block: Block;
  /** What it was painted with last. */
  readonly frame: RenderFrame;
  readonly first: Node | null;
  readonly last: Node | null;
  readonly count: number;
}

/** By the root of each; the inspector reads it. */
export const painted = new WeakMap<Node, Painted>();

export interface RenderOptions {
  /** Where content goes: the element itself, or a node of its shadow root (E2). */
  root?: Element;
  hooks?: Hooks | undefined;
}

/** Takes a template apart before the frame that shows it; what that needs of the kit is loaded when it is rendered. */
export function planAhead(element: Element, template: string): void {
  try {
    planFor(element, template);
  } catch {
    // It fails again where it is told.
  }
}

const planFor = (element: Element, template: string): BlockPlan => planOf(template, ROOT_CONTEXT, isThemed(element));

/**
 * Renders a template with data into an element, now.
 * @throws ModuleNotLoadedError when the data holds markup, or a path needs a part of the kit that is not loaded yet: the hooks have
 * run then, and nothing has changed.
 */
export function renderNow(
  element: Element,
  template: string,
  data: unknown,
  { root = element, hooks }: RenderOptions = {},
): void {
  if (hooks?.processData) data = hooks.processData(element, data) ?? data;
  template = hooks?.processTemplate?.(element, template, data) || template;
  const was = painted.get(root);
  const values = data ?? {};
  let frame = createFrame(createEnvironment(values, hooks, languageOf(element), isClobberSafe), values, undefined);
  const shown = hasBindings(element) && requireModule('deferred').renderHostBindings(element, template, frame, root);
  const plan = shown ? planOf(shown.html, shown.context, shown.whole && isThemed(element)) : planFor(element, template);
  if (shown) ({ frame } = shown);
  let block: Block;
  if (was && was.plan === plan && isLeftAlone(root, was)) fillBlock((block = was.block), frame);
  else {
    block = paintBlock(plan, frame);
    if (!root.firstChild) root.append(block.nodes[0]!);
    else if (was || !requireModule('deferred').adopt(block, root, frame))
      requireModule('deferred').morph(block, root, frame);
  }
  const { firstChild: first, lastChild: last } = root;
  painted.set(root, { plan, block, frame, first, last, count: countOf(root) });
  hooks?.onRender?.(element, data);
}

/** Whether nobody else's hands were on the content: else it is painted anew. */
const isLeftAlone = (root: Node, was: Painted): boolean =>
  root.firstChild === was.first && root.lastChild === was.last && countOf(root) === was.count;

/** How many nodes there are: that it is one shows without making a list of them. */
const countOf = (root: Node): number =>
  root.firstChild === root.lastChild ? +!!root.firstChild : root.childNodes.length;

/** Whether the host itself is bound (D4); its scope is its parent template's business. */
const hasBindings = (element: Element): boolean =>
  element.getAttributeNames().some((name) => name.startsWith('data-path') && name !== 'data-path-scope');
