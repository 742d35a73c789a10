/** What every part of a picker is handed. */
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
  /** Picks; false when the page prevents it. */
  pick(pick: Omit<PickDetail, 'mode'>, label: string): boolean;
  /** Says what the value that was there from the first is called. */
  tell(label: string): void;
  /** Has something read out. */
  announce(text: string): void;
}

export const Pickers = createContext<Picker | null>(null);

export const usePicker = (): Picker => useContext(Pickers)!;
