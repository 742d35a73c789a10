/**
 * A shape of content: one list of items, written for every contender. The same data and the same structure for all of
 * them; the benchmark asserts that what they show is equal. Runs in pages and in Node.
 */
import type { TemplateResult } from 'lit-html';

export interface Item {
  readonly id: number;
}

/** One item of the list, in DOM code written by hand. */
export interface View<T extends Item> {
  readonly node: Element;
  /** Shows an item; compares it with the one before and writes what differs. */
  update(item: T): void;
}

export interface Shape<T extends Item = any> {
  readonly name: string;
  /** Items of a large list: about 10,000 DOM nodes. */
  readonly size: number;
  /** Template of the kit and of the peer: both read the same bindings. */
  readonly template: string;
  readonly handlebars: string;
  readonly lit: (items: readonly T[]) => TemplateResult;
  /** The HTML string, written by hand. */
  readonly html: (items: readonly T[]) => string;
  /** What stands around the list in the DOM code written by hand. */
  readonly frame: string;
  readonly createView: () => View<T>;
  /** Item `id` of a batch; a version changes one field of every tenth item. */
  readonly makeItem: (id: number, batch: string, version: number) => T;
  /** Data of a component, as the template's paths read it. */
  readonly toData: (items: readonly T[]) => unknown;
  /** Selector of the element whose children are the items. */
  readonly list: string;
  /** Selectors of two texts of an item, the second of which a version changes, and these texts. */
  readonly probes: readonly [selectors: readonly [string, string], texts: (item: T) => readonly [string, string]];
}

/** Data made anew, sharing nothing with what was made before: as if it had just been fetched. */
export const makeItems = <T extends Item>(shape: Shape<T>, count: number, batch = 'a', version = 0): T[] =>
  Array.from({ length: count }, (_each, id) => shape.makeItem(id, batch, version));

/** The number that a version changes, in every tenth item. */
export const changing = (id: number, version: number): number => 10 + ((id % 10 ? 0 : version) % 90);

/** Pictures of all shapes: so few that a page has them all before it begins. */
export const PICTURES = Array.from({ length: 12 }, (_each, at) => `/images/${at}.gif`);

const DATE = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' });

/** Shows a date as the class `-inline--time` does; the contenders that have no such thing call this. */
export const formatDate = (iso: string): string => DATE.format(new Date(iso));

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const NEEDS_ESCAPE = /[&<>"]/;

/** Escapes what needs it; most text does not. */
export const escapeHtml = (text: string): string =>
  NEEDS_ESCAPE.test(text) ? text.replace(/[&<>"]/g, (character) => ESCAPES[character]!) : text;

/** A clone of the first element of some HTML, which is parsed once. */
export function cloner(html: string): () => Element {
  let model: Element | undefined;
  return () => {
    if (!model) {
      const holder = document.createElement('template');
      holder.innerHTML = html;
      // Nodes of the page's own document: clones need not be adopted.
      model = document.importNode(holder.content.firstElementChild!, true);
    }
    return model.cloneNode(true) as Element;
  };
}

/** The text node of the first element that a selector finds. */
export const textIn = (node: Element, selector: string): Text => node.querySelector(selector)!.firstChild as Text;

/** @throws Error with the place where two contenders' content differs: all of it would be too long to read. */
export function assertSameContent(shown: string, expected: string, message: string): void {
  if (shown === expected) return;
  let at = 0;
  while (shown[at] === expected[at]) at++;
  const excerpt = (text: string): string => text.slice(Math.max(at - 80, 0), at + 80);
  throw new Error(`${message}:\n${excerpt(shown)}\nexpected:\n${excerpt(expected)}`);
}

/** What contenders may differ in: the bindings left in the content, markers of updates, order of attributes. */
export const stripMarkers = (html: string): string =>
  html.replace(/<!--[^]*?-->/g, '').replace(/ data-path[-a-z]*="[^"]*"/g, '');
