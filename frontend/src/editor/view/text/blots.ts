/** The Quill blots of a block's text: one line, inline elements of the template, marks and atoms. */
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

/** Keeps the width of spaces at the end of a line and of consecutive spaces. */
const PRESERVED = ['white-space-collapse', 'preserve'] as const;

/** Rank of new marks: inside of all elements of the template. */
const INNERMOST = 1000;

/**
 * An inline element. Elements nest by rank, the lowest outside, in the order of the template. Quill's own inline blots
 * nest by name instead.
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

/** The wrapper that Parchment creates when a character loses its mark. It is removed at once. */
class NoElement extends InlineElement {
  static override formats(): unknown {
    return undefined;
  }
}

/** A line break of the text: a `br`, or a newline character in code. */
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

/** Whether the text ends with a `br`, which needs another one to show the line after it. In code, a newline ends the last line. */
function endsWithBreak(last: Parchment.Blot | null): boolean {
  // The break may be within elements such as bold text.
  while (last instanceof InlineBlot) last = last.children.tail;
  return last instanceof LineBreak && !last.isWritten;
}

/** The line break that browsers need to show an empty line. */
class EmptyLine extends Break {
  override optimize(): void {
    if (this.next || (this.prev && !endsWithBreak(this.prev))) this.remove();
  }
}

export interface Blots {
  readonly registry: Parchment.Registry;
  /** Shows spaces as they are typed from now on. Before, they collapse as in the page. */
  preserveSpaces(line: HTMLElement): void;
  /** Registers the elements of a block's content for later inserts. */
  use(content: TextContent, elementsByKey: ReadonlyMap<string, readonly HTMLElement[]>): void;
}

/**
 * Creates the blots of one block's text.
 * @param layout the CSS `display` of the block
 */
export function createBlots(layout: string): Blots {
  const registry = new Registry();
  let isPreserved = false;
  /** Whether each text and element is a flex or grid item of the block. */
  const hasItems = /flex|grid/.test(layout);

  /** The one line of the block. It does not affect the block's layout. */
  class Line extends Block {
    static override tagName = 'FEAAS-LINE';
    declare domNode: HTMLElement;

    static override create(value?: unknown): HTMLElement {
      const node = super.create(value) as HTMLElement;
      for (const [name, styleValue] of [
        ['all', 'unset'],
        ['display', hasItems ? 'contents' : 'inline'],
        ...(isPreserved ? [PRESERVED] : []),
      ] as const)
        node.style.setProperty(name, styleValue, 'important');
      // Prevents translation by the browser, which would change the text.
      node.translate = false;
      return node;
    }

    override optimize(context: OptimizeContext): void {
      super.optimize(context);
      if (this.children.tail instanceof EmptyLine) this.children.tail.optimize();
      if (endsWithBreak(this.children.tail)) this.appendChild(this.scroll.create('break'));
      // Without an item there is no place for a caret.
      if (hasItems) {
        const display = this.children.head instanceof EmptyLine ? 'block' : 'contents';
        if (this.domNode.style.display !== display) this.domNode.style.setProperty('display', display, 'important');
      }
    }
  }
  Line.defaultChild = EmptyLine;
  Line.allowedChildren = [EmptyLine, InlineElement, EmbedBlot, TextBlot];

  /** The block's own element. It stays on the page after editing, and another editor may use it. */
  class Root extends Scroll {
    private isDetached = false;

    override detach(): void {
      super.detach();
      this.isDetached = true;
    }

    // Quill reads the selection with a delay, and expects a blot wherever its element contains it.
    override find(node: Node | null, bubble = false): Parchment.Blot | null {
      return super.find(node, bubble) ?? (bubble && this.isDetached ? this : null);
    }
  }
  Root.defaultChild = Line;
  Root.allowedChildren = [Line];

  let atoms: ReadonlyMap<string, readonly HTMLElement[]> = new Map();
  const keys = new WeakMap<Node, string>();

  /** A data-bound value, picture or icon: the element of the page. */
  class Atom extends EmbedBlot {
    static override blotName = 'atom';

    static override create(value?: unknown): HTMLElement {
      const elements = atoms.get(String(value)) ?? [];
      const [first] = elements;
      const node = first && elements.length === 1 ? first : document.createElement('feaas-atom');
      // The copies that a repeater makes of one element count as one character.
      if (node !== first) {
        node.style.setProperty('display', 'contents', 'important');
        node.append(...elements);
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
  // The first tag is that of new marks. Browsers insert the others.
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
    use({ elements }, elementsByKey) {
      atoms = elementsByKey;
      for (const { name, key, rank, tag } of elements) {
        const source = elementsByKey.get(key)?.[0]?.cloneNode(false) as HTMLElement | undefined;
        registry.register(
          class extends InlineElement {
            static override blotName = name;
            // Elements that browsers insert do not match those of the template.
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
