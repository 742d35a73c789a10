/** Rendering a template with data into an element: a first render inserts, later ones hydrate, morph or update what is there. */
import { lazyModules, loadModule, type ModuleName } from '../scheduling/lazy-modules';
import { ROOT_CONTEXT, type Context } from './analyze';
import { isClobberSafe } from './clobber-safe';
import { getTemplate, type CompiledTemplate } from './compile';
import { tablePartOf } from './content';
import { createEnvironment, createFrame, type Hooks, type RenderFrame } from './environment';
import { isNested, markAsOwnRoot, nestedHostContent, type HostContent } from './nested-components';
import { parseReference } from './parse-reference';
import { isThemed, languageOf } from './content-model';
import { createInstance, isMissing, updateInstance, type TemplateInstance } from './template-instance';

/** What is rendered in a root now. */
export interface RenderedRoot {
  readonly template: CompiledTemplate;
  readonly instance: TemplateInstance;
  /** What it was rendered with last. */
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

/** What a render did. */
export interface RenderResult {
  /**
   * Modules that it lacked. When there are any, nothing was inserted by a first render, and an update has left out what needs
   * them: load them, then render again.
   */
  readonly missing: ReadonlySet<ModuleName>;
}

/** Where a template is parsed: as the content of its parent, where parsers drop rows elsewhere (D22). */
function contextOf({ localName }: Element): Context {
  const tablePart = tablePartOf(localName);
  return tablePart ? { ...ROOT_CONTEXT, tablePart } : ROOT_CONTEXT;
}

const templateFor = (element: Element, template: string): CompiledTemplate =>
  getTemplate(template, contextOf(element), isThemed(element));

/** Compiles a template before the frame that shows it. */
export function precompileTemplate(element: Element, template: string): void {
  try {
    templateFor(element, template);
  } catch {
    // It fails again when it is rendered.
  }
}

/** Renders a template with data into an element. */
export function renderTemplate(
  element: Element,
  template: string,
  data: unknown,
  { root = element, hooks }: RenderOptions = {},
): RenderResult {
  const was = renderedRoots.get(root);
  const { updates } = lazyModules;
  if ((was || root.firstChild) && !updates) return { missing: new Set(['updates']) };
  if (hooks?.processData) data = hooks.processData(element, data) ?? data;
  template = hooks?.processTemplate?.(element, template, data) || template;
  const values = data ?? {};
  const env = createEnvironment(values, {
    hooks,
    language: languageOf(element),
    isClobberSafe,
    parseReference,
  });
  let frame = createFrame(env, values, undefined);
  const redraw = (): ReadonlySet<ModuleName> => renderTemplate(element, template, values, { root }).missing;
  const content = hasBindings(element) ? hostContent(element, template, frame, redraw) : undefined;
  if (env.missing.size) return env;
  // Content from around has the environment of what it stands in, which lacked perhaps what this render has.
  if (content) frame = { ...content.frame, env: { ...content.frame.env, missing: env.missing } };
  const compiled = content
    ? getTemplate(content.html, content.context, content.whole && isThemed(element))
    : templateFor(element, template);
  if (isMissing(compiled, frame)) return env;
  let instance: TemplateInstance;
  if (was && was.template === compiled && isLeftAlone(root, was)) {
    const before = was.frame.env;
    if (before.hooks || before.language !== frame.env.language) frame.env.comparesValues = false;
    updateInstance((instance = was.instance), frame);
    if (env.missing.size) return env;
  } else {
    instance = createInstance(compiled, frame);
    if (env.missing.size) return env;
    if (!root.firstChild) root.append(instance.nodes[0]!);
    else if (was || !updates!.hydrate(instance, root, frame)) updates!.morph(instance, root, frame);
  }
  const { firstChild: first, lastChild: last } = root;
  renderedRoots.set(root, { template: compiled, instance, frame, first, last, count: countOf(root) });
  markAsOwnRoot(root);
  hooks?.onRender?.(element, data);
  return env;
}

/** Whether what was rendered in a root is there as it was left: nobody has removed, added or replaced its top-level nodes. */
export function isContentIntact(root: Node): boolean {
  const was = renderedRoots.get(root);
  return !!was && isLeftAlone(root, was);
}

const isLeftAlone = (root: Node, was: RenderedRoot): boolean =>
  root.firstChild === was.first && root.lastChild === was.last && countOf(root) === was.count;

/** How many nodes there are: that it is one shows without making a list of them. */
const countOf = (root: Node): number =>
  root.firstChild === root.lastChild ? +!!root.firstChild : root.childNodes.length;

/** What a host with bindings shows instead of its template as it is; writes them, unless the template around it does (E10). */
function hostContent(
  element: Element,
  template: string,
  frame: RenderFrame,
  redraw: () => ReadonlySet<ModuleName>,
): HostContent | undefined {
  if (isNested(element)) return nestedHostContent(element, template, frame, redraw);
  const { hostBindings } = lazyModules;
  if (hostBindings) return hostBindings.renderHostBindings(element, template, frame);
  frame.env.missing.add('hostBindings');
  return undefined;
}

/** Loads what rendering into an element takes beyond what its template does, while that is on its way. */
export function preloadModules(element: Element): void {
  // It is loaded again, and a failure reported, when it is needed.
  if (hasBindings(element) && !isNested(element)) loadModule('hostBindings').catch(() => {});
}

/** Whether the host itself is bound (D4); its scope is its parent template's business. */
const hasBindings = (element: Element): boolean =>
  element.getAttributeNames().some((name) => name.startsWith('data-path') && name !== 'data-path-scope');
