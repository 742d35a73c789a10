import { attributesSteps } from '../attributes';
import { dispatchSteps } from '../change';
import {
  ancestorsOf,
  attributeOf,
  resolveChildren,
  resolveElement,
  isResolvedElement,
  walk,
  type ResolvedElement,
  type ResolvedPosition,
} from '../syntax-tree';
import { isAllowedAttribute, readAddress } from '../safety';
import { applySteps, normalizeSteps, type Step } from '../steps';
import type { Command } from '../state';

/** One of the image sources that a browser chooses from. */
export interface PictureSource {
  readonly srcset: string;
  readonly type?: string;
  readonly media?: string;
  readonly sizes?: string;
}

/** The values of an image; undefined keeps a value. */
export interface ImageValues {
  readonly src?: string;
  /** Empty for a decorative image. */
  readonly alt?: string;
  /** Without it, a new `src` removes the existing `srcset`, which browsers would prefer. */
  readonly srcset?: string;
  readonly sizes?: string;
  readonly width?: number;
  readonly height?: number;
  /** Sources of a `picture` around the image; without them, as for `srcset`. */
  readonly sources?: readonly PictureSource[];
  /** Whether to remove the binding to data. A bound image ignores `srcset` and `sources`, since its data overrides them. */
  readonly isOwn?: boolean;
}

const SOURCE_PATH = 'data-path-src';
/** Binding to an object of attributes, which may have a `src` (D6). */
const ATTRIBUTES_PATH = 'data-path-attributes';
/** Bindings of an image, which are removed with the binding to data. */
const PATHS = [SOURCE_PATH, 'data-path-srcset', 'data-path-alt', ATTRIBUTES_PATH];

const isMedia = (resolved: ResolvedPosition): resolved is ResolvedElement =>
  isResolvedElement(resolved) && /^(?:img|video)$/.test(resolved.node.tag);

/** Returns the path of the image that an element shows. */
export const sourcePathOf = ({ node }: ResolvedElement): string | undefined =>
  attributeOf(node, SOURCE_PATH) ?? (node.tag === 'img' ? attributeOf(node, ATTRIBUTES_PATH) : undefined);

/** Returns the element whose binding sets the source of an image: the image itself, or an ancestor (D5). */
export function boundSourceOf(image: ResolvedElement): ResolvedElement | undefined {
  return [image, ...ancestorsOf(image)].find((element) => {
    if (sourcePathOf(element) === undefined) return false;
    const picture = resolveChildren(element).find((each) => isResolvedElement(each) && each.node.tag === 'picture');
    const first = (picture && [...walk(picture)].find(isMedia)) ?? [...walk(element)].find(isMedia);
    return first?.node.id === image.node.id;
  });
}

/** Returns the image that an element is or contains. */
function imageIn(element: ResolvedElement): ResolvedElement | undefined {
  for (const inner of walk(element)) if (isResolvedElement(inner) && inner.node.tag === 'img') return inner;
  return undefined;
}

/** Returns the steps that replace the sources of a `picture`; undefined if a value is not allowed. */
function sourceSteps(
  text: string,
  picture: ResolvedElement,
  image: ResolvedElement,
  sources: readonly PictureSource[],
): Step[] | undefined {
  const existing = resolveChildren(picture)
    .filter(isResolvedElement)
    .filter(({ node }) => node.tag === 'source');
  const steps: Step[] = [];
  for (const [index, { srcset, type, media, sizes }] of sources.entries()) {
    const values = { srcset, type, media, sizes };
    const element = existing[index];
    for (const [name, value] of Object.entries(values))
      if (value !== undefined && !isAllowedAttribute('source', name, value)) return undefined;
    if (element) steps.push(...attributesSteps(text, element, values));
    else {
      const created = {
        node: { ...image.node, tag: 'source', attributes: [], open: 8 },
        from: 0,
      } as unknown as ResolvedElement;
      const tag = applySteps('<source>', normalizeSteps(attributesSteps('<source>', created, values)));
      steps.push({ from: image.from, to: image.from, insert: tag });
    }
  }
  for (const element of existing.slice(sources.length)) {
    const after = resolveChildren(picture)[element.index + 1];
    const end = after?.node.kind === 'text' && !after.node.text.trim() ? after.to : element.to;
    steps.push({ from: element.from, to: end, insert: '' });
  }
  return steps;
}

/** Changes an image: its addresses, alternative text and size. `id` is that of the image, or of the picture around it. */
export const setImage =
  (id: number, values: ImageValues): Command =>
  (state, dispatch) => {
    const element = resolveElement(state.document, id);
    const image = element && imageIn(element);
    if (!image) return false;
    const { src, alt, sizes, width, height, isOwn = false } = values;
    const bound = boundSourceOf(image);
    const isData = !!bound && !isOwn;
    const { srcset, sources } = isData ? {} : values;
    const isNew = src !== undefined && readAddress(src) !== attributeOf(image.node, 'src');
    const attributes: Record<string, string | undefined> = {};
    if (src !== undefined) attributes['src'] = readAddress(src);
    if (alt !== undefined) attributes['alt'] = alt;
    if (srcset !== undefined) attributes['srcset'] = srcset;
    else if (isNew) Object.assign(attributes, { srcset: undefined, sizes: undefined });
    if (sizes !== undefined && !isData) attributes['sizes'] = sizes;
    if (width !== undefined) attributes['width'] = `${width}`;
    if (height !== undefined) attributes['height'] = `${height}`;
    for (const [name, value] of Object.entries(attributes))
      if (value !== undefined && !isAllowedAttribute('img', name, value)) return false;
    if (isOwn) for (const name of PATHS) attributes[name] = undefined;
    const steps = attributesSteps(state.text, image, attributes);
    if (isOwn && bound && bound !== image) {
      const unbound = Object.fromEntries(
        PATHS.filter((name) => name !== ATTRIBUTES_PATH).map((name) => [name, undefined]),
      );
      steps.push(...attributesSteps(state.text, bound, unbound));
    }
    const picture = image.parent?.node.tag === 'picture' ? image.parent : undefined;
    if (picture && (sources || isNew)) {
      const pictureSteps = sourceSteps(state.text, picture, image, sources ?? []);
      if (!pictureSteps) return false;
      steps.push(...pictureSteps);
    }
    return dispatchSteps(state, dispatch, steps);
  };
