/** Made by `npm run messages`; do not edit. */
import type { CheckMessageValues } from '../../../src/utils/editing/messages/checks.generated';
import type { Catalog } from '../ui-kit/messages';

declare const catalog: Catalog<CheckMessageValues>;
export default catalog;
