/** The code of a worker thread of the validation pool. */
import { checkMarkup } from './check-markup.js';
import { checkStylesheet } from './check-stylesheet.js';
import type { Allowed } from './elements.js';

export type ValidationTask =
  | { readonly kind: 'markup'; readonly text: string; readonly allowed: Allowed }
  | { readonly kind: 'stylesheet'; readonly text: string };

export default function validate(task: ValidationTask): unknown {
  return task.kind === 'markup' ? checkMarkup(task.text, task.allowed) : checkStylesheet(task.text);
}
