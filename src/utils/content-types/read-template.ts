/** Determines which values a template reads, and how it uses them: its paths are bound to its scopes as in a render. */
import { bindPath, compilePath, matchDottedKey, scopeKeys, type Binding } from '../path/lookup';
import { ANY, SELF, isCollection, parsePath, type Path, type Segment } from '../path/parse';
import {
  ROOT_CONTEXT,
  analyze,
  isBoundElement,
  type BoundElement,
  type Child,
  type Context,
} from '../template/analyze';
import { attribute, type SourceNode } from '../template/source-node';
import { createShape, itemsOf, memberOf, type Shape, type Use } from './shape';

type Scopes = Context['scopes'];

/** The dependencies of reading templates. */
export interface TemplateReader {
  parse(html: string): readonly SourceNode[];
  /** Returns the templates of a nested component; undefined if it is unknown. */
  templatesOf(library: string | undefined, component: string): readonly string[] | undefined;
  /** Returns the shape of a data source with a sample; other values that templates read are added to it. */
  sampledSource(id: string): Shape | undefined;
  /** Ids of data sources that are not plain names: a path may begin with one (D1). */
  readonly dottedIds: readonly string[];
  /** Called for an invalid JSONPath. */
  onInvalidPath(path: string): void;
}

/** The data that a component reads. */
export interface ReadData {
  readonly sources: Map<string, Shape>;
  /** Whether its data may be anything: it is read in a way that types can not describe. */
  isOpen: boolean;
}

/** Attributes without the path of a value. */
const NO_VALUE = /^data-path-(?:placeholder|scope)?$/;

/** Whether the attributes of an element may be values of any type: only those of custom elements. */
const takesAnyValue = (tag: string): boolean => tag.includes('-');

function useOf({ tag }: BoundElement, name: string): Use {
  if (name === 'data-path') return 'text';
  if (name === 'data-path-attributes') return 'attributes';
  if (takesAnyValue(tag)) return 'any';
  return name === 'data-path-hidden' ? 'condition' : 'attribute';
}

/** Returns the shapes that segments lead to from a shape; none if types can not describe them, which leaves the last one open. */
function follow(shape: Shape, segments: readonly Segment[]): Shape[] {
  let shapes = [shape];
  for (const segment of segments) shapes = shapes.flatMap((each) => step(each, segment));
  return shapes;
}

function step(shape: Shape, segment: Segment): Shape[] {
  if (segment === SELF) return [shape];
  if (segment === ANY || (typeof segment === 'object' && 'slice' in segment)) return itemShapes(shape);
  if (typeof segment === 'number') return [itemsOf(shape)];
  if (Array.isArray(segment)) return [...new Set(segment.flatMap((each) => step(shape, each)))];
  if (typeof segment === 'object' && 'raw' in segment) return rawStep(shape, segment.raw);
  if (typeof segment === 'object') return [memberOf(shape, segment.name)];
  // A dotted number is an index of a list, or a key of an object.
  if (/^\d+$/.test(segment)) {
    if (shape.items && !shape.members) return [shape.items];
    if (!shape.members) return markOpen(shape);
  }
  return [memberOf(shape, segment)];
}

/** A filter finds items, which may have members that only the filter reads. Anything else may find anything below. */
function rawStep(shape: Shape, raw: string): Shape[] {
  if (!raw.startsWith('[?')) return markOpen(shape);
  const found = itemShapes(shape);
  for (const each of found) each.isOpen = true;
  return found;
}

const markOpen = (shape: Shape): Shape[] => {
  shape.isOpen = true;
  return [];
};

/** Returns what `*` finds: the items of a list, or the members of a sampled object, which may have more members. */
function itemShapes(shape: Shape): Shape[] {
  if (!shape.isSampled || !shape.members || shape.items) return [itemsOf(shape)];
  shape.isOpen = true;
  return [...shape.members.values()];
}

/** Returns the items of the innermost lists: those are repeated, unless a repeat inside does so (D11). */
const innermostItem = (shape: Shape): Shape => {
  let item = shape;
  while (item.isSampled && item.items && !item.members) item = item.items;
  return item;
};

/** Reads one template into the shape of its data. */
class TemplateVisit {
  constructor(
    private readonly data: ReadData,
    private readonly reader: TemplateReader,
    /** The surrounding components, which are not read again within themselves. */
    private readonly around: readonly string[],
  ) {}

