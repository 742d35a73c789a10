/** The context of the picker's components. */
import { createContext, useContext } from 'react';
import type {
  PickDetail,
  PickerMode,
  PickerOptions,
  PickerShell,
  ScriptDependencies,
} from '../../../src/utils/frontend/types';
import type { Catalog } from '../../../src/utils/gateway/catalog/catalog';
import type { PickerMessageValues } from '../messages/picker.json';
import type { Messages } from '../ui-kit/messages';

export interface Picker {
  readonly shell: PickerShell;
  readonly dependencies: ScriptDependencies;
  readonly options: PickerOptions & { readonly mode: PickerMode };
  readonly messages: Messages<PickerMessageValues>;
  readonly catalog: Catalog;
  /** Picks a value. Returns false if the page prevents it. */
  pick(pick: Omit<PickDetail, 'mode'>, label: string): boolean;
  /** Sets the label of the initial value. */
  setLabel(label: string): void;
  /** Announces a text to screen readers. */
  announce(text: string): void;
}

export const Pickers = createContext<Picker | null>(null);

export const usePicker = (): Picker => useContext(Pickers)!;
