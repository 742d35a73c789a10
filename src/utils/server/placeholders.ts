/** Splits printed HTML at its nested components, so that they can be printed separately and inserted again. */
import { escapeAttribute } from '../template/escape-html';
import type { InheritedContext } from '../template/inherited-context';

/** A nested component in printed HTML. */
export interface NestedComponent {
  /** Printed attributes of its opening tag. */
  readonly attributes: Record<string, string>;
  /** Its content in the template. */
  readonly children: readonly Piece[];
  readonly around: InheritedContext;
  /** Data that it inherits from its position; undefined if it has its own (E10). */
  readonly data: unknown;
  /** Whether bound content replaces its template (D4). */
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

/** Parses the attributes of a printed opening tag. */
function attributesOf(tag: string): Record<string, string> {
  const attributes = new Map<string, string>();
  for (const [, name, value] of tag.matchAll(/ ([^\s="'>/]+)="([^"]*)"/g))
    if (!attributes.has(name!)) attributes.set(name!, decode(value!));
  return Object.fromEntries(attributes);
}

/** Serializes attributes. */
const serializeAttributes = (attributes: Readonly<Record<string, string>>): string =>
  Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escapeAttribute(value)}"`)
    .join('');

/** Prints a component's element with its content. */
export const renderElementToString = (attributes: Readonly<Record<string, string>>, content: string): string =>
  `<${TAG}${serializeAttributes(attributes)}>${content}</${TAG}>`;

/** Inserts marks for nested components while a template is printed, and finds the marks again. */
export class Placeholders {
  #secretValue?: string;
  readonly #found: { around: InheritedContext; data: unknown; isBound: boolean }[] = [];
  readonly #open: number[] = [];

  /**
   * Random text that authors of data can not know, so that no value can look like a mark. Created only for nested
   * components, because Next.js rejects random values in prerendered pages.
   */
  get #secret(): string {
    return (this.#secretValue ??= `\0${Math.random().toString(36).slice(2)}${Math.random().toString(36).slice(2)}:`);
  }

  /** The `nested` function for the printer. */
  readonly mark = (end: boolean, around: InheritedContext, data: unknown, isBound: boolean): string => {
    if (end) return `${this.#secret}/${this.#open.pop()!}\0`;
    const index = this.#found.push({ around, data, isBound }) - 1;
    this.#open.push(index);
    return `${this.#secret}${index}\0`;
  };

  /** Splits printed HTML into texts and components. */
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
        // Remove the end of the opening tag and the closing tag, which are printed again.
        children[0] = (children[0] as string).slice(1);
        pieces.push(text, { attributes, children, ...this.#found[+mark]! });
        tokens[next] = tokens[next]!.slice(`</${TAG}>`.length);
      }
    };
    return read();
  }
}
