/** Names that would hide a member of the document or of a form (D13), as the browser knows them. */
export const isClobberSafe = (value: string): boolean =>
  !(value in Document.prototype) && !(value in HTMLFormElement.prototype) && value !== 'location';
