/** All checks before saving, in the order of the text. */
import { elementsOf, resolveRoot, walk, type SyntaxTree } from '../syntax-tree';
import { createDiagnostic, type Diagnostic } from './diagnostic';
import { lintHeadings } from './headings';
import { lintImages } from './images';
import { lintLinks } from './links';
import { lintPaths } from './paths';

export interface LintOptions {
  /** What the component shows; without it no paths are looked up. */
  readonly data?: unknown;
  /** Ids of the page, for links into it. */
  readonly ids?: ReadonlySet<string>;
  /** The highest level the first heading may need, 2 when it is not said. */
  readonly topHeading?: number;
}

/** Parts that show otherwise than they are written. */
const checkMisread = (document: SyntaxTree): Diagnostic[] => [
  ...[...walk(resolveRoot(document))]
    .filter(({ node }) => node.kind === 'misnested' || node.kind === 'stray')
    .map((place) => createDiagnostic(place, 'check.misread')),
  ...[...elementsOf(document)]
    .filter(({ node }) => node.closed === 'missing')
    .map((place) => createDiagnostic(place, 'check.misread')),
];

/** What an editor should look at before saving. Paths with filters need their modules to be loaded. */
export const lintDocument = (document: SyntaxTree, { data, ids, topHeading }: LintOptions = {}): Diagnostic[] =>
  [
    ...lintImages(document),
    ...lintHeadings(document, topHeading),
    ...lintLinks(document, ids),
    ...(data === undefined ? [] : lintPaths(document, data)),
    ...checkMisread(document),
  ].sort((a, b) => a.from - b.from || a.to - b.to);

export type { Diagnostic };
