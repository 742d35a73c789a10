/** Stylesheets: the content of a revision is the JSON of its CSS, themes and breakpoints. */
import { BadInputError } from '../../lib/domain-error.js';
import type { Stylesheet, StylesheetContent, Theme } from '../model.js';
import { parseStylesheet } from '../usable-values.js';
import { type Entry, revisionedOf } from '../entries/entries.js';
import { checkDescription, checkNumber, checkText, checkTitle, MAX_INT } from '../../validation/check-input.js';

export function fullStylesheet(row: Entry): Stylesheet {
  return { library: row.library, ...parseStylesheet(row.content), ...revisionedOf(row) };
}

/** Serializes the known properties in a fixed order. @throws BadInputError */
export function checkStylesheet({ css, themes, breakpoints }: StylesheetContent): string {
  checkText('css', css);
  checkUnique('themes', themes);
  checkUnique('breakpoints', breakpoints);
  for (const { name, className, description } of themes) {
    checkTitle('themes.name', name);
    if (className !== undefined && !CLASS_NAME.test(className)) {
      const quoted = JSON.stringify(className.slice(0, 200));
      throw new BadInputError(`themes.className ${quoted} is no class. Use letters, digits, '-' and '_'.`, 'themes');
    }
    if (description !== undefined) checkDescription('themes.description', description);
  }
  for (const { id, minWidth } of breakpoints) {
    if (!(minWidth >= 0)) {
      throw new BadInputError(`breakpoints '${id}': minWidth must be 0 or more, but is ${minWidth}.`, 'breakpoints');
    }
    checkNumber('breakpoints', minWidth, [0, MAX_INT], `breakpoints '${id}': minWidth`);
  }
  return JSON.stringify({
    css,
    themes: themes.map(themeParts),
    breakpoints: breakpoints.map(({ id, minWidth }) => ({ id, minWidth })),
  } satisfies StylesheetContent);
}

/** The known properties of a theme, in a fixed order. */
export const themeParts = ({ id, name, className, description }: Theme): Theme => ({
  id,
  name,
  ...(className === undefined ? {} : { className }),
  ...(description === undefined ? {} : { description }),
});

const CLASS_NAME = /^[\w-]{1,200}$/;

/** Checks that ids are unique, and valid as part of class names. */
function checkUnique(argument: string, items: readonly { id: string }[]): void {
  const ids = new Set<string>();
  for (const { id } of items) {
    if (!CLASS_NAME.test(id)) {
      const quoted = JSON.stringify(id.slice(0, 200));
      throw new BadInputError(
        `${argument}: id ${quoted} has other characters. Use letters, digits, '-' and '_'.`,
        argument,
      );
    }
    if (ids.has(id)) throw new BadInputError(`${argument}: id '${id}' occurs twice. Rename one.`, argument);
    ids.add(id);
  }
}
