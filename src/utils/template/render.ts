/**
 * Rendering a template and data into an element: paint the first time, adopt what is there already, update after.
 */
import { ModuleNotLoadedError, requireModule, type ModuleName } from '../scheduling/lazy-modules';
import { ROOT_CONTEXT } from './analyze';
import { isClobberSafe } from './clobber-safe';
import { parseReference } from './parse-reference';
import { updateInstance, createInstance, type TemplateInstance } from './template-instance';
import { getTemplate, type CompiledTemplate } from './compile';
import { isThemed, languageOf } from './content-model';
import { createEnvironment, createFrame, type Hooks, type RenderFrame } from './values';

/** What is painted in a root now. */
export interface RenderedRoot {
  readonly plan: CompiledTemplate;
  readonly block: TemplateInstance;
  /** What it was painted with last. */
  readonly frame: RenderFrame;
  readonly first: Node | null;
  readonly last: Node | null;
  readonly count: number;
}

/** By the root of each; the inspector reads it. */
export const renderedRoots = new WeakMap<Node, RenderedRoot>();

export interface RenderOptions {
  /** Where content goes: the element itself, or a node of its shadow root (E2). */
  root?: Element;
  hooks?: Hooks | undefined;
}

/** Compiles a template before the frame that shows it. */
export function precompileTemplate(element: Element, template: string): void {
  try {
    planFor(element, template);
  } catch {
    // It fails again where it is told.
  }
}

const planFor = (element: Element, template: string): CompiledTemplate =>
  getTemplate(template, ROOT_CONTEXT, isThemed(element));

/** What a render did. */
export interface RenderResult {
  /**
   * Modules that it lacked. When there are any, nothing was inserted by a first render, and an update has left out what needs
   * them: load them, then render again.
   */
  readonly missing: ReadonlySet<ModuleName>;
}

const NOTHING_MISSING: ReadonlySet<ModuleName> = new Set();

/** Renders a template with data into an element. */
export function renderTemplate(
  element: Element,
  template: string,
  data: unknown,
  options?: RenderOptions,
): RenderResult {
  try {
    renderNow(element, template, data, options);
    return { missing: NOTHING_MISSING };
  } catch (error) {
    if (!(error instanceof ModuleNotLoadedError)) throw error;
    return { missing: new Set([error.module]) };
  }
}

function renderNow(
  element: Element,
  template: string,
  data: unknown,
  { root = element, hooks }: RenderOptions = {},
): void {
  if (hooks?.processData) data = hooks.processData(element, data) ?? data;
  template = hooks?.processTemplate?.(element, template, data) || template;
  const was = renderedRoots.get(root);
  const values = data ?? {};
  let frame = createFrame(
    createEnvironment(values, { hooks, language: languageOf(element), isClobberSafe, parseReference }),
    values,
    undefined,
  );
  const shown = hasBindings(element) && requireModule('deferred').renderHostBindings(element, template, frame, root);
  const plan = shown
    ? getTemplate(shown.html, shown.context, shown.whole && isThemed(element))
    : planFor(element, template);
  if (shown) ({ frame } = shown);
  let block: TemplateInstance;
  if (was && was.plan === plan && isLeftAlone(root, was)) updateInstance((block = was.block), frame);
  else {
    block = createInstance(plan, frame);
    if (!root.firstChild) root.append(block.nodes[0]!);
    else if (was || !requireModule('deferred').adopt(block, root, frame))
      requireModule('deferred').morph(block, root, frame);
  }
  const { firstChild: first, lastChild: last } = root;
  renderedRoots.set(root, { plan, block, frame, first, last, count: countOf(root) });
  hooks?.onRender?.(element, data);
}

/** Whether what was rendered in a root is there as it was left: nobody has removed, added or replaced its top-level nodes. */
export function isContentIntact(root: Node): boolean {
  const was = renderedRoots.get(root);
  return !!was && isLeftAlone(root, was);
}

/** Whether nobody else's hands were on the content: else it is painted anew. */
const isLeftAlone = (root: Node, was: RenderedRoot): boolean =>
  root.firstChild === was.first && root.lastChild === was.last && countOf(root) === was.count;

/** How many nodes there are: that it is one shows without making a list of them. */
const countOf = (root: Node): number =>
  root.firstChild === root.lastChild ? +!!root.firstChild : root.childNodes.length;

/** Whether the host itself is bound (D4); its scope is its parent template's business. */
const hasBindings = (element: Element): boolean =>
  element.getAttributeNames().some((name) => name.startsWith('data-path') && name !== 'data-path-scope');
