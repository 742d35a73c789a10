/** The context of the screen's components. */
import { createContext, useContext } from 'react';
import type { VersionStore } from '../../../src/utils/gateway/index';
import type { Forks } from '../../../src/utils/gateway/forks/forks';
import type { CustomizationsMessages } from './messages';

export interface CustomizationsContextValue {
  readonly library: string;
  readonly forks: Forks;
  readonly versions: VersionStore;
  readonly messages: CustomizationsMessages;
  /** Closes the screen; undefined if it is a page of its own. */
  readonly close?: (() => void) | undefined;
}

export const CustomizationsContext = createContext<CustomizationsContextValue | null>(null);

export const useCustomizations = (): CustomizationsContextValue => useContext(CustomizationsContext)!;
