/** Builds the content of a paste: blocks of runs with collapsed white space, and warnings about what was lost. */
import { MARK_TYPES } from '../mark-registry';
import type { BlockType } from '../block-registry';
import { storable } from '../characters';
import type { Message, MessageKey } from '../../messages/messages';
import type {
  ClipboardSchema,
  ClipboardContent,
  PastedBlock,
  PastedImage,
  PastedMarks,
  PastedRun,
  PastedText,
} from './clipboard-schema';

const sameMarks = (one: PastedMarks, other: PastedMarks): boolean =>
  one.style === other.style && MARK_TYPES.every((type) => one[type] === other[type]);

/** Properties of a text block besides its type and its text. */
export type BlockOptions = Partial<Pick<PastedText, 'depth' | 'list' | 'number' | 'dir' | 'style'>>;

/** Keys of the warnings about lost content, which is counted by name. */
export type LossKey = Extract<MessageKey, `paste.lost.${string}`>;

export class ClipboardParser {
  private readonly blocks: PastedBlock[] = [];
  private readonly lost = new Map<string, { key: LossKey; name: string; count: number }>();
  private type: BlockType = 'paragraph';
  private options: BlockOptions = {};
  private runs: { text: string; marks: PastedMarks }[] = [];

  constructor(private readonly allowed: ClipboardSchema) {}

  /** Counts something that the paste loses. */
  lose(key: LossKey, name = ''): void {
    const existing = this.lost.get(`${key} ${name}`);
    if (existing) existing.count++;
    else this.lost.set(`${key} ${name}`, { key, name, count: 1 });
  }

  /** Ends the current block, and begins another one. */
  begin(type: BlockType, options: BlockOptions = {}): void {
    this.end();
    this.isInline = false;
    if (type !== 'paragraph' && !this.allowed.blocks.includes(type)) {
      this.type = 'paragraph';
      this.options = { dir: options.dir };
      this.refused = type;
    } else {
      this.type = type;
      this.options = options;
      this.refused = undefined;
    }
  }
  private refused: BlockType | undefined;
  /** Whether the block is inline content, without an element of its own in the source. */
  private isInline = true;
  private startsWithSpace = false;
  /** Whether the space at the end is only white space between the tags of the source. */
  private endsWithLayout = false;

  text(text: string, marks: PastedMarks): void {
    const storableText = storable(text);
    const visible = this.type === 'code' ? storableText : storableText.replace(/[ \t\n\r\f]+/g, ' ');
    if (!visible) return;
    const allowedMarks: Record<string, true | string> = {};
    for (const type of MARK_TYPES) {
      const value = marks[type];
      if (value === undefined) continue;
      if (this.allowed.marks.includes(type)) allowedMarks[type] = value;
      else if (visible.trim()) this.lose('paste.lost.mark', type);
    }
    if (marks.style && this.allowed.hasFormatting) allowedMarks['style'] = marks.style;
    else if (marks.style && visible.trim()) this.lose('paste.lost.style');
    const isLayout = !storableText.trim() && /[\n\r]/.test(storableText);
    if (!this.runs.length && visible[0] === ' ' && !isLayout) this.startsWithSpace = true;
    this.push(visible, allowedMarks as PastedMarks, isLayout);
  }

  break(): void {
    this.push('\n', {});
  }

  /** Puts the next text on a new line. */
  line(): void {
    const last = this.runs.at(-1);
    this.isLineDue ||= !!last && !last.text.endsWith('\n');
  }
  private isLineDue = false;

  private push(text: string, marks: PastedMarks, isLayout = false): void {
    if (this.isLineDue) {
      this.isLineDue = false;
      this.break();
    }
    const last = this.runs.at(-1);
    let remaining = text;
    // A space at the beginning of a line, or after another space, does not show.
    if (this.type !== 'code' && remaining[0] === ' ' && (!last || /[ \n]$/.test(last.text)))
      remaining = remaining.slice(1);
    if (!isLayout) this.endsWithLayout = false;
    if (!remaining) return;
    if (isLayout) this.endsWithLayout = true;
    if (last && sameMarks(last.marks, marks)) last.text += remaining;
    else this.runs.push({ text: remaining, marks });
  }

  image({ alt, ...image }: Omit<PastedImage, 'type'>): void {
    if (!this.allowed.blocks.includes('image')) return this.lose('paste.lost.block', 'image');
    this.interrupt({ type: 'image', ...image, alt: storable(alt) });
  }

  rule(): void {
    if (!this.allowed.blocks.includes('rule')) return this.lose('paste.lost.block', 'rule');
    this.interrupt({ type: 'rule' });
  }

  table(html: string): void {
    this.interrupt({ type: 'markup', html });
  }

  private interrupt(block: PastedBlock): void {
    const { type, options } = this;
    this.end();
    this.blocks.push(block);
    this.type = type;
    this.options = options;
  }

  /** Ends the block. A block without visible text is dropped. */
  end(): void {
    const runs = this.type === 'code' ? this.runs : trimmed(this.runs);
    const hasText = runs.some(({ text }) => /[^\s\u00a0]/.test(text));
    if (hasText) {
      const { style, ...options } = this.options;
      const formatting = style && this.allowed.hasFormatting ? { style } : {};
      this.blocks.push({ depth: 0, ...options, ...formatting, ...this.outerSpaces(), type: this.type, runs });
      if (this.refused) this.lose('paste.lost.block', this.refused);
    }
    this.runs = [];
    this.hasEnded = true;
    this.isLineDue = false;
    this.isInline = true;
    this.startsWithSpace = this.endsWithLayout = false;
    this.type = 'paragraph';
    this.options = {};
    this.refused = undefined;
  }

  /** The spaces around inline content, except at a line break. */
  private outerSpaces(): Pick<PastedText, 'hasSpaceBefore' | 'hasSpaceAfter'> {
    if (!this.isInline) return {};
    const text = this.runs.map((run) => run.text).join('');
    return {
      ...(this.startsWithSpace && text[0] !== '\n' ? { hasSpaceBefore: true } : {}),
      ...(/[^ \n] $/.test(text) && !this.endsWithLayout ? { hasSpaceAfter: true } : {}),
    };
  }

  private hasEnded = false;

  /** Whether the paste is a single space, without a block. Browsers copy it as a no-break space. */
  private isSpace(): boolean {
    const text = this.runs.map((run) => run.text).join('');
    return !this.hasEnded && !this.lost.size && /^[ \u00a0]*$/.test(text) && (this.startsWithSpace || text !== '');
  }

  finish(): ClipboardContent {
    const isSpace = this.isSpace();
    this.end();
    if (isSpace) this.blocks.push({ type: 'paragraph', depth: 0, runs: [{ text: ' ', marks: {} }] });
    const warnings: Message[] = [...this.lost.values()].map(({ key, name, count }) => ({
      key,
      values: { name, count },
    }));
    return { blocks: this.blocks, warnings };
  }
}

/** Returns the runs without white space and line breaks at their ends. */
function trimmed(runs: readonly PastedRun[]): PastedRun[] {
  const result = runs.map((run) => ({ ...run, text: run.text.replace(/ +\n/g, '\n') }));
  while (result[0] && !(result[0].text = result[0].text.replace(/^[ \n]+/, ''))) result.shift();
  for (let last = result.at(-1); last && !(last.text = last.text.replace(/[ \n]+$/, '')); last = result.at(-1))
    result.pop();
  return result;
}
