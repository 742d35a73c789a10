/**
 * A content shape: one list of items, implemented for every contender with the same data and structure. The benchmark
 * asserts that their output is equal. Runs in pages and in Node.
 */
import type { TemplateResult } from 'lit-html';

export interface Item {
  readonly id: number;
}

/** One item of the list, in hand-written DOM code. */
export interface View<T extends Item> {
  readonly node: Element;
  /** Shows an item: compares it with the previous one and writes only differences. */
  update(item: T): void;
}

export interface Shape<T extends Item = any> {
  readonly name: string;
  /** Number of items in a large list: about 10,000 DOM nodes. */
  readonly size: number;
  /** Template of the kit and of the peer, which have the same bindings. */
  readonly template: string;
  readonly handlebars: string;
  readonly lit: (items: readonly T[]) => TemplateResult;
  /** The HTML string, written by hand. */
  readonly html: (items: readonly T[]) => string;
  /** HTML around the list in the hand-written DOM code. */
  readonly frame: string;
  readonly createView: () => View<T>;
  /** Item `id` of a batch; a version changes one field of every tenth item. */
  readonly makeItem: (id: number, batch: string, version: number) => T;
  /** Data of a component, for the template's paths. */
  readonly toData: (items: readonly T[]) => unknown;
  /** Selector of the element whose children are the items. */
  readonly list: string;
  /** Selectors of two texts of an item, and these texts. A version changes the second one. */
  readonly probes: readonly [selectors: readonly [string, string], texts: (item: T) => readonly [string, string]];
}

/** Creates new data that shares no objects with earlier data, as if it had just been fetched. */
export const makeItems = <T extends Item>(shape: Shape<T>, count: number, batch = 'a', version = 0): T[] =>
  Array.from({ length: count }, (_each, id) => shape.makeItem(id, batch, version));

/** The number that a version changes, in every tenth item. */
export const changing = (id: number, version: number): number => 10 + ((id % 10 ? 0 : version) % 90);

/** Pictures of all shapes; few enough that a page can load all of them in advance. */
export const PICTURES = Array.from({ length: 12 }, (_each, at) => `/images/${at}.gif`);

const DATE = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' });

/** Formats a date like the class `-inline--time`, for contenders without that feature. */
export const formatDate = (iso: string): string => DATE.format(new Date(iso));

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const NEEDS_ESCAPE = /[&<>"]/;

/** Escapes text only if needed; most texts need no escaping. */
export const escapeHtml = (text: string): string =>
  NEEDS_ESCAPE.test(text) ? text.replace(/[&<>"]/g, (character) => ESCAPES[character]!) : text;

/** Returns a function that clones the first element of some HTML, which is parsed once. */
export function cloner(html: string): () => Element {
  let model: Element | undefined;
  return () => {
    if (!model) {
      const holder = document.createElement('template');
      holder.innerHTML = html;
      // Nodes of the page's own document, so that clones need not be adopted.
      model = document.importNode(holder.content.firstElementChild!, true);
    }
    return model.cloneNode(true) as Element;
  };
}

/** The text node in the first element that matches a selector. */
export const textIn = (node: Element, selector: string): Text => node.querySelector(selector)!.firstChild as Text;

/** @throws Error with an excerpt around the first difference, because the whole content would be too long to read. */
export function assertSameContent(shown: string, expected: string, message: string): void {
  if (shown === expected) return;
  let at = 0;
  while (shown[at] === expected[at]) at++;
  const excerpt = (text: string): string => text.slice(Math.max(at - 80, 0), at + 80);
  throw new Error(`${message}:\n${excerpt(shown)}\nexpected:\n${excerpt(expected)}`);
}

/** Removes allowed differences: bindings left in the content, and markers of updates. */
export const stripMarkers = (html: string): string =>
  html.replace(/<!--[^]*?-->/g, '').replace(/ data-path[-a-z]*="[^"]*"/g, '');
