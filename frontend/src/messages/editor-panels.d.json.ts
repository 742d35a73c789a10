/** Made by `npm run messages`; do not edit. */
import type { EditorPanelMessageValues } from '../../../src/utils/editing/messages/editor-panels.generated';
import type { Catalog } from '../ui-kit/messages';

declare const catalog: Catalog<EditorPanelMessageValues>;
export default catalog;
