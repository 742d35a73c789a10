import { checkMarkup, type MarkupProblem } from './check-markup.js';
import { checkStylesheet, type StylesheetProblem } from './check-stylesheet.js';
import type { Allowed } from './elements.js';

/** Finds problems that prevent saving and publishing; empty for valid content. */
export interface ContentValidator {
  /** @param principal for fairness between principals whose checks are queued */
  markup(html: string, allowed: Allowed, principal: string): Promise<readonly MarkupProblem[]>;
  stylesheet(css: string, principal: string): Promise<readonly StylesheetProblem[]>;
}

/** Validates in this thread, for commands and tests, where nothing else waits. */
export const inlineValidator: ContentValidator = Object.freeze({
  markup: async (html: string, allowed: Allowed) => checkMarkup(html, allowed),
  stylesheet: async (css: string) => checkStylesheet(css),
});
