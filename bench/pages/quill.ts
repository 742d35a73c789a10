/** Quill set up as in its documentation, without a toolbar; it edits only the text of a block. */
import Quill from 'quill';

Object.assign(globalThis, {
  editWithQuill(block: HTMLElement): void {
    void new Quill(block, { modules: { toolbar: false } });
  },
});
