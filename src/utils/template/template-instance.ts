/**
 * Template instances: clones of a template's nodes, filled with values. Later updates write only what differs (D16). An
 * instance stores its nodes and the values that it shows. The result always equals a fresh render.
 */
import { isPlain, readList, readValue, type Binding } from '../path/lookup';
import { first } from '../path/query';
import { lazyModules, loadModule, onModuleLoaded } from '../scheduling/lazy-modules';
import { attributesOf, bindingText, writtenValue } from './attribute-values';
import {
  PartKind,
  getTemplate,
  type AttributePart,
  type CompiledTemplate,
  type Member,
  type Part,
  type RepeatPart,
  type TextPart,
} from './compile';
import { contentOf, shownValue } from './content';
import type { Markup } from './markup';
import { addMissing, createFrame, frameWithin, type RenderFrame } from './environment';
import { rendersItself, updateNestedComponent } from './nested-components';
import { ownMembers } from './own-members';
import { writeAttribute, writeTypedText } from './write-attribute';

/** One copy of a template. */
export interface TemplateInstance {
  readonly template: CompiledTemplate;
  /** Nodes by their index in the template; the first is the root. */
  nodes: Node[];
  /**
   * State of each part: the value, if an equal value needs no update. Otherwise it is the {@link ContentInstance} of
   * the content, the text of an attribute, or {@link OTHER}. A repeat has its {@link RepeatInstance}. Before the first
   * render it is {@link UNSET}.
   */
  readonly shown: unknown[];
  /** Identity of the item in its list. */
  key: unknown;
  /** Whether it is the placeholder for an empty list. */
  zero: boolean;
}

/** Content that is not plain text: the template's own, or inserted markup. */
export class ContentInstance {
  constructor(
    readonly instance: TemplateInstance,
    /** The inserted HTML; undefined for the template's own content. */
    readonly html: string | undefined,
    /** The data value, if an equal value gives the same content: for HTML without bindings. */
    public value: unknown,
  ) {}
}

/** Nothing is rendered yet. */
const UNSET = Symbol('unset');
/** The part is not compared with values, as an equal value may have another result. */
const OTHER = Symbol('other');

/** Renders a template into new nodes, or into `root`, an existing copy of its nodes. */
export function createInstance(template: CompiledTemplate, frame: RenderFrame, root?: Node): TemplateInstance {
  const { walk, parts, hasForm } = template;
  const nodes = new Array<Node>(walk.length / 3 + 1);
  nodes[0] = root ?? ownMembers(template.prototype).cloneNode(true);
  for (let index = 0, nodeIndex = 1; index < walk.length; index += 3) {
    const isSibling = walk[index + 1]!;
    let next = nodes[walk[index]!]!;
    if (!isSibling) next = (hasForm ? ownMembers(next) : next).firstChild!;
    for (let skip = isSibling + walk[index + 2]!; skip > 0; skip--)
      next = (hasForm ? ownMembers(next) : next).nextSibling!;
    nodes[nodeIndex++] = next;
  }
  const shown = new Array<unknown>(parts.length).fill(UNSET);
  const instance: TemplateInstance = { template, nodes, shown, key: undefined, zero: frame.zero };
  updateInstance(instance, frame);
  return instance;
}

/** The value of a binding. Values outside of all scopes are looked up once per render. */
function valueOf(binding: Binding, frame: RenderFrame): unknown {
  if (binding.up >= 0 || !frame.parent) return readValue(binding, frame);
  const rootValues = (frame.env.rootValues ??= new Map());
  let value = rootValues.get(binding);
  if (value === undefined && !rootValues.has(binding)) rootValues.set(binding, (value = readValue(binding, frame)));
  return value;
}

/** Updates an instance with the data of a frame. Stops if a module is missing. */
export function updateInstance(instance: TemplateInstance, frame: RenderFrame): void {
  const { nodes, shown } = instance;
  const { parts } = instance.template;
  const { env, item } = frame;
  const { comparesValues } = env;
  /** The item, if its members can be read directly. */
  const plainItem = !env.dottedKeys && isPlain(item) ? item : undefined;
  for (let index = 0; index < parts.length; index++) {
    const part = parts[index]!;
    if (part.kind === PartKind.Text || part.kind === PartKind.Attribute) {
      const { binding, member, unusual } = part;
      let value: unknown;
      if (plainItem && member !== undefined) {
        value = plainItem[member];
        if (typeof value !== 'string') value = first(value);
      } else if (binding) value = valueOf(binding, frame);
      if (comparesValues) {
        if (value === shown[index]) continue;
        // Most values are texts that need no processing.
        if (typeof value === 'string' && unusual && !unusual.test(value)) {
          if (part.kind === PartKind.Text) writeText(nodes, part, value, shown[index] === UNSET);
          else (nodes[part.ref] as Element).setAttribute(part.name, value);
          shown[index] = value;
          continue;
        }
      }
      if (part.kind === PartKind.Text) updateContent(instance, index, part, value, frame);
      else updateAttribute(instance, index, part, value, frame);
    } else updatePart(instance, index, part, frame);
    if (env.missing) return;
  }
}

