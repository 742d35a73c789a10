/** `npm run messages`: writes the types of the message catalogs. */
import { writeMessageTypes } from './messages/types';

writeMessageTypes();
