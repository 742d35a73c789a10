import { setUpCopying } from './docs/copy';
import { followOutline } from './docs/outline';
import { makeScrollableFocusable } from './docs/scrollable-focus';
import { setUpSearch } from './docs/search';
import { setUpToolbar } from './toolbar/toolbar';

setUpToolbar();
setUpSearch();
setUpCopying();
followOutline();
makeScrollableFocusable();
