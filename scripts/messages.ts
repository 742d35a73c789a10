/** `npm run messages`: writes the types of the catalogs of messages. */
import { writeMessageTypes } from './messages/types';

writeMessageTypes();
