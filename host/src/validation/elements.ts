/** Validates single elements of markup. */
import {
  addressesOf,
  addressProblem,
  isElsewhere,
  readAddress,
  runningProblem,
  schemeOf,
  type UrlUse,
} from './urls.js';
import { cssProblems } from './css.js';
import { uncovered } from './url-prefixes.js';
import type { Element } from './markup-reader.js';
import * as rules from './policy.js';

export interface Allowed {
  /** URL prefixes from which scripts may be loaded. */
  readonly embeds: readonly string[];
  /** URL prefixes from which feaas-* elements may load, besides the page's own origin and the default cdn. */
  readonly cdns: readonly string[];
  /** URL prefixes of documents that frames may show, besides iframes of the page's own origin. */
  readonly frames: readonly string[];
}

export interface Finding {
  /** The attribute's name in the parser; undefined for a problem of the element. */
  readonly attribute?: string;
  readonly problem: string;
}

interface Attribute {
  /** As in the parser. */
  readonly spelt: string;
  /** Lower case, with its prefix. */
  readonly name: string;
  /** Lower case, without its prefix. */
  readonly local: string;
  readonly value: string;
}

/** Validates an element without its content, except the text of a style element. */
export function* elementProblems(element: Element, allowed: Allowed): Generator<Finding> {
  const tag = localOf(element.tagName.toLowerCase());
  const attributes = element.attrs.map(({ prefix, name, value }): Attribute => {
    const spelt = prefix ? `${prefix}:${name}` : name;
    return { spelt, name: spelt.toLowerCase(), local: localOf(spelt.toLowerCase()), value };
  });
  const refused = rules.REFUSED_TAGS.get(tag);
  if (refused !== undefined) yield { problem: `is refused: ${refused}` };
  yield* combinationProblems(tag, attributes, allowed);
  if (tag === 'style') yield* styleProblems(element);
  if (rules.RAW.has(tag) && rules.MARKUP.test(textOf(element))) yield { problem: 'holds markup, not text' };
  for (const attribute of attributes) {
    const problem = attributeProblem(tag, attribute, allowed);
    if (problem !== undefined) yield { attribute: attribute.spelt, problem };
  }
}

const localOf = (name: string): string => name.slice(name.lastIndexOf(':') + 1);

/** Rules for combinations of attributes. */
function* combinationProblems(tag: string, attributes: readonly Attribute[], allowed: Allowed): Generator<Finding> {
  const valueOf = (name: string): string | undefined => attributes.find((each) => each.name === name)?.value;
  const has = (name: string): boolean => valueOf(name) !== undefined;
  if (
    tag === 'meta' &&
    !((has('itemprop') || has('property')) && !has('http-equiv') && !has('name') && !has('charset'))
  )
    yield { problem: 'is refused: it speaks for the whole page (only microdata, with itemprop or property, may)' };
  if (tag === 'link' && !(has('itemprop') && !has('rel'))) {
    const purposes = (valueOf('rel') ?? '').toLowerCase().split(/\s+/).filter(Boolean);
    const invalid = purposes.find((each) => !rules.LINK_PURPOSES.has(each));
    if (purposes.length === 0 || invalid !== undefined)
      yield {
        problem: invalid === undefined ? 'is refused: it has no rel' : `is refused: rel '${invalid}' is not allowed`,
      };
    if (purposes.includes('stylesheet') && isElsewhere(readAddress(valueOf('href') ?? '')))
      yield { attribute: 'href', problem: 'loads a stylesheet from another origin' };
  }
  if (rules.ANIMATIONS.has(tag)) {
    const target = localOf((valueOf('attributename') ?? '').trim().toLowerCase());
    if (/^on/.test(target) || rules.NOT_ANIMATED.has(target))
      yield { attribute: 'attributeName', problem: `changes the attribute ${target}, which can run code` };
  }
  if (tag === 'param') {
    const value = valueOf('value') ?? '';
    const problem =
      runningProblem(value) !== undefined
        ? 'holds a script address'
        : rules.FRAME_PARAMS.has((valueOf('name') ?? '').trim().toLowerCase()) && value !== ''
          ? uncovered(value, allowed.frames, 'frames')
          : undefined;
    if (problem !== undefined) yield { attribute: 'value', problem };
  }
  // The placeholder is used as the address while data has none.
  const placeholder = has('data-path-src') && rules.FRAMES.has(tag) ? valueOf('data-path-placeholder') : undefined;
  const problem = placeholder && (addressProblem(placeholder, 'frame') ?? frameProblem(tag, placeholder, allowed));
  if (problem) yield { attribute: 'data-path-placeholder', problem };
}

function* styleProblems(element: Element): Generator<Finding> {
  for (const { problem } of cssProblems(textOf(element))) yield { problem };
}

