import { setUpSearch } from './docs/search';
import { setUpToolbar } from './toolbar/toolbar';

setUpToolbar();
setUpSearch();