/** Writes a text to an element. Uses its text node unless other code has replaced that node. */
function writeText(nodes: Node[], { ref, textRef }: TextPart, text: string, isNew = false): void {
  const node = nodes[textRef] as Text;
  if (text && (isNew || node.parentNode === nodes[ref])) {
    if (isNew || node.data !== text) node.data = text;
    return;
  }
  const element = nodes[ref] as Element;
  element.textContent = text;
  if (text) nodes[textRef] = element.firstChild!;
}

function updateContent(
  { nodes, shown }: TemplateInstance,
  index: number,
  part: TextPart,
  value: unknown,
  frame: RenderFrame,
): void {
  const { content, fallback } = part;
  const { env } = frame;
  const node = nodes[part.ref] as Element;
  const isAlone = !env.hooks && !content.owner.attributesBinding;
  const previous = shown[index];
  // Sanitizing takes far longer than the rest of an update.
  if (env.comparesValues && isAlone && previous instanceof ContentInstance && previous.value === value && value) return;
  const next = isAlone ? shownValue(value, content, frame) : contentOf(content, frame, node);
  if (env.missing) return;
  const text = next ?? fallback;
  if (typeof text !== 'string')
    shown[index] = fillContent(node, fallback, previous, next, frame, isAlone ? value : undefined);
  else {
    if (part.tag === 'textarea') writeTypedText(node as HTMLTextAreaElement, text);
    writeText(nodes, part, text);
    shown[index] = isAlone && typeof value !== 'object' ? value : OTHER;
  }
}

function updateAttribute(
  { nodes, shown }: TemplateInstance,
  index: number,
  part: AttributePart,
  value: unknown,
  frame: RenderFrame,
): void {
  const { name, bindings, tag, base } = part;
  const { env } = frame;
  const node = nodes[part.ref] as Element;
  const isAlone = !env.hooks && !!part.binding;
  const next = isAlone
    ? bindingText(bindings[0]!, tag, base, value, frame)
    : writtenValue(bindings, tag, base, frame, node);
  if (env.missing) return;
  if (next !== shown[index]) writeAttribute(node, name, next);
  shown[index] = name === 'hidden' ? OTHER : isAlone && typeof value !== 'object' ? value : next;
}

function updatePart(
  instance: TemplateInstance,
  index: number,
  part: Exclude<Part, TextPart | AttributePart>,
  frame: RenderFrame,
): void {
  const { nodes, shown } = instance;
  const node = nodes[part.ref] as Element;
  const previous = shown[index] === UNSET ? undefined : shown[index];
  if (part.kind === PartKind.Repeat)
    shown[index] = updateRepeat(nodes, part, previous as RepeatInstance | undefined, frame);
  else if (part.kind === PartKind.AttributesObject) {
    const next = attributesOf(part.bound, frame, frame.env.hooks && node);
    const writtenAttributes = (previous as Map<string, string> | undefined) ?? new Map(part.bound.source.attributes);
    for (const name of writtenAttributes.keys()) if (!next.has(name)) writeAttribute(node, name, null);
    // What a visitor has changed since, such as `open`, stays.
    for (const [name, text] of next) if (writtenAttributes.get(name) !== text) writeAttribute(node, name, text);
    shown[index] = next;
  } else if (part.kind === PartKind.NestedComponent) {
    const content = part.content && contentOf(part.content, frame, node);
    if (frame.env.missing) return;
    const isOwn = updateNestedComponent(part, node, content, frame) || rendersItself(node);
    if (!isOwn) shown[index] = fillContent(node, part.fallback, previous, content, frame);
  } else if (!previous) {
    onModuleLoaded('deferred', ({ loadScript }) => loadScript(part.src));
    loadModule('deferred').catch(() => {});
    shown[index] = true;
  }
}

