/** The messages of the property form, which load with it. */
import type { ExternalFormMessageValues } from '../../../messages/external-form.json';
import type { Messages } from '../../../ui-kit/messages';

export type FormMessages = Messages<ExternalFormMessageValues>;
