/** Finds the browser of the journeys, or installs one: once, before several of them look for it at the same time. */
import { prepareBrowser } from '../tests/lib/browser';

console.log(prepareBrowser());
