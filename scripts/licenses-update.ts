/** `npm run licenses`: writes `THIRD-PARTY-LICENSES.md` of each package. */
import { writeLicenses } from './licenses';

writeLicenses();
