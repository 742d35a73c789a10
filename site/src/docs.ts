import { setUpCopying } from './docs/copy';
import { highlightCurrentSection } from './docs/outline';
import { makeScrollableFocusable } from './docs/scrollable-focus';
import { setUpSearch } from './docs/search';
import { setUpToolbar } from './toolbar/toolbar';

setUpToolbar();
setUpSearch();
setUpCopying();
highlightCurrentSection();
makeScrollableFocusable();
