/** Finds what a page or template uses of the original product: components, forks, stylesheets, external components. */
import { parse, parseFragment, type DefaultTreeAdapterTypes as Tree } from 'parse5';
import {
  addressOf,
  cdnOf,
  type ComponentAddress,
  parseComponent,
  parseStylesheet,
  type StylesheetAddress,
} from './addresses.js';
import { elementsOf } from './elements-of.js';
import type { Findings } from './findings.js';

export interface ComponentUse {
  readonly address: ComponentAddress;
  /** The place in the page, which may have a fork. */
  readonly instance: string | undefined;
}

export interface Scan {
  readonly components: readonly ComponentUse[];
  readonly stylesheets: readonly StylesheetAddress[];
  /** Ids of external components. */
  readonly externals: readonly string[];
  /** Start tags of elements with an invalid component source. */
  readonly unreadable: readonly string[];
  /** Start tags of elements whose template is nested too deeply. */
  readonly tooDeep: readonly string[];
}

/** Attributes that nested elements inherit. */
interface Inherited {
  readonly library?: string | undefined;
  readonly cdn?: string | undefined;
}

const BYOC = /^byoc-(?!registration$)(.+)$/;

/** Maximum nesting of templates in attributes, equal to the kit's limit for nested components (E10). */
const MAX_DEPTH = 20;

/**
 * @param base URL of the page
 * @param isPage whether `html` is a whole document instead of a template
 * @param depth number of enclosing `template` attributes
 */
export function scan(
  html: string,
  base: string | undefined,
  isPage: boolean,
  inherited: Inherited = {},
  depth = 0,
): Scan {
  const found = {
    components: [] as ComponentUse[],
    stylesheets: [] as StylesheetAddress[],
    externals: new Set<string>(),
    unreadable: [] as string[],
    tooDeep: [] as string[],
  };
  const root: Tree.ParentNode = isPage ? parse(html) : parseFragment(html);
  const rootContext = { ...contextOf(root), ...inherited };

  const innerContext = (element: Tree.Element, outer: Inherited): Inherited => {
    const attribute = attributesOf(element);
    return {
      library: attribute('library') || outer.library,
      cdn: attribute('cdn') || attribute('hostname') || outer.cdn,
    };
  };
  const add = (child: Tree.Element, attribute: (name: string) => string | undefined, context: Inherited): void => {
    const { tagName } = child;
    if (tagName === 'feaas-component') {
      const src = attribute('src');
      const address = src
        ? parseComponent(src, base)
        : addressOf(
            {
              ...omitEmpty('library', context.library),
              ...omitEmpty('component', attribute('component')),
              ...omitEmpty('version', attribute('version')),
            },
            context.cdn,
            base,
          );
      // Without a component, the element shows its own template.
      if (address) found.components.push({ address, instance: attribute('instance') || undefined });
      else if (src || attribute('component')) found.unreadable.push(startTag(child));
      const template = attribute('template');
      if (!template) return;
      if (depth < MAX_DEPTH) merge(found, scan(template, base, false, context, depth + 1));
      else found.tooDeep.push(startTag(child));
    } else if (tagName === 'feaas-stylesheet') {
      const src = attribute('src');
      const cdn = cdnOf(context.cdn, base);
      const address = src
        ? (parseStylesheet(src, base) ?? parseComponent(src, base))
        : context.library && cdn !== undefined
          ? { cdn, library: context.library, query: '' }
          : undefined;
      if (address) found.stylesheets.push({ cdn: address.cdn, library: address.library, query: address.query });
      else if (src) found.unreadable.push(startTag(child));
    } else if (tagName === 'link' || tagName === 'style') {
      const address = parseStylesheet(attribute(tagName === 'link' ? 'href' : 'data-href') ?? '', base, true);
      if (address) found.stylesheets.push(address);
    } else {
      const id = externalId(tagName, attribute('data-external-id'));
      if (id !== undefined) found.externals.add(id);
    }
  };
  for (const { element, outer } of elementsOf(root, rootContext, innerContext))
    add(element, attributesOf(element), innerContext(element, outer));
  return { ...found, externals: [...found.externals] };
}

