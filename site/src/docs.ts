import { setUpCopying } from './docs/copy';
import { followOutline } from './docs/outline';
import { skipWhatFits } from './docs/scrollers';
import { setUpSearch } from './docs/search';
import { setUpToolbar } from './toolbar/toolbar';

setUpToolbar();
setUpSearch();
setUpCopying();
followOutline();
skipWhatFits();
