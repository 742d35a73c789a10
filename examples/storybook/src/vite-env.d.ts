/// <reference types="vite/client" />

interface ImportMetaEnv {
  readonly STORYBOOK_FEAAS_HOST?: string;
}
