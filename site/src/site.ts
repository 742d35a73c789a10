import { setUpToolbar } from './toolbar/toolbar';
import { chooseLanguage } from './toolbar/language';

setUpToolbar();
chooseLanguage();
