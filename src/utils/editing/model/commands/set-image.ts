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

const isMedia = (place: ResolvedPosition): place is ResolvedElement =>
  isResolvedElement(place) && /^(?:img|video)$/.test(place.node.tag);

/** Returns the path of the image that an element shows. */
export const sourcePathOf = ({ node }: ResolvedElement): string | undefined =>
  attributeOf(node, SOURCE_PATH) ?? (node.tag === 'img' ? attributeOf(node, ATTRIBUTES_PATH) : undefined);

/** Returns the element whose binding sets the source of an image: the image itself, or an ancestor (D5). */
export function boundSourceOf(image: ResolvedElement): ResolvedElement | undefined {
  return [image, ...ancestorsOf(image)].find((place) => {
    if (sourcePathOf(place) === undefined) return false;
    const picture = resolveChildren(place).find((each) => isResolvedElement(each) && each.node.tag === 'picture');
    const first = (picture && [...walk(picture)].find(isMedia)) ?? [...walk(place)].find(isMedia);
    return first?.node.id === image.node.id;
  });
}

/** Returns the image that an element is or contains. */
function imageIn(place: ResolvedElement): ResolvedElement | undefined {
  for (const inner of walk(place)) if (isResolvedElement(inner) && inner.node.tag === 'img') return inner;
  return undefined;
}

/** Returns the steps that replace the sources of a `picture`; undefined if a value is not allowed. */
function sourceSteps(
  text: string,
  picture: ResolvedElement,
  image: ResolvedElement,
  sources: readonly PictureSource[],
): Step[] | undefined {
  const old = resolveChildren(picture)
    .filter(isResolvedElement)
    .filter(({ node }) => node.tag === 'source');
  const steps: Step[] = [];
  for (const [at, { srcset, type, media, sizes }] of sources.entries()) {
    const values = { srcset, type, media, sizes };
    const place = old[at];
    for (const [name, value] of Object.entries(values))
      if (value !== undefined && !isAllowedAttribute('source', name, value)) return undefined;
    if (place) steps.push(...attributesSteps(text, place, values));
    else {
      const fresh = {
        node: { ...image.node, tag: 'source', attributes: [], open: 8 },
        from: 0,
      } as unknown as ResolvedElement;
      const tag = applySteps('<source>', normalizeSteps(attributesSteps('<source>', fresh, values)));
      steps.push({ from: image.from, to: image.from, insert: tag });
    }
  }
  for (const place of old.slice(sources.length)) {
    const after = resolveChildren(picture)[place.index + 1];
    const blank = after?.node.kind === 'text' && !after.node.text.trim() ? after.to : place.to;
    steps.push({ from: place.from, to: blank, insert: '' });
  }
  return steps;
}

/** Changes an image: its addresses, alternative text and size. `id` is that of the image, or of the picture around it. */
export const setImage =
  (id: number, values: ImageValues): Command =>
  (state, dispatch) => {
    const place = resolveElement(state.document, id);
    const image = place && imageIn(place);
    if (!image) return false;
    const { src, alt, sizes, width, height, isOwn = false } = values;
    const bound = boundSourceOf(image);
    const isData = !!bound && !isOwn;
    const { srcset, sources } = isData ? {} : values;
    const isNew = src !== undefined && readAddress(src) !== attributeOf(image.node, 'src');
    const set: Record<string, string | undefined> = {};
    if (src !== undefined) set['src'] = readAddress(src);
    if (alt !== undefined) set['alt'] = alt;
    if (srcset !== undefined) set['srcset'] = srcset;
    else if (isNew) Object.assign(set, { srcset: undefined, sizes: undefined });
    if (sizes !== undefined && !isData) set['sizes'] = sizes;
    if (width !== undefined) set['width'] = `${width}`;
    if (height !== undefined) set['height'] = `${height}`;
    for (const [name, value] of Object.entries(set))
      if (value !== undefined && !isAllowedAttribute('img', name, value)) return false;
    if (isOwn) for (const name of PATHS) set[name] = undefined;
    const steps = attributesSteps(state.text, image, set);
    if (isOwn && bound && bound !== image) {
      const around = Object.fromEntries(
        PATHS.filter((name) => name !== ATTRIBUTES_PATH).map((name) => [name, undefined]),
      );
      steps.push(...attributesSteps(state.text, bound, around));
    }
    const picture = image.parent?.node.tag === 'picture' ? image.parent : undefined;
    if (picture && (sources || isNew)) {
      const more = sourceSteps(state.text, picture, image, sources ?? []);
      if (!more) return false;
      steps.push(...more);
    }
    return dispatchSteps(state, dispatch, steps);
  };
