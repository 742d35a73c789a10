/** The messages of the form of properties, which are loaded with it. */
import type { ExternalFormMessageValues } from '../../../messages/external-form.json';
import type { Messages } from '../../../ui-kit/messages';

export type FormMessages = Messages<ExternalFormMessageValues>;
