/**
 * What a bound value becomes: text, markup or an attribute (D5-D10, D13). Shared by paint and print, so that they agree.
 */
import { warnOnce } from '../../global/logger';
import { readList, readValue, type Environment, type Frame } from '../path/lookup';
import { part } from '../parts';
import { attribute, type Bound, type Content, type Context, type Writer } from './analyse';
import { CODE_TAGS, Guard, TEXT_TAGS, refusal, type NameCheck } from './rules';

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
  isFreeName: NameCheck;
  /** Insertions of HTML with bindings that this render may still make. */
  budget: number;
}

/** A place in the data while rendering; `zero` marks the one that stands for an empty list (D11). */
export interface RenderFrame extends Frame {
  item: unknown;
  readonly parent: RenderFrame | undefined;
  readonly env: RenderEnvironment;
  zero: boolean;
  /** HTML that is being inserted around, the innermost first: it never contains itself. */
  readonly within: Within | undefined;
}
export interface Within {
  readonly html: string;
  readonly outer: Within | undefined;
  readonly depth: number;
}

/** HTML from data, sanitised, with the place it is inserted at. */
export class Markup {
  constructor(
    readonly html: string,
    readonly context: Context,
  ) {}
}

const BUDGET = 10_000;

/** Keys of a data object that are more than a plain name; undefined when there are none. */
function oddKeys(data: unknown): string[] | undefined {
  const odd = typeof data === 'object' && data && !Array.isArray(data) ? Object.keys(data).filter((key) => /[.[*]/.test(key)) : [];
  return odd.length ? odd : undefined;
}

export function createEnvironment(data: unknown, options: Partial<RenderEnvironment>): RenderEnvironment {
  return {
    data,
    odd: oddKeys(data),
    hooks: undefined,
    language: undefined,
    isFreeName: () => true,
    budget: BUDGET,
    ...options,
  };
}

/** The same environment with other data. */
export function renewEnvironment(env: RenderEnvironment, data: unknown, options: Partial<RenderEnvironment>): void {
  Object.assign(env, { data, odd: oddKeys(data), budget: BUDGET }, options);
}

export const createFrame = (
  env: RenderEnvironment,
  item: unknown,
  parent: RenderFrame | undefined,
  within = parent?.within,
): RenderFrame => ({ item, parent, env, zero: false, within });

/** Characters that make a text more than itself: markup, entities, what a parser would change. */
const SPECIAL = /[<&\r\0]/;
/** The same inside of a text element, where white space collapses (D8). */
const SPECIAL_INLINE = /[<&\r\0\t\n\f]|^ | $| {2}/;
export const MARKUP = /<[a-z!?/]|&[a-z#]/i;

const collapse = (text: string): string => text.replace(/[ \t\n\r\f]+/g, ' ').replace(/^ | $/g, '');

export const standIn = (owner: Bound): ElementLike => ({
  localName: owner.tag,
  getAttribute: (name) => attribute(owner.source, name) ?? null,
});

/** What an element shows: text, markup, or undefined for what the template has. */
export function contentOf(content: Content, frame: RenderFrame, element?: ElementLike): string | Markup | undefined {
  const { binding, owner } = content;
  const { env } = frame;
  let value = binding ? readValue(binding, frame) : undefined;
  if (typeof value === 'string' && value && !env.hooks && !owner.spread && !content.time) {
    if (!(content.inline ? SPECIAL_INLINE : SPECIAL).test(value) && !owner.source.foreign && !CODE_TAGS.has(owner.tag)) return value;
  }
  if (env.hooks?.processValue && attribute(owner.source, 'data-path') !== undefined) {
    value = env.hooks.processValue(element ?? standIn(owner), 'data-path', value);
  }
  let shown = shape(value, content, frame);
  if (shown === undefined && content.placeholder) shown = shape(content.placeholder, content, frame);
  if (owner.spread) {
    const html = part('more').spreadValues(owner, frame, element)?.['html'];
    if (html !== undefined) shown = shape(html, content, frame) ?? shown;
  }
  return shown;
}

function shape(value: unknown, content: Content, frame: RenderFrame): string | Markup | undefined {
  if (value == null || value === '' || typeof value === 'boolean') return undefined;
  const { tag, source } = content.owner;
  if (CODE_TAGS.has(tag) || tag === 'iframe') {
    warnOnce(`data is not written into <${tag}>, which holds code. Bind another element.`);
    return undefined;
  }
  let string = String(value);
  if (typeof value === 'object' || content.time) {
    const special = part('more').shapeSpecial(value as object, content, frame);
    if (special === undefined || special instanceof Markup) return special;
    string = special;
  }
  if (source.foreign || TEXT_TAGS.has(tag)) return string;
  if (MARKUP.test(string)) return part('more').insert(part('markup').sanitise(string, content.inline), content, frame);
  return content.inline ? collapse(string) : string.replace(/\r\n?/g, '\n').replaceAll('\0', '');
}

const text = (value: unknown): string => (typeof value === 'object' && !Array.isArray(value) ? JSON.stringify(value) : String(value));

/** A value as an attribute: null removes it (D7); a refused one warns and counts as missing. */
export function attributeText(guard: Guard, tag: string, name: string, value: unknown, env: RenderEnvironment): string | null {
  if (value == null || value === false || (Array.isArray(value) && !value.length)) return null;
  const string = value === true ? '' : text(value);
  const why = guard && refusal(guard, tag, name, string, env.isFreeName);
  if (!why) return string;
  warnOnce(`attribute ${name} of <${tag}> ${why}: dropped. Correct the data.`);
  return null;
}

/** The last value that the repeats between a link and its binding give (D5). */
function readThrough(writer: Writer, frame: RenderFrame, at: number): unknown {
  const repeat = writer.through[at];
  if (!repeat) return writer.binding && readValue(writer.binding, frame);
  const items = repeat.binding ? readList(repeat.binding, frame, repeat.nested) : [];
  return readThrough(writer, createFrame(frame.env, items.at(-1), frame), at + 1);
}

/**
 * What writers leave of one attribute.
 * @param base the template's own value.
 */
export function writtenValue(
  writers: readonly Writer[],
  tag: string,
  base: string | null,
  frame: RenderFrame,
  element?: ElementLike,
): string | null {
  let result = base;
  for (const writer of writers) {
    const { name, guard, owner } = writer;
    const { env } = frame;
    let place = frame;
    for (let { lift } = writer; lift > 0; lift--) place = place.parent!;
    let value = readThrough(writer, place, 0);
    if (env.hooks?.processValue) value = env.hooks.processValue(element ?? standIn(owner), writer.attribute, value);
    if (name === 'hidden') result = value && !frame.zero ? null : '';
    else if (name === 'src') {
      if (value === true || value === '') value = undefined;
      let address = attributeText(guard, tag, name, value, env);
      if (address === null && writer.placeholder) address = attributeText(guard, tag, name, writer.placeholder, env);
      result = address ?? result;
    } else result = attributeText(guard, tag, name, value, env);
  }
  return result;
}
