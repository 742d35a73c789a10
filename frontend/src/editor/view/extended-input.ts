/** Input beyond the caret of one block: a single chunk that is loaded once the editor is open. */
export { createCaretMovement, elementBefore } from './caret-movement';
export { isOnSelection, listenToTextDrag } from './drag-text';
export { createMultiBlockSelection } from './multi-block-selection';
