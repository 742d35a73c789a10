/**
 * Generates random templates in which all kinds of bindings are nested and adjacent, and data that partly fits them: nested scopes, ranges
 * and filters, runs of repeaters with other nodes between them, HTML in data with its own bindings, and bindings that target elements inside or
 * around an element.
 */
import { randomGenerator } from './fuzz';
import { RandomChoices } from './random-choices';

export interface RandomBindings {
  readonly template: string;
  /** Successive data of the template. */
  readonly states: readonly unknown[];
}

const NAMES = ['a', 'b', 'c', 'o', 'items', 'l'];
const SOURCES = ['s', 's', 'r', '$', 'missing'];
const SCOPE_ENDS = ['.*', '.*', '.*', '', '[0:2]', '[1:]', '[?(@.a)]', '[*]', '.*.*'];
const CLASSES = ['-inline--time', '-theme--x', 'c'];
const BETWEEN = ['', '<hr>', ' - ', '<b>between</b>', '<!-- x -->'];
const text = (value: string): object => ({ type: 'text', text: value, marks: [{ type: 'bold' }] });
const paragraph = (...content: object[]): object => ({ type: 'paragraph', content });

class BindingGenerator extends RandomChoices {
  html(base: string): string {
    return this.pick([
      '<b>x</b>',
      '<p>one</p><p>two</p>',
      `<i data-path="${base}.a">own</i>`,
      `<u data-path-scope="${base}.l.*" data-path="${base}.l.*">k</u>`,
      `<a href="/h" data-path-href="${base}.b">l</a>`,
      `<span data-path-attributes="${base}.o">z</span>`,
      '<i data-path-src="s.b"><img></i>',
      '<tr><td>cell</td></tr>',
      '<option>o</option>',
      'a & b < c',
    ]);
  }

  attributes(base: string): object {
    const all = {
      title: this.pick(['T', null, 1, true, false]),
      'data-x': this.below(5),
      html: this.html(base),
      class: 'k',
      hidden: true,
      href: '/o',
    };
    return Object.fromEntries(Object.entries(all).filter(() => this.chance(0.3)));
  }

  value(base: string): unknown {
    const kinds: (() => unknown)[] = [
      () => this.pick([null, '', 0, true, false, [], ' \u00a0pad\n\n x ', ['x', 'y'], [['n'], 'm'], [null, 'z']]),
      () => this.html(base),
      () => `2024-05-0${1 + this.below(9)}`,
      () => 1_709_596_800_000 + this.below(9) * 86_400_000,
      () => ({ type: 'doc', content: [paragraph(...(this.chance(0.7) ? [text('doc')] : []))] }),
      () => this.attributes(base),
      () => `/u${this.below(4)}`,
      () => `w${this.below(6)}`,
    ];
    return this.pick(kinds)();
  }

  record(base: string, depth = 0): Record<string, unknown> {
    const record: Record<string, unknown> = {};
    for (const name of NAMES.filter(() => this.chance(0.6))) {
      const isList = name.length === 5 || name === 'l';
      record[name] = isList && depth < 3 ? this.list(`${base}.${name}.*`, depth + 1) : this.value(base);
    }
    return record;
  }

  list(base: string, depth: number): unknown {
    const record = (): unknown => this.record(base, depth);
    const kinds: (() => unknown)[] = [
      () => [],
      () => null,
      () => ({ p: record(), q: record() }),
      () => [[record(), record()], [record()]],
      () => [1, 'two', null, 0],
    ];
    const kind = kinds[this.below(12)];
    return kind
      ? kind()
      : Array.from({ length: this.below(4) }, () => (this.chance(0.1) ? this.value(base) : record()));
  }

  data(): unknown {
    const both = { s: this.record('s'), r: this.record('r') };
    return this.pick<unknown>([both, both, both, { _: both.s, r: both.r }, both.s, {}, { s: [both.s], r: {} }]);
  }