/** Shows content that may be markup or the template's own. Returns the state to store. */
function fillContent(
  node: Element,
  fallback: CompiledTemplate | string,
  previous: unknown,
  next: string | Markup | undefined,
  frame: RenderFrame,
  value?: unknown,
): unknown {
  const text = next ?? fallback;
  if (typeof text === 'string') {
    if (previous !== text) node.textContent = text;
    return text;
  }
  const markup = next as Markup | undefined;
  const html = markup?.html;
  const inner = markup ? frameWithin(frame, markup.html) : frame;
  const valueIn = ({ parts }: CompiledTemplate): unknown =>
    typeof value === 'string' && !parts.length ? value : undefined;
  if (previous instanceof ContentInstance && previous.html === html) {
    updateInstance(previous.instance, inner);
    previous.value = markup && valueIn(previous.instance.template);
    return previous;
  }
  const template = markup ? getTemplate(markup.html, markup.context) : (fallback as CompiledTemplate);
  if (isMissing(template, frame)) return previous;
  const instance = createInstance(template, inner);
  if (frame.env.missing) return previous;
  ownMembers(node).replaceChildren(instance.nodes[0]!);
  return new ContentInstance(instance, html, markup && valueIn(template));
}

/** Whether a template requires modules that are not loaded; records them in the environment. */
export function isMissing({ requirements }: CompiledTemplate, { env }: RenderFrame): boolean {
  for (const module of requirements) if (!lazyModules[module]) addMissing(env, module);
  return !!env.missing;
}

/** State of a repeat. */
export interface RepeatInstance {
  /** One per item; at least one per element of the template if it has several. */
  readonly instances: readonly TemplateInstance[];
  /** The positions of the template's elements, if it has several. Other nodes between them stay in place (D11). */
  readonly slots: readonly Slot[] | undefined;
}
/** The position of a template element. `mark` is in the document only while the element is not. */
export interface Slot {
  readonly instance: TemplateInstance;
  mark: Text;
}

/** A repeat with its current items. */
export interface Run {
  readonly part: RepeatPart;
  /** One frame, reused for each item in turn. */
  readonly frame: RenderFrame;
  /** Never empty. */
  readonly items: readonly unknown[];
}

/** The single item that represents an empty list (D11). */
const NO_ITEMS: readonly unknown[] = [undefined];

function updateRepeat(
  nodes: readonly Node[],
  part: RepeatPart,
  previous: RepeatInstance | undefined,
  frame: RenderFrame,
): RepeatInstance {
  const { repeat, refs } = part;
  let items = repeat.binding ? readList(repeat.binding, frame, repeat.nested) : [];
  const { hooks } = frame.env;
  if (hooks?.shouldRepeat?.(nodes[part.ref] as Element, items as unknown[]) === false) items = items.slice(0, 1);
  const zero = !items.length;
  if (zero) items = NO_ITEMS;
  const inner = createFrame(frame.env, undefined, frame);
  inner.zero = zero;
  const run: Run = { part, frame: inner, items };
  return previous ? lazyModules.updates!.reconcile(previous, run) : createRepeat(nodes, refs, run);
}

/** Renders a run for the first time: into the template's own elements, and after the last of them. */
function createRepeat(nodes: readonly Node[], refs: readonly number[], run: Run): RepeatInstance {
  const { items, frame } = run;
  // Allocated with its final length: an array that grows reserves more memory, for each list of each component.
  const instances = new Array<TemplateInstance>(Math.max(refs.length, items.length));
  refs.forEach((ref, index) => (instances[index] = createItem(run, index, nodes[ref])));
  const last = nodeOf(instances[refs.length - 1]!);
  const { parentNode, nextSibling } = ownMembers(last);
  const parent = ownMembers(parentNode!);
  for (let index = refs.length; index < items.length && !frame.env.missing; index++) {
    const instance = (instances[index] = createItem(run, index));
    parent.insertBefore(nodeOf(instance), nextSibling);
  }
  if (refs.length < 2) return { instances, slots: undefined };
  const slots = instances.slice(0, refs.length).map((instance) => ({ instance, mark: document.createTextNode('') }));
  slots.slice(items.length).forEach(({ instance, mark }) => ownMembers(nodeOf(instance)).replaceWith(mark));
  return { instances, slots };
}

/** The element of an item. */
export const nodeOf = (instance: TemplateInstance): ChildNode => instance.nodes[0] as ChildNode;

/** The template element that renders the item at an index. */
export const memberOf = ({ part: { members } }: Run, index: number): Member =>
  members[Math.min(index, members.length - 1)]!;

/** Renders the item at an index, into `root` if it is given. */
export function createItem(run: Run, index: number, root?: Node): TemplateInstance {
  const { frame } = run;
  const { template, hides } = memberOf(run, index);
  const item = (frame.item = run.items[index]);
  const instance = createInstance(template, frame, root);
  if (frame.zero && hides) ownMembers(instance.nodes[0] as Element).setAttribute('hidden', '');
  instance.key = identity(item);
  return instance;
}

/** Identity of an item among its siblings: a primitive itself, or an object's id or key; undefined otherwise. */
export function identity(item: unknown): unknown {
  if (typeof item !== 'object' || item === null) return item;
  const object = item as Record<string, unknown>;
  return object.id ?? object.key;
}
