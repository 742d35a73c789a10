/** Explains what each binding of a rendered component did, from the rendered template instances (D16) and their data. */
import { loadModule } from '../scheduling/lazy-modules';
import { readList } from '../path/lookup';
import type { BoundElement } from '../template/analyze';
import { hostOf } from '../template/host-bindings';
import { isNested } from '../template/nested-components';
import { PartKind, type RepeatPart } from '../template/compile';
import { createFrame, frameWithin, type RenderFrame } from '../template/environment';
import { inheritedData, scopeText } from '../template/inherited-data';
import { renderedRoots } from '../template/rendered-roots';
import { attribute } from '../template/source-node';
import { ContentInstance, type RepeatInstance, type TemplateInstance } from '../template/template-instance';
import type { Explanation, BindingReport, RepeatPosition } from './types';
import {
  explainAttributeBindings,
  explainContentBinding,
  explainAttributesBinding,
  type BindingResult,
} from './explain-binding';
import { trace } from './trace';

/** Maximum number of findings for one component. */
const MAX_FINDINGS = 4000;

/** State of the traversal. */
interface Walk {
  readonly findings: BindingReport[];
  readonly places: readonly RepeatPosition[];
  readonly inserted: boolean;
}

function add({ findings, places, inserted }: Walk, result: BindingResult, binding: object, ...nodes: Element[]): void {
  findings.push({ ...result, nodes, positions: places, inserted, binding });
}

function walkRepeat(part: RepeatPart, allInstances: readonly TemplateInstance[], frame: RenderFrame, walk: Walk): void {
  const { repeat } = part;
  const items = repeat.binding ? readList(repeat.binding, frame, repeat.nested) : [];
  // Elements that the template has beyond the list are kept, and are not in the document.
  const instances = allInstances.filter(({ nodes: [first] }) => first!.parentNode);
  const nodes = instances.map(({ nodes: [first] }) => first as Element);
  const { scope } = repeat;
  add(
    walk,
    {
      attribute: 'data-path-scope',
      path: scope,
      target: 'repeat',
      outcome: items.length ? 'items' : 'empty',
      value: items,
      trace: repeat.binding && trace(repeat.binding, frame, true),
      sanitizerReport: [],
    },
    part,
    ...nodes,
  );
  const count = items.length;
  instances.forEach((instance, index) => {
    if (walk.findings.length >= MAX_FINDINGS) return;
    const inner = createFrame(frame.env, items[index], frame);
    inner.zero = instance.zero;
    walkInstance(instance, inner, { ...walk, places: [...walk.places, { scope, index, count }] });
  });
}

function walkInstance(instance: TemplateInstance, frame: RenderFrame, walk: Walk): void {
  const { nodes, shown, template } = instance;
  template.parts.forEach((part, index) => {
    if (walk.findings.length >= MAX_FINDINGS) return;
    const node = nodes[part.ref] as Element;
    const current = shown[index];
    if (part.kind === PartKind.Text) {
      const { content } = part;
      if (content.binding || attribute(content.owner.source, 'data-path') !== undefined)
        add(walk, explainContentBinding(content, frame, node), part, node);
      if (current instanceof ContentInstance) {
        const inserted = current.html !== undefined;
        const inner = inserted ? frameWithin(frame, current.html!) : frame;
        walkInstance(current.instance, inner, { ...walk, inserted: walk.inserted || inserted });
      }
    } else if (part.kind === PartKind.Attribute) {
      for (const result of explainAttributeBindings(part.bindings, part.tag, part.base, frame))
        add(walk, result, result.attributeBinding, node);
    } else if (part.kind === PartKind.AttributesObject) walkAttributesObject(part.bound, node, frame, walk, part);
    else if (part.kind === PartKind.Repeat) {
      if (current) walkRepeat(part, (current as RepeatInstance).instances, frame, walk);
    } else if (part.kind === PartKind.NestedComponent) {
      if (current instanceof ContentInstance && !renderedRoots.has(node)) walkInstance(current.instance, frame, walk);
      if (part.content?.binding) add(walk, explainContentBinding(part.content, frame, node), part.content, node);
      if (part.scopes)
        add(
          walk,
          {
            attribute: 'data',
            path: part.scopes.map(scopeText).join(', ') || '$',
            target: 'data',
            outcome: 'data',
            value: inheritedData(part.scopes, frame),
            trace: undefined,
            sanitizerReport: [],
          },
          part,
          node,
        );
    }
  });
}

function walkAttributesObject(
  bound: BoundElement,
  node: Element,
  frame: RenderFrame,
  walk: Walk,
  binding: object,
): void {
  const result = explainAttributesBinding(bound, frame);
  if (result) add(walk, result, binding, node);
  for (const attributeBinding of [...bound.attributeBindings.values()].flat())
    for (const each of explainAttributeBindings(
      [attributeBinding],
      bound.tag,
      attribute(bound.source, attributeBinding.name) ?? null,
      frame,
    ))
      add(walk, each, attributeBinding, node);
}

/** Explains the bindings on the component's own element (D4), unless its outer template has bound it (E10). */
function walkHost(element: Element, frame: RenderFrame, walk: Walk): void {
  if (isNested(element)) return;
  const { bound } = hostOf(element);
  if (bound.content) add(walk, explainContentBinding(bound.content, frame, element), bound, element);
  walkAttributesObject(bound, element, frame, walk, bound);
}

/** Explains the current render; a copy of the frame collects the modules that are missing for that. */
function explainNow(element: Element, root: Element, frame: RenderFrame | undefined): Explanation {
  const rendered = renderedRoots.get(root);
  if (!rendered || !frame) {
    const state = root.firstChild ? 'children' : 'empty';
    return { state, findings: [], more: false, root, data: (element as { data?: unknown } & Element).data };
  }
  const walk: Walk = { findings: [], places: [], inserted: false };
  walkHost(element, frame, walk);
  walkInstance(rendered.instance, frame, walk);
  const { findings } = walk;
  return { state: 'painted', findings, more: findings.length >= MAX_FINDINGS, root, data: frame.env.data };
}

/** Returns the element with a component's content: the component, or an element in its shadow root (E2). */
const contentRoot = (element: Element): Element => element.shadowRoot?.querySelector('[part=content]') ?? element;

/** Explains a component; loads the modules that this requires. */
export async function explain(element: Element): Promise<Explanation> {
  const root = contentRoot(element);
  for (;;) {
    const lastFrame = renderedRoots.get(root)?.frame;
    const env = lastFrame && { ...lastFrame.env, missing: undefined };
    const frame: RenderFrame | undefined = env && { ...lastFrame, env };
    const explanation = explainNow(element, root, frame);
    const missing = frame?.env.missing;
    if (!missing) return explanation;
    await Promise.all(Array.from(missing, loadModule));
  }
}
