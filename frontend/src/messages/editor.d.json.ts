/** Made by `npm run messages`; do not edit. */
import type { EditorMessageValues } from '../../../src/utils/editing/messages/editor.generated';
import type { Catalog } from '../ui-kit/messages';

declare const catalog: Catalog<EditorMessageValues>;
export default catalog;