const textOf = ({ childNodes }: Element): string =>
  childNodes.map((node) => ('value' in node ? node.value : '')).join('');

function attributeProblem(tag: string, attribute: Attribute, allowed: Allowed): string | undefined {
  const { name, local, value } = attribute;
  if (/^on[a-z]/.test(local)) return 'is an event handler';
  if (name === 'srcdoc') return 'holds a document of its own';
  if (name === 'shadowrootmode' || name === 'shadowroot') return 'makes a shadow root';
  if (rules.ENDS.test(value)) return 'holds the end of a comment or element, which parsers read differently';
  if (name === 'data-embed-src') return uncovered(value, allowed.embeds, 'embeds');
  if (name.startsWith('data-path-')) return bindingProblem(name.slice('data-path-'.length));
  // The page determines the meaning of an external component's `src`.
  const isOwn = tag.startsWith('feaas-') && !(tag === 'feaas-external' && name === 'src');
  if (isOwn && rules.OWN_ADDRESSES.has(name)) return ownProblem(name, value, allowed);
  if (rules.FORM_TARGETS.has(name)) return formProblem(value);
  if (rules.ANIMATIONS.has(tag) && rules.ANIMATED_VALUES.has(name))
    return firstProblem(value.split(';'), (each) => runningProblem(each));
  if (rules.STYLED.has(name)) {
    const problem = cssProblems(value)[0]?.problem;
    if (problem !== undefined) return problem;
  }
  if ((name === 'name' || (name === 'id' && tag === 'object')) && hidesMember(tag, value))
    return `hides the document's member '${value}'`;
  const problem = addressProblemOf(tag, attribute);
  if (problem !== undefined || value.trim() === '') return problem;
  return rules.FRAME_ADDRESSES.get(tag)?.has(name) ? frameProblem(tag, value, allowed) : undefined;
}

/** Documents of other origins run their own scripts, so the library must allow them. */
function frameProblem(tag: string, value: string, { frames }: Allowed): string | undefined {
  if (rules.OWN_FRAMES.has(tag) && !isElsewhere(readAddress(value))) return undefined;
  // A protocol-relative URL uses the page's scheme.
  return uncovered(value.startsWith('//') ? `https:${value}` : value, frames, 'frames');
}

/** `data-path-<name>` binds the attribute to data. */
function bindingProblem(name: string): string | undefined {
  if (/^on[a-z]/.test(localOf(name))) return 'sets an event handler from data';
  return rules.NEVER_BOUND.has(name) ? `sets ${name} from data` : undefined;
}

function ownProblem(name: string, value: string, { embeds, cdns }: Allowed): string | undefined {
  const problem = runningProblem(value);
  if (problem !== undefined) return problem;
  const address = readAddress(value);
  const isRemote = /^[/\\]{2}/.test(address) || /^(?:https?|ftp):/i.test(address);
  // These attributes select the source of scripts (frontend) or the receiver of tokens (backend).
  if (rules.OWN_CODE.has(name))
    return isRemote || schemeOf(address) !== undefined ? uncovered(value, embeds, 'embeds') : undefined;
  // A protocol-relative URL uses the page's scheme.
  const absolute = value.startsWith('//') ? `https:${value}` : value;
  return isRemote ? uncovered(absolute, [rules.DEFAULT_CDN, ...cdns], 'cdns') : undefined;
}

function formProblem(value: string): string | undefined {
  const address = readAddress(value);
  const scheme = schemeOf(address);
  if (scheme !== undefined && rules.RUNNING_SCHEMES.has(scheme)) return addressProblem(value, 'link');
  return isElsewhere(address) ? 'sends a form elsewhere; only the page’s own origin is allowed' : undefined;
}

const hidesMember = (tag: string, value: string): boolean =>
  rules.NAMED.has(tag) && rules.DOCUMENT_MEMBERS.has(value.trim().toLowerCase());

function addressProblemOf(tag: string, { name, local, value }: Attribute): string | undefined {
  const isPicture = rules.PICTURES.has(tag) && rules.PICTURE_ATTRIBUTES.has(name);
  const use: UrlUse = rules.FRAMES.has(tag) ? 'frame' : isPicture ? 'picture' : 'link';
  if (rules.ADDRESSES.has(local)) return addressProblem(value, use);
  if (rules.SOURCE_SETS.has(name)) return firstProblem(addressesOf(value), (each) => addressProblem(each, use));
  if (rules.ADDRESS_LISTS.has(name)) return firstProblem(value.split(/\s+/), (each) => addressProblem(each, use));
  return undefined;
}

function firstProblem<Item>(items: readonly Item[], problem: (item: Item) => string | undefined): string | undefined {
  for (const item of items) {
    const found = problem(item);
    if (found !== undefined) return found;
  }
  return undefined;
}
