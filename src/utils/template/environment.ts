/** What one render works with: its data, its hooks, and the place in the data that it has reached. */
import type { ReferenceParser } from '../data/text';
import type { Binding, Environment, Frame } from '../path/lookup';
import type { ModuleName } from '../scheduling/lazy-modules';
import type { BoundElement } from './analyze';
import type { InheritedContext } from './inherited-context';
import { attribute } from './source-node';

/** An element as hooks see it: the real one in a page, a read-only stand-in on the server. */
export interface ElementLike {
  readonly localName: string;
  getAttribute(name: string): string | null;
}

/** Customization hooks of the programmatic API (D15). `element` is null where there is none. */
export interface Hooks {
  /** Changes the template before it is rendered. */
  processTemplate?(element: Element | null, template: string, data: unknown): string;
  /** Changes the data before it is bound. */
  processData?(element: Element | null, data: unknown): unknown;
  /** Changes one value before it is written; `property` is the binding attribute, or the key of an attributes object. */
  processValue?(element: ElementLike, property: string, value: unknown): unknown;
  /** Answers false where a scope shall not repeat. */
  shouldRepeat?(element: ElementLike, items: unknown[]): boolean;
  /** Told when all is rendered. */
  onRender?(element: Element | null, data: unknown): void;
}

/** What one render works with. */
export interface RenderEnvironment extends Environment {
  data: unknown;
  dottedKeys: readonly string[] | undefined;
  hooks: Hooks | undefined;
  /** Language of dates. */
  language: string | undefined;
  /** Time zone of dates that are moments (D9); that of the machine when undefined. */
  timeZone: string | undefined;
  /** How the platform reads a character reference in a text. */
  parseReference: ReferenceParser;
  /** Whether a value may be an id or a name: not one that hides a member of the document or of a form. */
  isClobberSafe: (value: string) => boolean;
  /** Insertions of HTML with bindings that this render may still make. */
  insertionLimit: number;
  /**
   * What is printed where a nested component's opening tag, or its content, ends; `data` is that of its place (E10), and what
   * it has in it is bound there, in the place of its template (D4), or not.
   */
  readonly nested: ((end: boolean, context: InheritedContext, data: unknown, isBound: boolean) => string) | undefined;
  /** Modules that values of this render need and that are not loaded; once there are any, nothing more is written. */
  missing: Set<ModuleName> | undefined;
  /** Values of bindings outside of all scopes, which are the same wherever they stand. */
  rootValues: Map<Binding, unknown> | undefined;
  /** Whether an equal value means that nothing has to be written: not when what shapes values has changed. */
  comparesValues: boolean;
}

/** A place in the data while rendering; `zero` marks the one that stands for an empty list (D11). */
export interface RenderFrame extends Frame {
  item: unknown;
  readonly parent: RenderFrame | undefined;
  readonly env: RenderEnvironment;
  zero: boolean;
  /** HTML that is being inserted around, the innermost first: it never contains itself. */
  readonly insertionStack: InsertionStack | undefined;
}
export interface InsertionStack {
  readonly html: string;
  readonly outer: InsertionStack | undefined;
  readonly depth: number;
}

const INSERTION_LIMIT = 10_000;

/** Keys of a data object that are more than a plain name; undefined when there are none. */
function findDottedKeys(data: unknown): string[] | undefined {
  const dottedKeys =
    typeof data === 'object' && data && !Array.isArray(data)
      ? Object.keys(data).filter((key) => /[.[*()~^`]/.test(key))
      : [];
  return dottedKeys.length ? dottedKeys : undefined;
}

/** What renders differ in: choices of the caller, and what the platform does in its own way. */
export type EnvironmentOptions = Partial<
  Pick<RenderEnvironment, 'hooks' | 'language' | 'timeZone' | 'parseReference' | 'isClobberSafe' | 'nested'>
>;

/** One literal, so that all have one shape: what reads them is the innermost code there is. */
export const createEnvironment = (
  data: unknown,
  { hooks, language, timeZone, parseReference, isClobberSafe, nested }: EnvironmentOptions = {},
): RenderEnvironment => ({
  data,
  dottedKeys: findDottedKeys(data),
  hooks,
  language,
  timeZone,
  parseReference: parseReference ?? ((reference) => reference),
  isClobberSafe: isClobberSafe ?? (() => true),
  insertionLimit: INSERTION_LIMIT,
  nested,
  missing: undefined,
  rootValues: undefined,
  comparesValues: !hooks,
});

/** Notes that a render needs a module that is not loaded. */
export const addMissing = (env: Pick<RenderEnvironment, 'missing'>, module: ModuleName): void =>
  void (env.missing ??= new Set<ModuleName>()).add(module);

export const createFrame = (
  env: RenderEnvironment,
  item: unknown,
  parent: RenderFrame | undefined,
  insertionStack = parent?.insertionStack,
): RenderFrame => ({ item, parent, env, zero: false, insertionStack });

/** The frame inside of inserted HTML. */
export const frameWithin = (frame: RenderFrame, html: string): RenderFrame => ({
  ...frame,
  insertionStack: { html, outer: frame.insertionStack, depth: (frame.insertionStack?.depth ?? 0) + 1 },
});

/** A bound element as hooks see it where there is none. */
export const standIn = ({ tag, source }: BoundElement): ElementLike => ({
  localName: tag,
  getAttribute: (name) => attribute(source, name) ?? null,
});

/** What the hooks make of a value. */
export function processValue(
  owner: BoundElement,
  property: string,
  value: unknown,
  { env: { hooks } }: RenderFrame,
  element?: ElementLike,
): unknown {
  return hooks?.processValue ? hooks.processValue(element ?? standIn(owner), property, value) : value;
}
