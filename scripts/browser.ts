/** Finds or installs the browsers for journey tests, once, before several tests do so at the same time. */
import { prepareBrowsers } from '../tests/lib/browser';

console.log(`Browsers: ${prepareBrowsers()}`);
