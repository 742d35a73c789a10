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
  const { container: place, element, gateway, frontend } = shell;
  let options = checkOptions(shell.options);
  let problem: string | undefined;
  let refused: string | undefined;
  /** The label, and the value that it belongs to. */
  let label = { value: '', name: '' };
  let said = '';
  const messages = await loadPickerMessages(preferredLanguage(frontend));
  const catalog = graphqlCatalog({ client: gateway.client });

  const called = (value: string, name: string): void => {
    if (value === label.value && name === label.name) return;
    label = { value, name };
    shell.setLabel(name);
    show();
  };
  const rest: Omit<Picker, 'options'> = {
    ...{ shell, dependencies, messages, catalog, tell: (name: string) => called(options.value, name) },
    pick(pick, name) {
      const detail = { mode: options.mode, ...pick };
      refused = shell.use?.refuse?.(detail);
      if (refused !== undefined || !shell.pick(detail)) {
        show();
        return false;
      }
      called(pick.value, name);
      return true;
    },
    announce(text) {
      // A trailing no-break space makes repeated texts different.
      said = text === said ? `${text}\u00a0` : text;
      show();
    },
  };
  const propsOf = (): InterfaceProps => ({
    ...{ picker: { ...rest, options }, said, problem, refused },
    label: label.value === options.value ? label.name : '',
  });
  let show = (): void => {};
  const { update, unmount } = await renderRoot(place, Interface, propsOf(), style);
  show = () => update(propsOf());

  return {
    update(changed: PickerOptions) {
      try {
        options = checkOptions(changed);
        problem = undefined;
      } catch (error) {
        problem = (error as Error).message;
        logError(`<${element.localName}>: ${problem}`, error);
      }
      show();
    },
    unmount,
  };
};
