/** What is done beyond a caret in one block: one file that is loaded once the editor is open. */
export { createCaretMovement, elementBefore } from './caret-movement';
export { isOnSelection, listenToTextDrag } from './drag-text';
export { createMultiBlockSelection } from './multi-block-selection';
