/** Environment of a render: its data, its hooks, and the current position in the data. */
import type { ReferenceParser } from '../data/text';
import { jsonValue } from '../path/json-value';
import type { Binding, Environment, Frame } from '../path/lookup';
import type { ModuleName } from '../scheduling/lazy-modules';
import type { BoundElement } from './analyze';
import type { InheritedContext } from './inherited-context';
import { attribute } from './source-node';

/** An element as hooks receive it: the real one in a page, a read-only substitute on the server. */
export interface ElementLike {
  readonly localName: string;
  getAttribute(name: string): string | null;
}

/** Customization hooks of the programmatic API (D15). `element` is null where there is no element. */
export interface Hooks {
  /** Changes the template before it is rendered. */
  processTemplate?(element: Element | null, template: string, data: unknown): string;
  /** Changes the data before it is bound. */
  processData?(element: Element | null, data: unknown): unknown;
  /** Changes one value before it is written; `property` is the binding attribute, or the key of an attributes object. */
  processValue?(element: ElementLike, property: string, value: unknown): unknown;
  /** Returns false to render only the first item of a scope. */
  shouldRepeat?(element: ElementLike, items: unknown[]): boolean;
  /** Called after rendering. */
  onRender?(element: Element | null, data: unknown): void;
}

/** Environment of one render. */
export interface RenderEnvironment extends Environment {
  data: unknown;
  dottedKeys: readonly string[] | undefined;
  hooks: Hooks | undefined;
  /** Language of dates. */
  language: string | undefined;
  /** Time zone of dates that are instants (D9); undefined for the system's time zone. */
  timeZone: string | undefined;
  /** Decodes a character reference as the platform does. */
  parseReference: ReferenceParser;
  /** Whether a value may be an id or a name: it must not hide a member of the document or of a form. */
  isClobberSafe: (value: string) => boolean;
  /** How many more times this render may insert HTML with bindings. */
  insertionLimit: number;
  /**
   * Returns text to print at the end of a nested component's opening tag (`end` is false) and of its content (`end` is
   * true). `data` is that of its position (E10). `isBound` is true when bound content replaces its template (D4).
   */
  readonly nested: ((end: boolean, context: InheritedContext, data: unknown, isBound: boolean) => string) | undefined;
  /** Modules that values of this render need and that are not loaded. Once set, nothing more is written. */
  missing: Set<ModuleName> | undefined;
  /** Values of bindings outside of all scopes, which are equal everywhere in the template. */
  rootValues: Map<Binding, unknown> | undefined;
  /** Whether an equal value needs no write. False if something that affects the output of values has changed. */
  comparesValues: boolean;
}

/** A position in the data while rendering; `zero` marks the placeholder for an empty list (D11). */
export interface RenderFrame extends Frame {
  item: unknown;
  readonly parent: RenderFrame | undefined;
  readonly env: RenderEnvironment;
  zero: boolean;
  /** HTML values whose insertion is in progress, the innermost first; used to stop HTML from inserting itself. */
  readonly insertionStack: InsertionStack | undefined;
}
export interface InsertionStack {
  readonly html: string;
  readonly outer: InsertionStack | undefined;
  readonly depth: number;
}

const INSERTION_LIMIT = 10_000;

/** Keys of a data object with special characters and a value; undefined if there are none. */
function findDottedKeys(data: unknown): string[] | undefined {
  const dottedKeys =
    typeof data === 'object' && data && !Array.isArray(data)
      ? Object.keys(data).filter((key) => /[.[*()~^`]/.test(key) && jsonValue(data[key as never]) !== undefined)
      : [];
  return dottedKeys.length ? dottedKeys : undefined;
}

/** Options of the caller and of the platform. */
export type EnvironmentOptions = Pick<RenderEnvironment, 'parseReference' | 'isClobberSafe'> &
  Partial<Pick<RenderEnvironment, 'hooks' | 'language' | 'timeZone' | 'nested'>>;

/** One object literal, so that all environments have one hidden class: the innermost loops read them. */
export const createEnvironment = (
  data: unknown,
  { hooks, language, timeZone, parseReference, isClobberSafe, nested }: EnvironmentOptions,
): RenderEnvironment => ({
  data,
  dottedKeys: findDottedKeys(data),
  hooks,
  language,
  timeZone,
  parseReference,
  isClobberSafe,
  insertionLimit: INSERTION_LIMIT,
  nested,
  missing: undefined,
  rootValues: undefined,
  comparesValues: !hooks,
});

/** Records that a render needs a module that is not loaded. */
export const addMissing = (env: Pick<RenderEnvironment, 'missing'>, module: ModuleName): void =>
  void (env.missing ??= new Set<ModuleName>()).add(module);

export const createFrame = (
  env: RenderEnvironment,
  item: unknown,
  parent: RenderFrame | undefined,
  insertionStack = parent?.insertionStack,
): RenderFrame => ({ item, parent, env, zero: false, insertionStack });

/** The frame for content of inserted HTML. */
export const frameWithin = (frame: RenderFrame, html: string): RenderFrame => ({
  ...frame,
  insertionStack: { html, outer: frame.insertionStack, depth: (frame.insertionStack?.depth ?? 0) + 1 },
});

/** A substitute for a bound element, for hooks where there is no real element. */
export const elementLikeOf = ({ tag, source }: BoundElement): ElementLike => ({
  localName: tag,
  getAttribute: (name) => attribute(source, name) ?? null,
});

/** The value after the `processValue` hook. */
export function processValue(
  owner: BoundElement,
  property: string,
  value: unknown,
  { env: { hooks } }: RenderFrame,
  element?: ElementLike,
): unknown {
  return hooks?.processValue ? hooks.processValue(element ?? elementLikeOf(owner), property, value) : value;
}
