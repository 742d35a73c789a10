/** Sets delivery options, and validates those in the page's head. */
import { warnOnce } from '../../global/logger';
import {
  chosenOptions,
  DEFAULT_OPTIONS,
  optionsOfPage,
  parseOption,
  splitOptions,
  type DeliveryOptionName,
  type DeliveryOptions,
} from './delivery-options';

/** Warns about ignored entries of `<meta name="feaas-delivery">`. */
export function warnOfOptions(content = optionsOfPage()): void {
  for (const [name, text] of splitOptions(content)) {
    if (!(name in DEFAULT_OPTIONS)) warnOnce(`<meta name="feaas-delivery">: '${name}' is no option: remove it.`);
    else if (parseOption(text) === undefined)
      warnOnce(`<meta name="feaas-delivery">: ${name} must be a number from 0 on, not '${text}'. The kit ignores it.`);
  }
}

/**
 * Sets options; omitted ones keep their value.
 * @throws RangeError for a value that is not a number of at least 0; then no option is set.
 */
export function setDeliveryOptions(options: Partial<DeliveryOptions>): void {
  const parsed: Partial<DeliveryOptions> = {};
  for (const [name, value] of Object.entries(options) as [DeliveryOptionName, unknown][]) {
    if (value === undefined) continue;
    const number = parseOption(value);
    if (number === undefined)
      throw new RangeError(`configureDelivery: ${name} must be a number from 0 on, not '${String(value)}'.`);
    parsed[name] = number;
  }
  Object.assign(chosenOptions(), parsed);
}
