import { checkMarkup, type MarkupProblem } from './check-markup.js';
import { checkStylesheet, type StylesheetProblem } from './check-stylesheet.js';
import type { Allowed } from './elements.js';

/** Finds what keeps content from being saved and published; nothing where it may be. */
export interface ContentValidator {
  /** @param principal whose turn it is, where several wait */
  markup(html: string, allowed: Allowed, principal: string): Promise<readonly MarkupProblem[]>;
  stylesheet(css: string, principal: string): Promise<readonly StylesheetProblem[]>;
}

/** In this thread: for commands and tests, which nobody else waits for. */
export const inlineValidator: ContentValidator = Object.freeze({
  markup: async (html: string, allowed: Allowed) => checkMarkup(html, allowed),
  stylesheet: async (css: string) => checkStylesheet(css),
});
