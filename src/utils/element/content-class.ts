/** The class of an element that shows content (E3). */
const CONTENT_CLASS = '-feaas';

/** Adds the content class. An element that has it is not written to: page scripts may observe its attributes. */
export function addContentClass({ classList }: Element): void {
  if (!classList.contains(CONTENT_CLASS)) classList.add(CONTENT_CLASS);
}