/** Id of an external component; undefined for other elements. Properties may follow the id after `?`. */
function externalId(tagName: string, id: string | undefined): string | undefined {
  const isExternal = tagName === 'feaas-external' || BYOC.test(tagName);
  return isExternal ? (id ?? BYOC.exec(tagName)?.[1] ?? '').split('?')[0] || undefined : undefined;
}

/** Appends items individually: a call supports about 120,000 arguments, and a foreign page may have more elements. */
function merge(
  target: {
    components: ComponentUse[];
    stylesheets: StylesheetAddress[];
    externals: Set<string>;
    unreadable: string[];
    tooDeep: string[];
  },
  source: Scan,
): void {
  for (const use of source.components) target.components.push(use);
  for (const address of source.stylesheets) target.stylesheets.push(address);
  for (const id of source.externals) target.externals.add(id);
  for (const tag of source.unreadable) target.unreadable.push(tag);
  for (const tag of source.tooDeep) target.tooDeep.push(tag);
}

/** The attributes of a feaas-context element, which applies to the whole document. */
function contextOf(node: Tree.ParentNode): Inherited {
  for (const { element } of elementsOf(node, undefined, () => undefined)) {
    if (element.tagName !== 'feaas-context') continue;
    const attribute = attributesOf(element);
    return { library: attribute('library') || undefined, cdn: attribute('cdn') || attribute('hostname') || undefined };
  }
  return {};
}

const attributesOf =
  ({ attrs }: Tree.Element) =>
  (name: string): string | undefined =>
    attrs.find((each) => each.name === name)?.value;

const omitEmpty = <Name extends string>(name: Name, value: string | undefined): { readonly [Key in Name]?: string } =>
  (value ? { [name]: value } : {}) as { readonly [Key in Name]?: string };

const startTag = ({ tagName, attrs }: Tree.Element): string =>
  `<${[tagName, ...attrs.map(({ name, value }) => `${name}="${value.slice(0, 60)}"`)].join(' ').slice(0, 200)}>`;

/** Reports elements that the scan could not read. */
export function reportUnread({ unreadable, tooDeep }: Scan, findings: Findings, location: string): void {
  for (const tag of unreadable)
    findings.problem(location, `has an element without a valid source or library. Correct it: ${tag}`);
  for (const tag of tooDeep)
    findings.problem(
      location,
      `has more than ${MAX_DEPTH} templates in one another. Make a component of an inner one: ${tag}`,
    );
}

/**
 * Converts `<byoc-…>` elements to `<feaas-external>`, which replaces them in the kit. All other characters stay
 * unchanged.
 * @returns the template, and the names of the converted elements
 */
export function mapByocElements(html: string): { readonly html: string; readonly mapped: readonly string[] } {
  if (!/<byoc-/i.test(html)) return { html, mapped: [] };
  const edits: { start: number; end: number; text: string }[] = [];
  const mapped = new Set<string>();
  const root = parseFragment(html, { sourceCodeLocationInfo: true });
  for (const { element } of elementsOf(root, undefined, () => undefined)) {
    const { tagName, attrs, sourceCodeLocation } = element;
    const id = BYOC.exec(tagName)?.[1];
    const { startTag: start, endTag: end } = sourceCodeLocation ?? {};
    if (id === undefined || !start) continue;
    const idAttribute = attrs.some(({ name }) => name === 'data-external-id') ? '' : ` data-external-id="${id}"`;
    const offset = start.startOffset;
    edits.push({ start: offset, end: offset + 1 + tagName.length, text: `<feaas-external${idAttribute}` });
    if (end)
      edits.push({ start: end.startOffset, end: end.startOffset + 2 + tagName.length, text: '</feaas-external' });
    mapped.add(tagName);
  }
  const parts: string[] = [];
  let copied = 0;
  for (const { start, end, text } of edits.sort((one, other) => one.start - other.start)) {
    parts.push(html.slice(copied, start), text);
    copied = end;
  }
  return { html: parts.join('') + html.slice(copied), mapped: [...mapped] };
}
