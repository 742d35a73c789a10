/** What each binding of a painted component did, read off the blocks that are painted (D16), with their data. */
import { loadModule, ModuleNotLoadedError } from '../scheduling/lazy-modules';
import { readList } from '../path/lookup';
import { attribute, type BoundElement } from '../template/analyze';
import { hostOf, isNested } from '../template/host-bindings';
import { frameWithin, inherited, scopeText } from '../template/more';
import { ContentInstance, type TemplateInstance } from '../template/template-instance';
import { Kind, type AttributeOp, type RepeatOp } from '../template/compile';
import { renderedRoots } from '../template/render';
import { createFrame, type RenderFrame } from '../template/values';
import type { Explanation, BindingReport, RepeatPosition } from './types';
import {
  explainAttributeBindings,
  explainContentBinding,
  explainAttributesBinding,
  type BindingResult,
} from './explain-binding';
import { trace } from './trace';

/** Findings that are told of one component. */
const LIMIT = 4000;

/** Where the walk is. */
interface Walk {
  readonly findings: BindingReport[];
  readonly places: readonly RepeatPosition[];
  readonly inserted: boolean;
}

function add({ findings, places, inserted }: Walk, made: BindingResult, binding: object, ...nodes: Element[]): void {
  findings.push({ ...made, nodes, positions: places, inserted, binding });
}

function walkRepeat(op: RepeatOp, all: readonly TemplateInstance[], frame: RenderFrame, walk: Walk): void {
  const { repeat } = op;
  const items = repeat.binding ? readList(repeat.binding, frame, repeat.nested) : [];
  // Elements that the template has beyond the list are remembered, and stand nowhere.
  const blocks = all.filter(({ nodes: [first] }) => first!.parentNode);
  const nodes = blocks.map(({ nodes: [first] }) => first as Element);
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
    op,
    ...nodes,
  );
  const count = items.length;
  blocks.forEach((block, index) => {
    if (walk.findings.length >= LIMIT) return;
    const inner = createFrame(frame.env, items[index], frame);
    inner.zero = block.zero;
    walkBlock(block, inner, { ...walk, places: [...walk.places, { scope, index, count }] });
  });
}

function walkBlock(block: TemplateInstance, frame: RenderFrame, walk: Walk): void {
  const { nodes, state, plan } = block;
  plan.ops.forEach((op, at) => {
    if (walk.findings.length >= LIMIT) return;
    const node = nodes[op.ref] as Element;
    const now = state[at];
    if (op.kind === Kind.Text) {
      if (op.content.binding || attribute(op.content.owner.source, 'data-path') !== undefined)
        add(walk, explainContentBinding(op.content, frame, node), op, node);
      if (now instanceof ContentInstance) {
        const inserted = now.html !== undefined;
        const inner = inserted ? frameWithin(frame, now.html!) : frame;
        walkBlock(now.block, inner, { ...walk, inserted: walk.inserted || inserted });
      }
    } else if (op.kind === Kind.Attribute) {
      const { attributeBindings, base, tag } = op as AttributeOp;
      for (const made of explainAttributeBindings(attributeBindings, tag, base, frame))
        add(walk, made, made.attributeBinding, node);
    } else if (op.kind === Kind.Spread) walkSpread(op.bound, node, frame, walk, op);
    else if (op.kind === Kind.Repeat) walkRepeat(op, (now ?? []) as TemplateInstance[], frame, walk);
    else if (op.kind === Kind.Inherit) {
      if (now instanceof ContentInstance && !renderedRoots.has(node)) walkBlock(now.block, frame, walk);
      if (op.content?.binding) add(walk, explainContentBinding(op.content, frame, node), op.content, node);
      if (op.scopes)
        add(
          walk,
          {
            attribute: 'data',
            path: op.scopes.map(scopeText).join(', ') || '$',
            target: 'data',
            outcome: 'data',
            value: inherited(op.scopes, frame),
            trace: undefined,
            sanitizerReport: [],
          },
          op,
          node,
        );
    }
  });
}

function walkSpread(bound: BoundElement, node: Element, frame: RenderFrame, walk: Walk, binding: object): void {
  const made = explainAttributesBinding(bound, frame);
  if (made) add(walk, made, binding, node);
  for (const attributeBinding of bound.attributeBindings)
    for (const each of explainAttributeBindings(
      [attributeBinding],
      bound.tag,
      attribute(bound.source, attributeBinding.name) ?? null,
      frame,
    ))
      add(walk, each, attributeBinding, node);
}

/** What is bound on the component's own element (D4), unless it was bound where it stands (E10). */
function walkHost(element: Element, frame: RenderFrame, walk: Walk): void {
  if (isNested(element)) return;
  const { bound } = hostOf(element);
  if (bound.content) add(walk, explainContentBinding(bound.content, frame, element), bound, element);
  walkSpread(bound, element, frame, walk, bound);
}

function explainNow(element: Element, root: Element): Explanation {
  const now = renderedRoots.get(root);
  if (!now) {
    const state = root.firstChild ? 'children' : 'empty';
    return { state, findings: [], more: false, root, data: (element as { data?: unknown } & Element).data };
  }
  const walk: Walk = { findings: [], places: [], inserted: false };
  walkHost(element, now.frame, walk);
  walkBlock(now.block, now.frame, walk);
  const { findings } = walk;
  return { state: 'painted', findings, more: findings.length >= LIMIT, root, data: now.frame.env.data };
}

/** Where a component's content is: the element, or what holds it in its shadow root (E2). */
const contentRoot = (element: Element): Element => element.shadowRoot?.querySelector('[part=content]') ?? element;

/** Explains a component; the parts of the kit that this needs are loaded. */
export async function explain(element: Element): Promise<Explanation> {
  await loadModule('deferred');
  for (;;) {
    try {
      return explainNow(element, contentRoot(element));
    } catch (missing) {
      if (!(missing instanceof ModuleNotLoadedError)) throw missing;
      await loadModule(missing.module);
    }
  }
}
