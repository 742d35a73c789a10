/** `/preview.js`: for a page that stands in the frame of another one, which edits it. */
import { startPreview } from './preview/preview';

startPreview(new URL(import.meta.url).origin);
