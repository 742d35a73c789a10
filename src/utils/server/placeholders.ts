/** Printed HTML taken apart at its nested components, which are printed in their turn and put back. */
import { escapeAttribute } from '../template/escape-html';
import type { InheritedContext } from '../template/inherited-context';

/** A component that stands in printed HTML. */
export interface NestedComponent {
  /** Of its opening tag, as they were printed. */
  readonly attributes: Record<string, string>;
  /** What the template has in it. */
  readonly children: readonly Piece[];
  readonly around: InheritedContext;
  /** Data of the place it stands in; undefined when it has its own (E10). */
  readonly data: unknown;
  /** What it has in it is bound there, in the place of its template (D4). */
  readonly isBound: boolean;
}
export type Piece = string | NestedComponent;

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&nbsp;': '\u00a0',
};
const decode = (text: string): string => text.replace(/&(?:amp|lt|gt|quot|nbsp);/g, (entity) => ENTITIES[entity]!);

const TAG = 'feaas-component';

/** Attributes of an opening tag that the printer wrote. */
function attributesOf(tag: string): Record<string, string> {
  const attributes = new Map<string, string>();
  for (const [, name, value] of tag.matchAll(/ ([^\s="'>/]+)="([^"]*)"/g))
    if (!attributes.has(name!)) attributes.set(name!, decode(value!));
  return Object.fromEntries(attributes);
}

/** Attributes as a tag has them. */
const serializeAttributes = (attributes: Readonly<Record<string, string>>): string =>
  Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escapeAttribute(value)}"`)
    .join('');

/** A component's tags around its content. */
export const renderElementToString = (attributes: Readonly<Record<string, string>>, content: string): string =>
  `<${TAG}${serializeAttributes(attributes)}>${content}</${TAG}>`;

/** Placeholders nested components while a template is printed, and finds the marks again. */
export class Placeholders {
  #secretValue?: string;
  readonly #found: { around: InheritedContext; data: unknown; isBound: boolean }[] = [];
  readonly #open: number[] = [];

  /**
   * Nobody who wrote the data knows it, so no value can look like a mark. Made when something is nested: Next.js refuses random
   * values in what it prerenders.
   */
  get #secret(): string {
    return (this.#secretValue ??= `\0${Math.random().toString(36).slice(2)}${Math.random().toString(36).slice(2)}:`);
  }

  /** The printer's `nested`. */
  readonly mark = (end: boolean, around: InheritedContext, data: unknown, isBound: boolean): string => {
    if (end) return `${this.#secret}/${this.#open.pop()!}\0`;
    const at = this.#found.push({ around, data, isBound }) - 1;
    this.#open.push(at);
    return `${this.#secret}${at}\0`;
  };

  /** What was printed, as texts and components. */
  split(html: string): Piece[] {
    if (!this.#found.length) return [html];
    const tokens = html.split(new RegExp(`${this.#secret}(/?\\d+)\\0`));
    let next = 0;
    const read = (): Piece[] => {
      const pieces: Piece[] = [];
      for (;;) {
        let text = tokens[next++]!;
        const mark = tokens[next++];
        if (mark === undefined || mark[0] === '/') return [...pieces, text];
        const start = text.lastIndexOf(`<${TAG}`);
        const attributes = attributesOf(text.slice(start));
        text = text.slice(0, start);
        const children = read();
        // What ends the opening tag, and what the closing tag is, is printed again.
        children[0] = (children[0] as string).slice(1);
        pieces.push(text, { attributes, children, ...this.#found[+mark]! });
        tokens[next] = tokens[next]!.slice(`</${TAG}>`.length);
      }
    };
    return read();
  }
}
