/** Generates random components: templates with all kinds of bindings, and data that partly fits them. */
import { randomGenerator } from './fuzz';
import { RandomChoices } from './random-choices';

export interface RandomCase {
  readonly template: string;
  readonly data: Record<string, unknown>;
}

const WORDS = 'Nordlicht & Söhne|<b>bold</b>|two  spaces|5 < 6|“quoted”|a\u00a0b|x|Straße 7|line\nbreak|'.split('|');
const TEXT_TAGS = ['p', 'h2', 'span', 'b', 'div', 'button', 'li', 'td', 'em', 'time', 'label'];
const BLOCK_TAGS = ['div', 'section', 'article', 'ul', 'header', 'figure'];

class CaseGenerator extends RandomChoices {
  value(): unknown {
    const kinds: (() => unknown)[] = [
      () => this.pick(WORDS),
      () => this.pick(WORDS),
      () => this.below(2000) - 1000,
      () => this.chance(0.5),
      () => null,
      () => `2026-0${1 + this.below(9)}-1${this.below(10)}`,
      () => `https://example.org/${this.below(9)}?a=1&b=2`,
      () => '<p>One <strong>two</strong></p><ul><li>three</li></ul>',
      () => ({
        type: 'doc',
        content: [
          { type: 'paragraph', content: [{ type: 'text', text: this.pick(WORDS) || '-', marks: [{ type: 'bold' }] }] },
        ],
      }),
      () => this.many(3, () => this.pick(WORDS)),
    ];
    return this.pick(kinds)();
  }

  record(): Record<string, unknown> {
    const record: Record<string, unknown> = {};
    for (const name of ['t', 'u', 'href', 'src', 'date', 'flag']) if (this.chance(0.8)) record[name] = this.value();
    return record;
  }

  data(): Record<string, unknown> {
    const items = (): unknown[] => this.many(4, () => ({ ...this.record(), sub: this.many(3, () => this.record()) }));
    return { s: { ...this.record(), items: items(), o: this.record() }, r: { ...this.record(), items: items() } };
  }

  /** A random path below a base path. */
  path(base: string): string {
    return `${base}.${this.pick(['t', 'u', 'href', 'date', 'flag', 'none'])}`;
  }

  leaf(base: string): string {
    const path = this.path(base);
    switch (this.below(9)) {
      case 0:
        return `<img data-path-src="${base}.src" data-path-alt="${base}.t" alt="">`;
      case 1:
        return `<a data-path-href="${base}.href" data-path="${path}">Link</a>`;
      case 2:
        return `<span data-path-title="${path}" data-path-hidden="${base}.flag">Fixed</span>`;
      case 3:
        return `<time class="-inline--time" data-path="${base}.date">Some day</time>`;
      case 4:
        return `<div data-path-attributes="s.o">Attributes</div>`;
      case 5:
        return `<p data-path="${path}" data-path-placeholder="Nothing yet">-</p>`;
      case 6:
        return '<!-- a comment --><hr>Plain &amp; simple';
      case 7:
        return `<feaas-component fetch="" template="${`<i data-path="${path}">-</i>`.replaceAll('"', '&quot;')}"></feaas-component>`;
      default: {
        const tag = this.pick(TEXT_TAGS.filter((each) => each !== 'td' && each !== 'li'));
        return `<${tag} data-path="${path}">Own <i>text</i></${tag}>`;
      }
    }
  }

  block(base: string, depth: number): string {
    if (depth > 2 || this.chance(0.4)) return this.leaf(base);
    const tag = this.pick(BLOCK_TAGS);
    if (this.chance(0.4)) {
      // Inside an item, use a list of that item.
      const list = base.endsWith('.*') ? `${base}.sub` : `${this.pick(['s', 'r'])}.items`;
      const item = tag === 'ul' ? 'li' : tag;
      const inner = `<${item} class="item" data-path-scope="${list}.*">${this.blocks(`${list}.*`, depth + 1)}</${item}>`;
      return tag === 'ul' ? `<ul>${inner}</ul>` : inner;
    }
    return `<${tag === 'ul' ? 'div' : tag} class="c${this.below(5)}">${this.blocks(base, depth + 1)}</${tag === 'ul' ? 'div' : tag}>`;
  }

  blocks(base: string, depth: number): string {
    return Array.from({ length: 1 + this.below(3) }, () => this.block(base, depth)).join(this.chance(0.5) ? '\n' : '');
  }
}

/** Generates `count` components. The same seed gives the same components. */
export function randomCases(count: number, seed: number): RandomCase[] {
  const make = new CaseGenerator(randomGenerator(seed));
  return Array.from({ length: count }, () => ({ template: make.blocks('s', 0), data: make.data() }));
}
