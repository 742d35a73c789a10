/** Stylesheets: a revision's content is the JSON of its CSS, themes and breakpoints. */
import { BadInputError } from '../domain/failures.js';
import type { Stylesheet, StylesheetContent } from '../domain/model.js';
import type { FullDocument } from './documents.js';
import { checkText, checkTitle } from './names.js';

export function fullStylesheet(row: FullDocument): Stylesheet {
  const { css, themes, breakpoints } = JSON.parse(row.content) as StylesheetContent;
  return {
    ...{ library: row.library, css, themes, breakpoints },
    revision: row.revision,
    staged: row.staged,
    published: row.published,
    deletedAt: row.deleted_at,
    createdAt: row.created_at,
    modifiedAt: row.modified_at,
  };
}

/** As it is kept: with nothing but what belongs to it, and in one order. @throws BadInputError */
export function checkStylesheet({ css, themes, breakpoints }: StylesheetContent): string {
  checkText('css', css);
  unique('themes', themes);
  unique('breakpoints', breakpoints);
  for (const { name } of themes) checkTitle('themes.name', name);
  for (const { id, minWidth } of breakpoints) {
    if (Number.isFinite(minWidth) && minWidth >= 0) continue;
    throw new BadInputError(`breakpoints '${id}': minWidth must be 0 or more, but is ${minWidth}.`, 'breakpoints');
  }
  return JSON.stringify({
    css,
    themes: themes.map(({ id, name }) => ({ id, name })),
    breakpoints: breakpoints.map(({ id, minWidth }) => ({ id, minWidth })),
  } satisfies StylesheetContent);
}

/** Ids become part of class names. */
function unique(argument: string, items: readonly { id: string }[]): void {
  const seen = new Set<string>();
  for (const { id } of items) {
    if (!/^[\w-]{1,200}$/.test(id)) {
      const shown = JSON.stringify(id.slice(0, 200));
      throw new BadInputError(`${argument}: id ${shown} is not made of letters, digits, '-' and '_'.`, argument);
    }
    if (seen.has(id)) throw new BadInputError(`${argument}: id '${id}' is there twice.`, argument);
    seen.add(id);
  }
}
