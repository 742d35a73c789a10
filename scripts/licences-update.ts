/** `npm run licences`: writes `THIRD-PARTY-LICENSES.md` of each package. */
import { writeLicences } from './licences';

writeLicences();
