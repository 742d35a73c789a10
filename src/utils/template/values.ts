/**
 * What a bound value becomes: text, markup or an attribute (D5-D10, D13). Shared by paint and print, so that they agree.
 */
import type { ReferenceParser } from '../data/text';
import { readValue, type Environment, type Frame } from '../path/lookup';
import { requireModule } from '../scheduling/lazy-modules';
import type { Content, Context, AttributeBinding } from './analyze';
import type { InheritedContext } from './inherited-context';
import { passes, type Guard } from './policy';

/** An element as hooks see it: the real one in a page, a read-only stand-in on the server. */
export interface ElementLike {
  readonly localName: string;
  getAttribute(name: string): string | null;
}

/** Customisation hooks of the programmatic API (D15). `element` is null where there is none. */
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
  odd: readonly string[] | undefined;
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
  readonly nested: ((end: boolean, around: InheritedContext, data: unknown, isBound: boolean) => string) | undefined;
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

/** HTML from data, sanitized, with the place it is inserted at. */
export class Markup {
  constructor(
    readonly html: string,
    readonly context: Context,
  ) {}
}

const BUDGET = 10_000;

/** Keys of a data object that are more than a plain name; undefined when there are none. */
function oddKeys(data: unknown): string[] | undefined {
  const odd =
    typeof data === 'object' && data && !Array.isArray(data)
      ? Object.keys(data).filter((key) => /[.[*()~^`]/.test(key))
      : [];
  return odd.length ? odd : undefined;
}

/** One literal, so that all have one shape: what reads them is the innermost code there is. */
export const createEnvironment = (
  data: unknown,
  { hooks, language, timeZone, parseReference, isClobberSafe, nested }: EnvironmentOptions = {},
): RenderEnvironment => ({
  data,
  odd: oddKeys(data),
  hooks,
  language,
  timeZone,
  parseReference: parseReference ?? ((reference) => reference),
  isClobberSafe: isClobberSafe ?? (() => true),
  insertionLimit: BUDGET,
  nested,
});

/** What renders differ in: choices of the caller, and what the platform does in its own way. */
export type EnvironmentOptions = Partial<
  Pick<RenderEnvironment, 'hooks' | 'language' | 'timeZone' | 'parseReference' | 'isClobberSafe' | 'nested'>
>;

export const createFrame = (
  env: RenderEnvironment,
  item: unknown,
  parent: RenderFrame | undefined,
  insertionStack = parent?.insertionStack,
): RenderFrame => ({ item, parent, env, zero: false, insertionStack });

/** Characters that make a text more than itself: markup, entities, what a parser would change. */
const SPECIAL = /[<&\r\0]/;
/** The same inside of a text element, where white space collapses (D8). */
const SPECIAL_INLINE = /[<&\r\0\t\n\f]|^ | $| {2}/;

/** Whether a text shows as it is. */
export const isPlainText = (text: string, { context }: Content): boolean =>
  !(context.inline ? SPECIAL_INLINE : SPECIAL).test(text);

/** What an element shows: text, markup, or undefined for what the template has. */
export function contentOf(content: Content, frame: RenderFrame, element?: ElementLike): string | Markup | undefined {
  const { binding, placeholder, special } = content;
  if (special || frame.env.hooks) return requireModule('deferred').specialContent(content, frame, element);
  return shape(binding && readValue(binding, frame), content, frame) ?? shape(placeholder, content, frame);
}

/** A value as content; undefined for "no value" (D7). */
export function shape(value: unknown, content: Content, frame: RenderFrame): string | Markup | undefined {
  if (value == null || value === '' || typeof value === 'boolean') return undefined;
  if (typeof value === 'object') return requireModule('deferred').shapeObject(value, content, frame);
  const text = String(value);
  return isPlainText(text, content) ? text : requireModule('deferred').shapeText(text, content, frame);
}

/** A value as an attribute: null removes it (D7); a refused one warns and counts as missing. */
export function attributeText(
  guard: Guard,
  tag: string,
  name: string,
  value: unknown,
  env: RenderEnvironment,
): string | null {
  if (value == null || value === false) return null;
  const text =
    value === true ? '' : typeof value === 'object' ? requireModule('deferred').objectText(value, tag) : String(value);
  return text === null || passes(guard, text) ? text : requireModule('deferred').guardedText(tag, name, text, env);
}

/**
 * What attributeBindings leave of one attribute.
 * @param base the template's own value.
 */
export function writtenValue(
  attributeBindings: readonly AttributeBinding[],
  tag: string,
  base: string | null,
  frame: RenderFrame,
  element?: ElementLike,
): string | null {
  const [attributeBinding] = attributeBindings;
  const { name, binding, remote, guard, placeholder } = attributeBinding!;
  const { env } = frame;
  if (remote || env.hooks || attributeBindings[1])
    return requireModule('deferred').farValue(attributeBindings, tag, base, frame, element);
  const value = binding && readValue(binding, frame);
  if (name !== 'src') return attributeText(guard, tag, name, value, env);
  // true and '' are no value for src (D7)
  return (
    (value === true ? null : attributeText(guard, tag, name, value, env)) ||
    (placeholder ? attributeText(guard, tag, name, placeholder, env) : null) ||
    base
  );
}
