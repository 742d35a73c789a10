import { styleAddress } from '../../content/addresses.js';
import type { StylesheetContent } from '../../content/model.js';
import { parseStylesheet } from '../../content/usable-values.js';
import { themeParts } from '../../content/stylesheets/stylesheets.js';
import { IMPORTER, type ImportContext } from './context.js';
import type { StyleParts } from './manifest.js';
import { parseStylesFile, type Slot, stylesFile } from './names.js';
import { throwPositionedProblems } from './problem.js';
import { reconcile, requireUnchangedByOthers, type Subject, targetOf } from './reconcile.js';

/** Saves, stages and publishes changes of `styles*.css`, with the themes and breakpoints of `library.json`. */
export async function importStyles(context: ImportContext): Promise<void> {
  const { contentService, folder, library, manifest, checks, isNew, report, overwrite, publications } = context;
  const current = isNew ? undefined : await contentService.stylesheet(library);
  const contents: Partial<Record<Slot, StylesheetContent>> = {};
  const deletedSlots = new Set<Slot>();
  for await (const name of folder.names('file')) {
    const file = parseStylesFile(name);
    if (!file) continue;
    if (typeof file.slot === 'number') {
      report.warning(name, 'is an entry of a history: the import takes only current content');
    } else if (file.deleted) deletedSlots.add(file.slot);
    else {
      const css = await folder.text(name);
      const parts: StyleParts = (file.slot === 'plain' ? undefined : manifest.styles?.[file.slot]) ?? {};
      if (css === undefined) continue;
      throwPositionedProblems(name, checks.stylesheet(css));
      contents[file.slot] = {
        css,
        themes: parts.themes ?? manifest.themes ?? current?.themes ?? [],
        breakpoints: parts.breakpoints ?? manifest.breakpoints ?? current?.breakpoints ?? [],
      };
    }
  }
  const target = targetOf(contents, deletedSlots);
  if (!target) return;
  const write = (expected: number) => ({ actor: IMPORTER, expected });
  const subject: Subject<StylesheetContent> = {
    now: current && { ...current, content: current },
    async revision(number) {
      const found = await contentService.revision(styleAddress(library), number);
      return found && { ...found, content: parseStylesheet(found.content) };
    },
    save: (content, expected) => contentService.saveStylesheet(library, content, write(expected)),
    step: (step, expected) => contentService.stepStylesheet(step, library, write(expected)),
    equal: equalStyles,
  };
  if (!overwrite) await requireUnchangedByOthers(stylesFile('plain'), target, subject, publications.get(library));
  const { steps, revision } = await reconcile(target, subject);
  if (steps.length > 0) report.changed(stylesFile('plain'), `${steps.join(', ')} (revision ${revision})`);
}

/** Reads a stylesheet revision, which the content service stores as JSON. */
export async function contentOf(
  contentService: ImportContext['contentService'],
  library: string,
  number: number,
): Promise<StylesheetContent | undefined> {
  const found = await contentService.revision(styleAddress(library), number);
  return found && parseStylesheet(found.content);
}

export const equalStyles = (one: StylesheetContent, other: StylesheetContent): boolean =>
  one.css === other.css && partsText(one) === partsText(other);

/** Themes and breakpoints as text, regardless of the order of keys. */
export const partsText = ({ themes, breakpoints }: Omit<StylesheetContent, 'css'>): string =>
  JSON.stringify([themes.map(themeParts), breakpoints.map(({ id, minWidth }) => [id, minWidth])]);
