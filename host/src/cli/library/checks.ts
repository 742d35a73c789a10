import { checkMarkup } from '../../validation/check-markup.js';
import { checkStylesheet } from '../../validation/check-stylesheet.js';
import type { Checks } from './context.js';

/** The validation of files that an import reads. */
export const CHECKS: Checks = Object.freeze({ view: checkMarkup, stylesheet: checkStylesheet });
