/** All checks before saving, in document order. */
import { elementsOf, resolveRoot, walk, type SyntaxTree } from '../syntax-tree';
import { createDiagnostic, type Diagnostic } from './diagnostic';
import { lintHeadings } from './headings';
import { lintImages } from './images';
import { lintLinks } from './links';
import { lintPaths } from './paths';

export interface LintOptions {
  /** Data of the component; without it, paths are not checked. */
  readonly data?: unknown;
  /** Ids of the page, for links to fragments. */
  readonly ids?: ReadonlySet<string>;
  /** Maximum level of the first heading; defaults to 2. */
  readonly topHeading?: number;
}

/** Finds markup that is parsed differently from how it is written. */
const checkMisread = (document: SyntaxTree): Diagnostic[] => [
  ...[...walk(resolveRoot(document))]
    .filter(({ node }) => node.kind === 'misnested' || node.kind === 'stray')
    .map((resolved) => createDiagnostic(resolved, 'check.misread')),
  ...[...elementsOf(document)]
    .filter(({ node }) => node.closed === 'missing')
    .map((resolved) => createDiagnostic(resolved, 'check.misread')),
];

/** Returns what the user should review before saving. Paths with filters require their modules to be loaded. */
export const lintDocument = (document: SyntaxTree, { data, ids, topHeading }: LintOptions = {}): Diagnostic[] =>
  [
    ...lintImages(document),
    ...lintHeadings(document, topHeading),
    ...lintLinks(document, ids),
    ...(data === undefined ? [] : lintPaths(document, data)),
    ...checkMisread(document),
  ].sort((a, b) => a.from - b.from || a.to - b.to);

export type { Diagnostic };
