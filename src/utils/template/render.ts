/** Rendering a template with data into an element: a first render inserts, later ones hydrate, morph or update what is there. */
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
import { renderedRoots, setRenderedRoot } from './rendered-roots';
import { createInstance, isMissing } from './template-instance';

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
  readonly missing: ReadonlySet<ModuleName> | undefined;
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
  // Content from around has the environment of what it stands in, which lacked perhaps what this render has.
  if (content) frame = { ...content.frame, env: { ...content.frame.env, missing: undefined } };
  const compiled = content
    ? getTemplate(content.html, content.context, content.whole && isThemed(element))
    : templateFor(element, template);
  if (isMissing(compiled, frame)) return frame.env;
  const isFirst = !was && !root.firstChild;
  const instance = isFirst ? createInstance(compiled, frame) : updates!.rerender(root, compiled, frame, was);
  if (frame.env.missing) return frame.env;
  if (!root.firstChild) root.append(instance.nodes[0]!);
  setRenderedRoot(root, compiled, instance, frame);
  markAsOwnRoot(root);
  return frame.env;
}

/** What a host with bindings shows instead of its template as it is; writes them, unless the template around it does (E10). */
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

/** Loads what rendering into an element takes beyond what its template does, while that is on its way. */
export function preloadModules(element: Element): void {
  // It is loaded again, and a failure reported, when it is needed.
  if (hasBindings(element) && !isNested(element)) loadModule('hostBindings').catch(() => {});
}

/** Whether the host itself is bound (D4); its scope is its parent template's business. */
const hasBindings = (element: Element): boolean =>
  element.getAttributeNames().some((name) => name.startsWith('data-path') && name !== 'data-path-scope');
