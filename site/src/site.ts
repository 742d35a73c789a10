import { setUpToolbar } from './toolbar/toolbar';
import { chooseLanguage } from './toolbar/language';
import { signInOnDemand } from './editing/sign-in';

setUpToolbar();
chooseLanguage();
signInOnDemand();
