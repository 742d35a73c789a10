/** `/preview.js`: for a page in a frame that its parent page edits. */
import { startPreview } from './preview/preview';

startPreview(new URL(import.meta.url).origin);
