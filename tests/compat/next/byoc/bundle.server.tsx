import './hybrid';
import './swapped.server';
import './augmented';
import './server';
import './wrapper';
