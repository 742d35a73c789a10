/**
 * Renders a template with data into an element. The first render inserts nodes; later ones hydrate, morph or update
 * them.
 */
import { jsonValue } from '../path/json-value';
import { lazyModules, loadModule, type ModuleName } from '../scheduling/lazy-modules';
import { ROOT_CONTEXT, type Context } from './analyze';
import { isClobberSafe } from './clobber-safe';
import { getTemplate, type CompiledTemplate } from './compile';
import { addMissing, createEnvironment, createFrame, type Hooks, type RenderFrame } from './environment';
import type { HostContent } from './host-bindings';
import { isNested, joinNestedHost, markAsOwnRoot } from './nested-components';
import { parseReference } from './parse-reference';
import { isThemed, languageOf, tablePartOf } from './content-model';
import { ownMembers } from './own-members';
import { countOf, renderedRoots } from './rendered-roots';
import { createInstance, isMissing } from './template-instance';

export interface RenderOptions {
  /** Where content is inserted: the element itself, or a node of its shadow root (E2). */
  root?: Element;
  hooks?: Hooks | undefined;
}

/** Result of a render. */
export interface RenderResult {
  /**
   * Modules that are missing. If there are any, a first render has inserted nothing, and an update has skipped what
   * needs them. Load them and render again.
   */
  readonly missing: ReadonlySet<ModuleName> | undefined;
}

/** Loads the missing modules of a render. */
export const loadMissing = (missing: ReadonlySet<ModuleName>): Promise<unknown> =>
  Promise.all(Array.from(missing, loadModule));

/** Parsing context of a template: the part of a table that is its parent, because parsers drop rows elsewhere (D22). */
function contextOf({ localName }: Element): Context {
  const tablePart = tablePartOf(localName);
  return tablePart ? { ...ROOT_CONTEXT, tablePart } : ROOT_CONTEXT;
}

const templateFor = (element: Element, template: string): CompiledTemplate =>
  getTemplate(template, contextOf(element), isThemed(element));

/** Compiles a template in advance, before the frame that shows it. */
export function precompileTemplate(element: Element, template: string): void {
  try {
    templateFor(element, template);
  } catch {
    // Rendering reports the error.
  }
}

/** Renders a template with data into an element. */
export function renderTemplate(
  element: Element,
  template: string,
  data: unknown,
  { root = element, hooks }: RenderOptions = {},
): RenderResult {
  const previous = renderedRoots.get(root);
  const own = ownMembers(root);
  const { updates } = lazyModules;
  const isFirst = !previous && !own.firstChild;
  if (!isFirst && !updates) return { missing: new Set(['updates']) };
  const values = jsonValue(data) ?? {};
  const env = createEnvironment(values, {
    hooks,
    language: languageOf(element),
    isClobberSafe,
    parseReference,
  });
  let frame = createFrame(env, values, undefined);
  const redraw = (): ReadonlySet<ModuleName> | undefined => renderTemplate(element, template, values, { root }).missing;
  const content = hasBindings(element) ? hostContent(element, template, frame, redraw) : undefined;
  if (env.missing) return env;
  // Content from the outer template has the environment of that template, whose missing modules may be loaded now.
  if (content) frame = { ...content.frame, env: { ...content.frame.env, missing: undefined } };
  const compiled = content
    ? getTemplate(content.html, content.context, content.whole && isThemed(element))
    : templateFor(element, template);
  if (isMissing(compiled, frame)) return frame.env;
  const instance = isFirst ? createInstance(compiled, frame) : updates!.rerender(root, compiled, frame, previous);
  if (frame.env.missing) return frame.env;
  if (!own.firstChild) own.append(instance.nodes[0]!);
  renderedRoots.set(root, {
    template: compiled,
    instance,
    frame,
    first: own.firstChild,
    last: own.lastChild,
    count: countOf(own),
  });
  markAsOwnRoot(root);
  return frame.env;
}

/**
 * The content of a host with bindings, if it is not its unchanged template. Writes the host's bound attributes unless
 * an outer template does (E10).
 */
function hostContent(
  element: Element,
  template: string,
  frame: RenderFrame,
  redraw: () => ReadonlySet<ModuleName> | undefined,
): HostContent | undefined {
  const { hostBindings } = lazyModules;
  const isInTemplate = isNested(element);
  const nested = isInTemplate ? joinNestedHost(element, redraw) : undefined;
  if (isInTemplate && !nested) return undefined;
  if (!hostBindings) addMissing(frame.env, 'hostBindings');
  return nested
    ? hostBindings?.nestedContent(element, nested, template, frame)
    : hostBindings?.renderHostBindings(element, template, frame);
}

/** Starts to load modules that the element needs besides those of its template, while the template loads. */
export function preloadModules(element: Element): void {
  // Rendering loads it again if needed, and reports a failure then.
  if (hasBindings(element) && !isNested(element)) loadModule('hostBindings').catch(() => {});
}

/** Whether the host itself has bindings (D4); its scope belongs to the outer template. */
const hasBindings = (element: Element): boolean =>
  ownMembers(element)
    .getAttributeNames()
    .some((name) => name.startsWith('data-path') && name !== 'data-path-scope');
