import { writeFileSync } from 'node:fs';
import { surface } from './api';

writeFileSync(new URL('../api.txt', import.meta.url), surface());
