/** The browser's confirmation before the page is left. */

const preventUnload = (event: BeforeUnloadEvent): void => event.preventDefault();

/** Enables or disables the browser's confirmation before the page is left. Its text cannot be set. */
export function promptBeforeUnload(isUnsaved: boolean): void {
  // Such a listener disables the back/forward cache, so it exists only while it is needed.
  if (isUnsaved) addEventListener('beforeunload', preventUnload);
  else removeEventListener('beforeunload', preventUnload);
}