  bindings(base: string): string {
    const shares: Readonly<Record<string, number>> = {
      'data-path': 0.5,
      'data-path-title': 0.25,
      'data-path-hidden': 0.12,
      'data-path-attributes': 0.15,
      'data-path-src': 0.12,
      'data-path-alt': 0.12,
      'data-path-href': 0.12,
      'data-path-class': 0.1,
    };
    let markup = '';
    for (const [name, share] of Object.entries(shares))
      if (this.chance(share)) markup += ` ${name}="${base}.${this.pick(NAMES)}"`;
    if (this.chance(0.15)) markup += ' data-path-placeholder="PH"';
    if (this.chance(0.2)) markup += ' title="own"';
    if (this.chance(0.1)) markup += ` class="${this.pick(CLASSES)}"`;
    if (this.chance(0.05)) markup += ' hidden';
    if (this.chance(0.05)) markup += ' lang="de"';
    return markup;
  }

  leaf(base: string): string {
    const tag = this.pick(['p', 'span', 'h2', 'b', 'time', 'em', 'var', 'a']);
    return this.pick([
      `<img src="own"${this.bindings(base)}>`,
      `<input${this.bindings(base)}>`,
      `<picture${this.bindings(base)}><source><img></picture>`,
      'text &amp; more ',
      '<!-- c -->',
      `<${tag}${this.bindings(base)}>own</${tag}>`,
      `<${tag}${this.bindings(base)}>own <i>text</i></${tag}>`,
    ]);
  }

  repeat(base: string, depth: number, scopes: readonly string[]): string {
    const list = `${base}.${this.pick(['items', 'l', 'o'])}`;
    const scope = scopes.length && this.chance(0.08) ? this.pick(scopes) : list + this.pick(SCOPE_ENDS);
    const inner = `${scope.replace(/(?:\[[^\]]*\]|\.\*)$/, '')}.*`;
    const tag = this.pick(['div', 'section', 'p', 'i', 'a', 'figure']);
    const member = (): string =>
      `<${tag} data-path-scope="${scope}"${this.chance(0.4) ? this.bindings(inner) : ''}>` +
      `${this.nodes(inner, depth + 1, [...scopes, inner])}</${tag}>`;
    let markup = member();
    while (this.chance(0.2)) markup += this.pick(BETWEEN) + member();
    return markup;
  }

  node(near: string, depth: number, scopes: readonly string[]): string {
    const base = this.chance(0.75) ? near : this.pick([...SOURCES, ...scopes]);
    if (depth > 2 || this.chance(0.3)) return this.leaf(base);
    const items = `${base}.items.*`;
    const tag = this.pick(['div', 'section', 'span', 'figure', 'a']);
    const kinds: (() => string)[] = [
      () => this.repeat(base, depth, scopes),
      () => this.repeat(base, depth, scopes),
      () => this.repeat(base, depth, scopes),
      () =>
        `<table><tbody${this.bindings(base)}><tr data-path-scope="${items}"><td${this.bindings(items)}>cell</td></tr></tbody></table>`,
      () =>
        `<select><option data-path-scope="${items}" data-path-value="${items}.a" data-path="${items}.b">o</option></select>`,
      () =>
        `<svg><g data-path-scope="${items}" data-path-id="${items}.a"><text${this.bindings(items)}>t</text></g></svg>`,
      () => `<${tag}${this.bindings(base)}>${this.nodes(base, depth + 1, scopes)}</${tag}>`,
      () => `<${tag}${this.bindings(base)}>${this.nodes(base, depth + 1, scopes)}</${tag}>`,
    ];
    return this.pick(kinds)();
  }

  nodes(base: string, depth: number, scopes: readonly string[]): string {
    const separator = this.chance(0.3) ? '\n' : '';
    return Array.from({ length: 1 + this.below(2) }, () => this.node(base, depth, scopes)).join(separator);
  }
}

/** Generates `count` templates, each with three states of data. The same seed gives the same templates. */
export function randomBindings(count: number, seed: number): RandomBindings[] {
  const make = new BindingGenerator(randomGenerator(seed));
  return Array.from({ length: count }, () => ({
    template: make.nodes('s', 0, []),
    states: [make.data(), make.data(), make.data()],
  }));
}
