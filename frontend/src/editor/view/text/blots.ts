/** What a block of text is made of in Quill: one line, the elements of the template around its characters, marks, atoms. */
import Quill, { type Parchment } from 'quill/core/quill';
import Block from 'quill/blots/block';
import Break from 'quill/blots/break';
import Cursor from 'quill/blots/cursor';
import Scroll from 'quill/blots/scroll';
import TextBlot from 'quill/blots/text';
import { MARKS, SIMPLE_MARK_TYPES } from '../../../../../src/utils/editing/model/mark-registry';
import type { TextContent } from './types';

const { EmbedBlot, InlineBlot, Registry, Scope } = Quill.import('parchment');
type OptimizeContext = Parameters<Parchment.InlineBlot['optimize']>[0];

/** Spaces at the end of a line, and beside each other, are as wide as any. */
const PRESERVED = ['white-space-collapse', 'preserve'] as const;

/** New marks stand inside of everything that the template has. */
const INNERMOST = 1000;

/**
 * An inline element. Elements nest by their rank, the lowest outside, so that they stand in each other as in the template;
 * Quill's own inline blots nest by name, whatever the template says.
 */
class InlineElement extends InlineBlot {
  static override blotName = 'inline';
  static override tagName = 'SPAN';
  static rank = INNERMOST;

  static override formats(): unknown {
    return true;
  }

  private get rank(): number {
    return (this.statics as typeof InlineElement).rank;
  }

  override clone(): Parchment.Blot {
    return this.scroll.create(this.statics.blotName, true);
  }

  override formatAt(index: number, length: number, name: string, value: unknown): void {
    const other = this.scroll.query(name, Scope.BLOT) as typeof InlineElement | null;
    if (!other || this.formats()[name] !== undefined || other.rank >= this.rank)
      return super.formatAt(index, length, name, value);
    const part = this.isolate(index, length);
    if (value) part.wrap(name, value);
  }

  override optimize(context: OptimizeContext): void {
    super.optimize(context);
    const { parent } = this;
    if (!(parent instanceof InlineElement) || this.rank >= parent.rank) return;
    const outer = parent.isolate(this.offset(), this.length()) as InlineElement;
    this.moveChildren(outer);
    outer.wrap(this);
  }
}
InlineElement.allowedChildren = [InlineElement, Break, EmbedBlot, TextBlot];

/** What Parchment wraps around a character that loses its mark: it goes at once. */
class NoElement extends InlineElement {
  static override formats(): unknown {
    return undefined;
  }
}

/** A line break of the text: `br`, or in code the character that it is written as. */
class LineBreak extends EmbedBlot {
  static override blotName = 'newline';
  declare domNode: HTMLElement;

  static override create(value?: unknown): HTMLElement {
    const node = document.createElement('br');
    if (value === '\n') node.dataset['feaasNewline'] = '';
    return node;
  }
  static override value(node: HTMLElement): string {
    return node.dataset['feaasNewline'] === undefined ? 'br' : '\n';
  }
  get isWritten(): boolean {
    return LineBreak.value(this.domNode) === '\n';
  }
}

/** Whether a text ends with a line break that needs another one for the line behind it to be there; in code it ends the last line. */
function endsWithBreak(last: Parchment.Blot | null): boolean {
  // The break may stand in elements, such as bold words.
  while (last instanceof InlineBlot) last = last.children.tail;
  return last instanceof LineBreak && !last.isWritten;
}

/** What a browser needs to show a line without text. */
class EmptyLine extends Break {
  override optimize(): void {
    if (this.next || (this.prev && !endsWithBreak(this.prev))) this.remove();
  }
}

export interface Blots {
  readonly registry: Parchment.Registry;
  /** From now on spaces are shown as they are typed; until then lines end as they do in the page. */
  preserveSpaces(line: HTMLElement): void;
  /** Takes the elements of a block's content: what is inserted from now on is made of them. */
  use(content: TextContent, shown: ReadonlyMap<string, readonly HTMLElement[]>): void;
}

