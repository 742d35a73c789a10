/** Steps that change attributes character by character: the other attributes and their order stay as written. */
import { writeValue } from './characters';
import type { ResolvedElement } from './syntax-tree';
import type { Step } from './steps';

/** Range of an attribute's value, with its quote. */
interface WrittenValue {
  readonly from: number;
  readonly to: number;
  /** Empty for an unquoted value; undefined without a value. */
  readonly quote: '"' | "'" | '' | undefined;
}

function writtenValue(source: string): WrittenValue {
  const equals = /^[^=]*?\s*=\s*/.exec(source.slice(1));
  // A name may begin with an equals sign.
  if (!equals) return { from: source.length, to: source.length, quote: undefined };
  const from = 1 + equals[0].length;
  const quote = source[from] === '"' || source[from] === "'" ? source[from] : '';
  return quote ? { from: from + 1, to: source.length - 1, quote } : { from, to: source.length, quote: '' };
}

const escapeForQuote = (value: string, quote: string): string =>
  quote === "'" ? writeValue(value).replaceAll('&quot;', '"').replaceAll("'", '&#39;') : writeValue(value);

/**
 * Returns the steps that set an attribute.
 * @param value undefined removes it
 */
export function attributeSteps(
  text: string,
  { node, from }: ResolvedElement,
  name: string,
  value: string | undefined,
): Step[] {
  const attribute = node.attributes.find((each) => each.name.toLowerCase() === name.toLowerCase());
  if (value === undefined) {
    if (!attribute) return [];
    let start = from + attribute.from;
    while (/[ \t\n\r\f]/.test(text[start - 1]!)) start--;
    // Two attributes that were not separated must not become one.
    const separator = /[^\s/>]/.test(text[from + attribute.to] ?? '') ? ' ' : '';
    return [{ from: start, to: from + attribute.to, insert: separator }];
  }
  if (attribute) {
    if (attribute.value === value) return [];
    const source = text.slice(from + attribute.from, from + attribute.to);
    const written = writtenValue(source);
    const position = from + attribute.from;
    if (written.quote)
      return [
        { from: position + written.from, to: position + written.to, insert: escapeForQuote(value, written.quote) },
      ];
    const insert = (written.quote === undefined ? '=' : '') + `"${writeValue(value)}"`;
    return [{ from: position + written.from, to: position + written.to, insert }];
  }
  const lastEnd = node.attributes.reduce((end, { to }) => Math.max(end, to), 0);
  const position = from + (lastEnd || 1 + (/^[^\s/>]*/.exec(text.slice(from + 1, from + node.open))?.[0].length ?? 0));
  return [{ from: position, to: position, insert: value === '' ? ` ${name}` : ` ${name}="${writeValue(value)}"` }];
}

/** Returns the steps that set several attributes of one element. */
export const attributesSteps = (
  text: string,
  element: ResolvedElement,
  values: Readonly<Record<string, string | undefined>>,
): Step[] => Object.entries(values).flatMap(([name, value]) => attributeSteps(text, element, name, value));

/** Returns the steps that change the tag of an element. */
export function tagSteps(text: string, { node, from, to }: ResolvedElement, tag: string): Step[] {
  const openLength = /^[^\s/>]*/.exec(text.slice(from + 1, from + node.open))![0].length;
  const steps: Step[] = [{ from: from + 1, to: from + 1 + openLength, insert: tag }];
  if (node.close) {
    const start = to - node.close + 2;
    const closeLength = /^[^\s/>]*/.exec(text.slice(start, to))![0].length;
    steps.push({ from: start, to: start + closeLength, insert: tag });
  }
  return steps;
}
