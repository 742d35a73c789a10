/** Finds the browsers of the journeys, or installs them: once, before several journeys look for one at the same time. */
import { prepareBrowsers } from '../tests/lib/browser';

console.log(`Browsers: ${prepareBrowsers()}`);