/**
 * Blots of one block's text.
 * @param layout how the block lays out its content
 */
export function createBlots(layout: string): Blots {
  const registry = new Registry();
  let isPreserved = false;
  /** Each text and each element is an item of the block. */
  const hasItems = /flex|grid/.test(layout);

  /** The one line of the block. The block lays out what is in it as if it were in the block itself. */
  class Line extends Block {
    static override tagName = 'FEAAS-LINE';
    declare domNode: HTMLElement;

    static override create(value?: unknown): HTMLElement {
      const node = super.create(value) as HTMLElement;
      for (const [name, wanted] of [
        ['all', 'unset'],
        ['display', hasItems ? 'contents' : 'inline'],
        ...(isPreserved ? [PRESERVED] : []),
      ] as const)
        node.style.setProperty(name, wanted, 'important');
      // What a browser translates for a reader is not what was written.
      node.translate = false;
      return node;
    }

    override optimize(context: OptimizeContext): void {
      super.optimize(context);
      if (this.children.tail instanceof EmptyLine) this.children.tail.optimize();
      if (endsWithBreak(this.children.tail)) this.appendChild(this.scroll.create('break'));
      // Where there is no item no caret can be either.
      if (hasItems) {
        const display = this.children.head instanceof EmptyLine ? 'block' : 'contents';
        if (this.domNode.style.display !== display) this.domNode.style.setProperty('display', display, 'important');
      }
    }
  }
  Line.defaultChild = EmptyLine;
  Line.allowedChildren = [EmptyLine, InlineElement, EmbedBlot, TextBlot];

  /** The block's own element. It stays on the page when it is not edited any more, and another editor may be made in it. */
  class Root extends Scroll {
    private isDetached = false;

    override detach(): void {
      super.detach();
      this.isDetached = true;
    }

    // Quill asks for the selection a moment after it has changed, and expects a blot wherever its element holds it.
    override find(node: Node | null, bubble = false): Parchment.Blot | null {
      return super.find(node, bubble) ?? (bubble && this.isDetached ? this : null);
    }
  }
  Root.defaultChild = Line;
  Root.allowedChildren = [Line];

  let atoms: ReadonlyMap<string, readonly HTMLElement[]> = new Map();
  const keys = new WeakMap<Node, string>();

  /** A value of data, a picture, an icon: the element that the page shows. */
  class Atom extends EmbedBlot {
    static override blotName = 'atom';

    static override create(value?: unknown): HTMLElement {
      const all = atoms.get(String(value)) ?? [];
      const [first] = all;
      const node = first && all.length === 1 ? first : document.createElement('feaas-atom');
      // What a repeat makes of one element of the template is one thing of its text.
      if (node !== first) {
        node.style.setProperty('display', 'contents', 'important');
        node.append(...all);
      }
      node.setAttribute('contenteditable', 'false');
      keys.set(node, String(value));
      return node;
    }
    static override value(node: Node): string {
      return keys.get(node) ?? '';
    }
  }

  registry.register(Root, Line, EmptyLine, Cursor, TextBlot, NoElement, LineBreak, Atom);
  // The first of its tags is that of a new mark; browsers make the others.
  for (const type of SIMPLE_MARK_TYPES)
    registry.register(
      class extends InlineElement {
        static override blotName = type;
        static override tagName = MARKS[type].tags.map((tag) => tag.toUpperCase()) as never;
      },
    );

  return {
    registry,
    preserveSpaces(line) {
      isPreserved = true;
      line.style.setProperty(...PRESERVED, 'important');
    },
    use({ elements }, shown) {
      atoms = shown;
      for (const { name, key, rank, tag } of elements) {
        const source = shown.get(key)?.[0]?.cloneNode(false) as HTMLElement | undefined;
        registry.register(
          class extends InlineElement {
            static override blotName = name;
            // Elements that browsers insert are none of the template's.
            static override tagName = '';
            static override rank = rank;
            static override create(): HTMLElement {
              return (source ?? document.createElement(tag)).cloneNode(false) as HTMLElement;
            }
          },
        );
      }
    },
  };
}
