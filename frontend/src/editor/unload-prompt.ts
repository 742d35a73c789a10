/** The browser's own question before the page is left. */

const ask = (event: BeforeUnloadEvent): void => event.preventDefault();

/** Has the browser ask before the page is left, as long as something is not saved. Its words are the browser's. */
export function promptBeforeUnload(isUnsaved: boolean): void {
  // A page with such a listener is not kept for Back: there is one only while it is needed.
  if (isUnsaved) addEventListener('beforeunload', ask);
  else removeEventListener('beforeunload', ask);
}
