/** All checks before saving, in the order of the text. */
import { elementsOf, rootPlace, walk, type ViewDocument } from '../nodes';
import { finding, type Finding } from './finding';
import { checkHeadings } from './headings';
import { checkImages } from './images';
import { checkLinks } from './links';
import { checkPaths } from './paths';

export interface CheckOptions {
  /** What the component shows; without it no paths are looked up. */
  readonly data?: unknown;
  /** Ids of the page, for links into it. */
  readonly ids?: ReadonlySet<string>;
  /** The highest level the first heading may need, 2 when it is not said. */
  readonly topHeading?: number;
}

/** Parts that show otherwise than they are written. */
const checkMisread = (document: ViewDocument): Finding[] => [
  ...[...walk(rootPlace(document))]
    .filter(({ node }) => node.kind === 'tangle' || node.kind === 'gap')
    .map((place) => finding(place, 'check.misread')),
  ...[...elementsOf(document)]
    .filter(({ node }) => node.closed === 'missing')
    .map((place) => finding(place, 'check.misread')),
];

/** What an editor should look at before saving. @throws ModuleNotLoadedError where paths need a part that is not loaded. */
export const checkView = (document: ViewDocument, { data, ids, topHeading }: CheckOptions = {}): Finding[] =>
  [
    ...checkImages(document),
    ...checkHeadings(document, topHeading),
    ...checkLinks(document, ids),
    ...(data === undefined ? [] : checkPaths(document, data)),
    ...checkMisread(document),
  ].sort((a, b) => a.from - b.from || a.to - b.to);

export type { Finding };