  children(children: readonly Child[], scopes: Scopes, items: readonly Shape[][]): void {
    for (const child of children) {
      if (!isBoundElement(child)) continue;
      const inner = child.run ? this.repeat(child, scopes, items) : { scopes, items };
      this.attributes(child, inner.scopes, inner.items);
      if (child.inherit) this.nested(child, inner.scopes, inner.items);
      this.children(child.children, inner.scopes, inner.items);
    }
  }

  private repeat(
    { run }: BoundElement,
    scopes: Scopes,
    items: readonly Shape[][],
  ): { scopes: Scopes; items: readonly Shape[][] } {
    const { scope, binding, nested } = run!.repeat;
    const path = this.compile(scope);
    if (!path || !binding) return { scopes: [...scopes, [scope]], items: [...items, []] };
    const found = this.find(binding, items).flatMap((shape) => {
      if (isCollection(path.segments.at(-1))) return [shape];
      // A single object is repeated once.
      return shape.isSampled && shape.members && !shape.items ? [shape] : [itemsOf(shape)];
    });
    return { scopes: [...scopes, scopeKeys(path)], items: [...items, nested ? found : found.map(innermostItem)] };
  }

  private attributes(element: BoundElement, scopes: Scopes, items: readonly Shape[][]): void {
    for (const [name, text] of element.source.attributes) {
      if (!/^data-path(?:-|$)/.test(name) || NO_VALUE.test(name) || !text) continue;
      const path = this.compile(text);
      if (!path) continue;
      const use = useOf(element, name);
      for (const shape of this.find(bindPath(path, scopes), items)) shape.uses.add(use);
    }
  }

  /** Reads a component without data of its own, which uses the data of its position (E10). */
  private nested(element: BoundElement, scopes: Scopes, items: readonly Shape[][]): void {
    const { source } = element;
    const component = attribute(source, 'component');
    const isBoundSource = source.attributes.some(([name]) =>
      /^data-path-(?:attributes|component|library|src)$/.test(name),
    );
    if (isBoundSource || (component === undefined && attribute(source, 'src') !== undefined)) {
      this.data.isOpen = true;
      return;
    }
    if (component === undefined) return;
    const library = attribute(source, 'library');
    const name = `${library ?? ''}/${component}`;
    if (this.around.includes(name)) return;
    const templates = this.reader.templatesOf(library, component);
    if (!templates) this.data.isOpen = true;
    const visit = new TemplateVisit(this.data, this.reader, [...this.around, name]);
    for (const template of templates ?? [])
      visit.children(analyze(this.reader.parse(template), { ...ROOT_CONTEXT, scopes }), scopes, items);
  }

  private compile(text: string): Path | undefined {
    const path = parsePath(text) && compilePath(text);
    if (!path) this.reader.onInvalidPath(text);
    return path;
  }

  private find({ path, up, candidates }: Binding, items: readonly Shape[][]): Shape[] {
    if (up >= 0) {
      const frame = items[items.length - 1 - up] ?? [];
      return frame.flatMap((item) => follow(item, candidates[0] ?? []));
    }
    const { data } = this;
    const dotted = matchDottedKey(path, this.reader.dottedIds, 1);
    if (dotted) return follow(this.source(dotted.key), dotted.rest);
    const segments = path.segments[0] === SELF ? path.segments.slice(1) : path.segments;
    const [first] = segments;
    const isName = typeof first === 'string' || (typeof first === 'object' && first !== null && 'name' in first);
    // For a list or a search at the top, or a second beginning (`a.$.b`, D3), the data may be anything.
    if (!isName || segments.includes(SELF)) {
      data.isOpen = true;
      return [];
    }
    return follow(this.source(typeof first === 'string' ? first : first.name), segments.slice(1));
  }

  private source(id: string): Shape {
    let shape = this.data.sources.get(id);
    if (!shape) this.data.sources.set(id, (shape = this.reader.sampledSource(id) ?? createShape()));
    return shape;
  }
}

/** Returns what the templates of a component read, by data source. `name` is `/` and the component's id. */
export function readTemplates(templates: readonly string[], reader: TemplateReader, name: string): ReadData {
  const data: ReadData = { sources: new Map(), isOpen: false };
  const visit = new TemplateVisit(data, reader, [name]);
  for (const template of templates) visit.children(analyze(reader.parse(template), ROOT_CONTEXT), [], []);
  return data;
}
