/** Whether a name hides no member of the document or of a form (D13), checked against the browser's own prototypes. */
export const isClobberSafe = (value: string): boolean =>
  !(value in Document.prototype) && !(value in HTMLFormElement.prototype) && value !== 'location';
