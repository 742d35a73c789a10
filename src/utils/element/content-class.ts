/** The class of an element that shows content (E3). */
const CONTENT_CLASS = '-feaas';

/** Adds the content class. Does not write if it is present: page scripts may observe the attribute. */
export function addContentClass({ classList }: Element): void {
  if (!classList.contains(CONTENT_CLASS)) classList.add(CONTENT_CLASS);
}
