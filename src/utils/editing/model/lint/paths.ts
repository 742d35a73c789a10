/** Finds paths without a value. They are evaluated as in a render, for every item of the repeaters around them. */
import { bindPath, compilePath, readList, readValue, scopeKeys } from '../../../path/lookup';
import type { Path } from '../../../path/parse';
import { ROOT_CONTEXT, analyze, isBoundElement, type Child } from '../../../template/analyze';
import { createEnvironment, createFrame, type RenderFrame } from '../../../template/environment';
import type { SourceNode } from '../../../template/source-node';
import {
  resolveChildren,
  isResolvedElement,
  resolveRoot,
  type ResolvedElement,
  type ResolvedPosition,
  type SyntaxTree,
} from '../syntax-tree';
import { createDiagnostic, type Diagnostic } from './diagnostic';

/** Converts a document to the engine's template source; `node` is the resolved position. */
function sourceOf(resolved: ResolvedPosition): SourceNode[] {
  if (resolved.node.kind === 'text') return [{ text: resolved.node.text, node: resolved }];
  if (!isResolvedElement(resolved)) return [];
  const { tag, attributes, foreign } = resolved.node;
  return [
    {
      tag,
      attributes: attributes.map(({ name, value }): [string, string] => [name, value]),
      children: resolveChildren(resolved).flatMap(sourceOf),
      foreign: foreign && ((lowerCaseName) => lowerCaseName),
      node: resolved,
    },
  ];
}

/**
 * Bindings of visible content. Other attributes are often missing on purpose: for those, the object that would contain
 * them must exist.
 */
const SHOWS = /^data-path(?:-(?:src|alt|href|attributes|html))?$/;
/** Attributes that are not checked as values: the placeholder is no path, and a scope is checked as a list. */
const NO_PATH = /^data-path-(?:placeholder|scope)$/;

const hasValue = (path: Path, scopes: readonly (readonly string[])[], frame: RenderFrame): boolean =>
  readValue(bindPath(path, scopes), frame) !== undefined;

/** Whether the object exists whose member would be the path's last name. */
function hasParentValue(text: string, scopes: readonly (readonly string[])[], frame: RenderFrame): boolean {
  const outer = /^(.+)\.[^.[\]]+$/.exec(text)?.[1];
  const path = outer === undefined ? undefined : compilePath(outer);
  return !!path && hasValue(path, scopes, frame);
}

class PathLint {
  /** By element and attribute: whether any item had a value. */
  private readonly asked = new Map<string, { place: ResolvedElement; path: string; found: boolean }>();
  readonly findings: Diagnostic[] = [];

  private ask(resolved: ResolvedElement, name: string, path: string, found: boolean): void {
    const key = `${resolved.node.id} ${name}`;
    const known = this.asked.get(key);
    if (!known) this.asked.set(key, { place: resolved, path, found });
    else known.found ||= found;
  }

  private element(resolved: ResolvedElement, scopes: readonly (readonly string[])[], frame: RenderFrame): void {
    for (const { name, value } of resolved.node.attributes) {
      if (!/^data-path(?:-|$)/.test(name) || NO_PATH.test(name) || !value) continue;
      const path = compilePath(value);
      if (!path) this.invalid(resolved, value);
      else
        this.ask(
          resolved,
          name,
          value,
          hasValue(path, scopes, frame) || (!SHOWS.test(name) && hasParentValue(value, scopes, frame)),
        );
    }
  }

  private invalid(resolved: ResolvedElement, path: string): void {
    const isKnown = this.findings.some(({ id, values }) => id === resolved.node.id && values['path'] === path);
    if (!isKnown) this.findings.push(createDiagnostic(resolved, 'check.path.invalid', { path }));
  }

  children(children: readonly Child[], scopes: readonly (readonly string[])[], frame: RenderFrame): void {
    for (const child of children) {
      if (!isBoundElement(child)) continue;
      const resolved = child.source.node as ResolvedElement;
      if (!child.run) {
        this.element(resolved, scopes, frame);
        this.children(child.children, scopes, frame);
        continue;
      }
      const { scope, binding, nested } = child.run.repeat;
      const path = compilePath(scope);
      if (!path || !binding) {
        this.invalid(resolved, scope);
        continue;
      }
      const items = readList(binding, frame, nested);
      this.ask(resolved, 'data-path-scope', scope, items.length > 0 || this.isList(scope, scopes, frame));
      if (!items.length && this.isList(scope, scopes, frame)) this.ask(resolved, 'empty', scope, false);
      const inner = [...scopes, scopeKeys(path)];
      for (const item of items) {
        const itemFrame = createFrame(frame.env, item, frame);
        this.element(resolved, inner, itemFrame);
        this.children(child.children, inner, itemFrame);
      }
    }
  }

  /** Whether the list of a scope exists, even without items. */
  private isList(scope: string, scopes: readonly (readonly string[])[], frame: RenderFrame): boolean {
    const path = compilePath(scope.replace(/(?:\.\*|\[[^[\]]*\])$/, ''));
    if (!path) return false;
    const binding = bindPath(path, scopes);
    return (
      readValue(binding, frame) !== undefined || readList(binding, frame, true).length > 0 || isEmptyAt(scope, frame)
    );
  }

  result(): Diagnostic[] {
    const missing = [...this.asked].filter(([, { found }]) => !found);
    return [
      ...this.findings,
      ...missing.map(([key, { place, path }]) =>
        createDiagnostic(place, key.endsWith(' empty') ? 'check.path.empty' : 'check.path.nothing', { path }),
      ),
    ];
  }
}

/** Whether a scope is an empty list, which is flattened to nothing: plain paths to one are followed member by member. */
function isEmptyAt(scope: string, { env, item, parent }: RenderFrame): boolean {
  const path = scope.replace(/(?:\.\*|\[[^[\]]*\])$/, '').split('.');
  const follow = (value: unknown, path: readonly string[]): unknown =>
    path.reduce<unknown>(
      (current, name) => (Object.hasOwn(Object(current) as object, name) ? (current as never)[name] : undefined),
      value,
    );
  const last = path.slice(path.lastIndexOf('*') + 1);
  return Array.isArray(follow(env.data, path)) || (!!parent && Array.isArray(follow(item, last)));
}

/**
 * Returns findings for paths that are invalid, or that have no value in the data.
 * @param data data of the component, with settings already replaced by what they fetch.
 * Paths with filters or descendants require their modules to be loaded.
 */
export function lintPaths(document: SyntaxTree, data: unknown): Diagnostic[] {
  const nodes = resolveChildren(resolveRoot(document)).flatMap(sourceOf);
  const search = new PathLint();
  const env = createEnvironment(data, { parseReference: (reference) => reference, isClobberSafe: () => true });
  search.children(analyze(nodes, ROOT_CONTEXT), [], createFrame(env, data, undefined));
  return search.result();
}
