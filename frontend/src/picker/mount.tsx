/** `/picker.js` renders the interface of a `feaas-picker`. */
import { logError } from '../../../src/global/logger';
import type { PickerOptions, PickerScript } from '../../../src/utils/frontend/types';
import { graphqlCatalog } from '../../../src/utils/gateway/catalog/graphql';
import { preferredLanguage } from '../ui-kit/language';
import { renderRoot } from '../ui-kit/root';
import type { Picker } from './context';
import { loadPickerMessages } from './messages';
import { checkOptions } from './modes';
import { Interface, type InterfaceProps } from './picker';
import style from './picker.css?inline';

/** Renders the picker's interface. @throws TypeError for invalid options. */
export const mount: PickerScript['mount'] = async (shell, dependencies) => {
  const { container, element, gateway, frontend } = shell;
  let options = checkOptions(shell.options);
  let problem: string | undefined;
  let refusal: string | undefined;
  /** The label, and the value that it belongs to. */
  let label = { value: '', name: '' };
  let announcement = '';
  const messages = await loadPickerMessages(preferredLanguage(frontend));
  const catalog = graphqlCatalog({ client: gateway.client });

  const setLabel = (value: string, name: string): void => {
    if (value === label.value && name === label.name) return;
    label = { value, name };
    shell.setLabel(name);
    rerender();
  };
  const basePicker: Omit<Picker, 'options'> = {
    ...{ shell, dependencies, messages, catalog, setLabel: (name: string) => setLabel(options.value, name) },
    pick(pick, name) {
      const detail = { mode: options.mode, ...pick };
      refusal = shell.use?.refuse?.(detail);
      if (refusal !== undefined || !shell.pick(detail)) {
        rerender();
        return false;
      }
      setLabel(pick.value, name);
      return true;
    },
    announce(text) {
      // A trailing no-break space makes repeated texts different.
      announcement = text === announcement ? `${text}\u00a0` : text;
      rerender();
    },
  };
  const propsOf = (): InterfaceProps => ({
    ...{ picker: { ...basePicker, options }, announcement, problem, refusal },
    label: label.value === options.value ? label.name : '',
  });
  let rerender = (): void => {};
  const { update, unmount } = await renderRoot(container, Interface, propsOf(), style);
  rerender = () => update(propsOf());

  return {
    update(changed: PickerOptions) {
      try {
        options = checkOptions(changed);
        problem = undefined;
      } catch (error) {
        problem = (error as Error).message;
        logError(`<${element.localName}>: ${problem}`, error);
      }
      rerender();
    },
    unmount,
  };
};
