/** Quill as its documentation says, without a toolbar: it alone edits the text of a block. */
import Quill from 'quill';

Object.assign(globalThis, {
  editWithQuill(block: HTMLElement): void {
    void new Quill(block, { modules: { toolbar: false } });
  },
});
